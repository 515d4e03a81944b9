internal import Glibc
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushTime

/// Where the feeds of the network are kept as they were fetched last (`$XDG_CACHE_HOME/localpush/feeds`).
nonisolated struct FeedCache: Sendable {
  let folder: String

  /// The last good body of a feed.
  func body(of url: FeedURL) -> String { file(url, "body") }

  private func headers(of url: FeedURL) -> String { file(url, "headers") }

  private func file(_ url: FeedURL, _ kind: String) -> String { "\(folder)/\(Checksum.sha256(url.text)).\(kind)" }

  /// A fetch that writes beside what is there.
  func request(for url: FeedURL) -> FeedRequest {
    FeedRequest(
      url, body: body(of: url) + ".new", headers: headers(of: url) + ".new", errors: file(url, "errors"))
  }

  /// What came with the last good body; nil when that is gone, so that it is fetched whole.
  func knownHeaders(of url: FeedURL) -> HTTPHeaders? {
    access(body(of: url), R_OK) == 0 ? HTTPHeaders(Self.contents(headers(of: url))) : nil
  }

  /// When the feed was fetched last, or was still as it had been; nil for never.
  func fetched(_ url: FeedURL) -> Instant? {
    var status = stat()
    guard stat(body(of: url), &status) == 0, stat(headers(of: url), &status) == 0 else { return nil }
    return Instant(seconds: Int64(status.st_mtim.tv_sec))
  }

  /// The body and the headers of a request take the place of the last good ones.
  func accept(_ request: FeedRequest) -> Bool {
    rename(request.body, body(of: request.url)) == 0 && rename(request.headers, headers(of: request.url)) == 0
  }

  /// Notes that the feed is still as it was.
  func touch(_ url: FeedURL) {
    utimes(headers(of: url), nil)
  }

  /// Removes what a request left behind.
  func discard(_ request: FeedRequest) {
    for path in [request.body, request.headers, request.errors] { unlink(path) }
  }

  /// The first bytes of a small file, none when it cannot be read.
  static func contents(_ path: String) -> [UInt8] {
    (try? FileText(path: path, userID: getuid()))?.bytes ?? []
  }

  /// Makes the folder, for this user's eyes only.
  func prepare() throws(StartError) {
    try Places.makeFolder(folder)
  }

  /// Removes what belongs to none of these addresses.
  func removeAll(but urls: [FeedURL]) {
    let kept = Set(urls.map { Checksum.sha256($0.text) })
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      guard let sum = name.split(separator: ".").first, sum.count == 64, !kept.contains(String(sum)) else { continue }
      unlink("\(folder)/\(name)")
    }
  }
}
