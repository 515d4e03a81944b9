extension PlannedOccurrence {
  /// What had to be decided about the moment, for a person: `moved: 02:30 does not exist`; nil if nothing had to be.
  public var note: String? {
    switch adjustment {
    case .unique: nil
    case .gap: "moved: \(wallText) does not exist"
    case .repeated: "repeated: \(wallText) comes twice, this is the first"
    }
  }

  private var wallText: String {
    guard let time = slot.civil?.time else { return slot.description }
    return time.second == 0 ? String(time.description.dropLast(3)) : time.description
  }
}
