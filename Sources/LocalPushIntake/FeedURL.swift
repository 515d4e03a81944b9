public import LocalPushModel

/// The address of a feed: `https`, or `http` on this machine, where nobody can listen in.
public struct FeedURL: Hashable, Sendable {
  /// As it was written.
  public let text: String
  /// `https` or `http`.
  public let scheme: String

  /// Takes an address.
  ///
  /// - Throws: a fault under `url` that says what would be right.
  public init(parsing text: String) throws(MessageFault) {
    guard text.utf8.count <= Limits.wordBytes, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw MessageFault(
        "url", "is no address: it must be printable ASCII without spaces, at most \(Limits.wordBytes) bytes")
    }
    let scheme = URLText.scheme(of: text) ?? ""
    let host = Self.host(in: text)
    guard scheme == "https" || (scheme == "http" && Self.isLoopback(host)) else {
      throw MessageFault("url", "must begin with https:// (http:// only on this machine, as in http://127.0.0.1/)")
    }
    guard !host.isEmpty, text.dropFirst(scheme.utf8.count).hasPrefix("://") else {
      throw MessageFault("url", "names no host")
    }
    self.text = text
    self.scheme = scheme
  }

  /// The host without user, password and port (RFC 3986, section 3.2).
  private static func host(in text: String) -> String {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return "" }
    let authority = text[colon...].dropFirst("://".count).prefix { !"/?#\\".contains($0) }
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") { return String(place[...end]).lowercased() }
    return String(place.prefix { $0 != ":" }).lowercased()
  }

  private static func isLoopback(_ host: String) -> Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    let isIPv4 = numbers.count == 4 && numbers.allSatisfy { $0 != nil } && numbers.first == 127
    return host == "localhost" || host == "[::1]" || isIPv4
  }
}

/// What the server said before the body: the last answer of those that redirects led over.
public struct HTTPHeaders: Sendable {
  /// Such as 200 or 304; 0 when there was no answer.
  public private(set) var status = 0
  private var fields: [(name: String, value: String)] = []

  /// Reads what `curl --dump-header` wrote.
  public init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      if text.hasPrefix("HTTP/") {
        let words = text.split(separator: " ")
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        fields = []
      } else if let colon = text.firstIndex(of: ":") {
        fields.append((text[..<colon].lowercased(), String(text[text.index(after: colon)...]).trimmed))
      }
    }
  }

  /// The first value of a field, named in lower case.
  public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// How a feed is fetched by the program curl, which is started for it: the daemon itself speaks no TLS.
public struct FeedRequest: Sendable {
  public let url: FeedURL
  /// Where the body goes.
  public let body: String
  /// Where the headers go.
  public let headers: String
  /// Where curl says what went wrong.
  public let errors: String

  /// A fetch that takes longer is given up.
  public static let maximumSeconds = 120

  public init(_ url: FeedURL, body: String, headers: String, errors: String) {
    self.url = url
    self.body = body
    self.headers = headers
    self.errors = errors
  }

  /// The command line, in which nothing is secret: an address often is, and anybody can see it in a list of processes.
  public static let arguments = ["curl", "--disable", "--config", "-"]

  /// What curl reads on standard input: the options of curl(1), one on a line.
  ///
  /// - Parameter known: the headers that came with what is known already; nothing comes back while it is still so.
  public func options(known: HTTPHeaders?, agent: String) -> String {
    var options: [(String, String?)] = [
      ("url", url.text), ("output", body), ("dump-header", headers), ("stderr", errors), ("silent", nil),
      ("show-error", nil), ("fail", nil), ("globoff", nil), ("location", nil), ("max-redirs", "5"),
      ("proto", "=\(url.scheme)"), ("proto-redir", "=https"), ("connect-timeout", "20"),
      ("max-time", String(Self.maximumSeconds)), ("max-filesize", String(Limits.fileBytes)), ("user-agent", agent),
      ("header", "Accept: text/calendar, application/json, */*;q=0.5"),
    ]
    if let tag = known?["etag"] { options.append(("header", "If-None-Match: \(tag)")) }
    if let date = known?["last-modified"] { options.append(("header", "If-Modified-Since: \(date)")) }
    return options.map { name, value in "\(name)\(value.map { " = \"\(Self.quoted($0))\"" } ?? "")\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars where scalar.value >= 0x20 {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted
  }

  /// What went wrong, for a person.
  ///
  /// - Parameters:
  ///   - code: exit status of curl, see curl(1).
  ///   - status: HTTP status of the answer, 0 without one.
  ///   - words: what curl wrote on standard error.
  public static func failure(code: Int32, status: Int, words: String) -> String {
    switch code {
    case 1: return "leads to an address that is not https, which is not followed"
    case 6: return "its host is not known, or there is no network"
    case 7: return "its host cannot be reached"
    case 22: return "its server answers with HTTP status \(status)"
    case 28: return "takes longer than \(maximumSeconds) seconds"
    case 35, 51, 53, 54, 58, 59, 60, 77, 80, 82, 83, 90, 91: return "its server cannot be trusted: \(plain(words))"
    case 47: return "leads on and on to other addresses"
    case 63: return "has more than \(Limits.fileBytes) bytes"
    default: return "cannot be fetched: \(plain(words).isEmpty ? "curl ended with status \(code)" : plain(words))"
    }
  }

  /// What follows `curl: (6) ` on the first line.
  private static func plain(_ words: String) -> String {
    let line = words.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
    let text = String(line)
    guard text.hasPrefix("curl: ("), let end = text.firstIndex(of: ")") else { return text.forDisplay }
    return String(text[text.index(after: end)...]).trimmed.forDisplay
  }
}
