/// Which signals the bus shall pass on to this connection: a match rule.
struct MatchRule: Hashable {
  let sender: String?
  let path: String?
  let interface: String
  let member: String?
  let argument0: String?

  /// Checks the parts: a name that cannot exist, or a rule longer than the bus takes.
  init(
    sender: String?, path: String?, interface: String, member: String?, argument0: String?
  ) throws(BusError) {
    try Self.check(sender, Names.isBusName, "a bus name")
    try Self.check(path, Names.isPath, "the path of an object")
    try Self.check(interface, Names.isInterface, "the name of an interface")
    try Self.check(member, Names.isMember, "the name of a member")
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.argument0 = argument0
    // DBUS_MAXIMUM_MATCH_RULE_LENGTH
    guard text.utf8.count <= 1024, !text.utf8.contains(0) else {
      throw .invalidArguments("The signals asked for cannot be described to the bus.")
    }
  }

  /// The rule as the bus reads it.
  var text: String {
    var parts = ["type='signal'", "interface='\(interface)'"]
    if let sender { parts.append("sender='\(sender)'") }
    if let path { parts.append("path='\(path)'") }
    if let member { parts.append("member='\(member)'") }
    if let argument0 { parts.append("arg0='\(Self.quoted(argument0))'") }
    return parts.joined(separator: ",")
  }

  /// Inside quotes there is no escape: a quote ends the quotation, `\'` stands for one, and a new quotation begins.
  private static func quoted(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }

  private static func check(_ text: String?, _ isValid: (String) -> Bool, _ what: String) throws(BusError) {
    guard let text, !isValid(text) else { return }
    throw .invalidArguments("\"\(text)\" cannot be \(what).")
  }
}
