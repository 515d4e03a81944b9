/// Zones by name, each read from its file only once.
///
/// After tzdata changed, start over with a new one.
public struct ZoneCache: Sendable {
  private var zones: [String: Zone] = [:]

  /// Makes a cache that holds nothing yet.
  public init() {}

  /// The zone of that name, as `Zone(identifier:)` finds it. Throws code `zone`.
  public mutating func zone(_ identifier: String) throws(TimeError) -> Zone {
    if let zone = zones[identifier] { return zone }
    let zone = try Zone(identifier: identifier)
    zones[identifier] = zone
    return zone
  }
}
