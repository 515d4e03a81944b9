internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushWire

/// What the shells complete words with: `localpush complete WHAT [APP [ID]]`, one word a line, behind a tab what it is.
///
/// It is for the files in data/completions only. The daemon is not started for it, and nothing is ever an error.
enum Completion {
  static let name = "complete"

  static func run(_ arguments: [String]) -> ExitStatus {
    let app = arguments.dropFirst().first.flatMap { $0.isEmpty ? nil : $0 } ?? MessageKey.ownApp
    guard let what = arguments.first, let client = try? DaemonClient(now: Session.now),
      (try? client.isDaemonRunning()) == true
    else {
      return .done
    }
    let words: [(String, String)] =
      switch what {
      case "apps": apps(client)
      case "pending": messages(try? client.call("List", ["pending", .string(app), .vardict([])]))
      case "history": messages(try? client.call("History", [.string(app), .uint32(historyShown)]))
      case "actions": actions(client, app, id: arguments.dropFirst(2).first ?? "")
      default: []
      }
    for (word, description) in words { Output.text("\(word.printable)\t\(description.printable)\n") }
    return .done
  }

  private static let historyShown: UInt32 = 200

  private static func apps(_ client: DaemonClient) -> [(String, String)] {
    let pending = (try? client.call("List", ["pending", "", .vardict([])])) ?? []
    let history = (try? client.call("History", ["", .uint32(historyShown)])) ?? []
    let names = (pending + history).flatMap { $0.arrayValue ?? [] }.compactMap { $0["app"]?.stringValue }
    return Set(names).sorted().map { ($0, "") }
  }

  /// Each id once, the first one first.
  private static func messages(_ answer: [BusValue]?) -> [(String, String)] {
    var seen: Set<String> = []
    return (answer?.first?.arrayValue ?? []).compactMap { message in
      guard let id = message["id"]?.stringValue, seen.insert(id).inserted else { return nil }
      return (id, message["title"]?.stringValue ?? "")
    }
  }

  private static func actions(_ client: DaemonClient, _ app: String, id: String) -> [(String, String)] {
    guard let message = try? client.call("Get", [.string(app), .string(id)]).first else { return [] }
    let labels = (message.entries ?? []).compactMap { entry -> (String, String)? in
      guard let key = entry.key.stringValue, key.hasPrefix("action.") else { return nil }
      return (String(key.dropFirst("action.".count)), entry.value.unwrapped.stringValue ?? "")
    }
    return labels + [(Action.defaultKey, message["title"]?.stringValue ?? "")]
  }
}
