/// The identity of a message: the app it belongs to and its id there, compared by bytes.
public struct MessageKey: Sendable {
  /// Desktop id of the app, without `.desktop`.
  public let app: String
  /// Id within the app.
  public let id: String

  /// The desktop id of the daemon's own messages: those of the config and of the command line.
  public static let ownApp = "org.localpush.LocalPush"

  /// Takes an identity whose parts are known to be valid; see ``init(checkingApp:id:)``.
  public init(app: String, id: String) {
    self.app = app
    self.id = id
  }

  /// Checks both parts: `app` as a desktop id, `id` as 1 to 256 bytes without control characters.
  public init(checkingApp app: String, id: String) throws(MessageFault) {
    try Self.check(app: app)
    guard !id.isEmpty, id.utf8.count <= Limits.idBytes else {
      throw MessageFault("id", "must have 1 to \(Limits.idBytes) bytes, has \(id.utf8.count)")
    }
    guard id.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw MessageFault("id", "holds a control character")
    }
    self.init(app: app, id: id)
  }

  /// Checks that `app` can be a desktop id (Desktop Entry Specification, "File naming").
  public static func check(app: String) throws(MessageFault) {
    let isName = app.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isName, !app.isEmpty, app.utf8.count <= Limits.appBytes, app.utf8.first != UInt8(ascii: ".") else {
      throw MessageFault(
        "app", "'\(app.forDisplay)' is not a desktop id: letters, digits, '.', '-' and '_', such as org.example.Feed")
    }
  }
}

extension MessageKey: Hashable {
  public static func == (one: MessageKey, other: MessageKey) -> Bool {
    one.id.isSameBytes(as: other.id) && one.app.isSameBytes(as: other.app)
  }

  public func hash(into hasher: inout Hasher) {
    var (id, app) = (id, app)
    id.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(id.utf8.count)
    app.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension MessageKey: CustomStringConvertible {
  public var description: String { app == Self.ownApp ? id : "\(app)/\(id)" }
}
