internal import Glibc
internal import LocalPushIntake
internal import LocalPushLoop
internal import LocalPushModel
internal import LocalPushWire

/// One run of curl for one feed.
final class FeedFetch {
  /// What came of it.
  enum Outcome {
    /// The cache holds something new.
    case new
    case unchanged
    /// Why there is nothing, and the seconds after which the server wants to be asked again.
    case failed(String, retryAfter: Int?)
  }

  private let request: FeedRequest
  private let cache: FeedCache
  private let label: String
  private var process: ChildProcess?
  private var sizeWatch: Timeout?
  private var isTooLarge = false

  /// How often the size is looked at while a fetch runs: older versions of curl know it only when the server says it.
  private static let sizeWatchMilliseconds = 500

  /// Starts curl; `done` is called later, and not at all once this object is gone.
  ///
  /// - Parameter label: what the feed is called in faults.
  init(
    _ url: FeedURL, label: String, cache: FeedCache, done: @escaping (Outcome) -> Void
  ) throws(ProcessError) {
    self.cache = cache
    self.label = label
    request = cache.request(for: url)
    cache.discard(request)
    let options = request.options(known: cache.knownHeaders(of: url), agent: "LocalPush/\(Contract.version)")
    process = try ChildProcess.start(
      arguments: FeedRequest.arguments, environment: ["LC_ALL": "C"], standardInput: Array(options.utf8)
    ) { [weak self] status in
      guard let self else { return }
      process = nil
      sizeWatch = nil
      done(outcome(status))
      cache.discard(request)
    }
    sizeWatch = Timeout(milliseconds: Self.sizeWatchMilliseconds, repeats: true) { [unowned self] in checkSize() }
  }

  isolated deinit {
    if let process { kill(process.identifier, SIGKILL) }
  }

  private func checkSize() {
    var status = stat()
    guard let process, stat(request.body, &status) == 0, status.st_size > Limits.fileBytes else { return }
    isTooLarge = true
    kill(process.identifier, SIGKILL)
  }

  private func outcome(_ status: ProcessStatus) -> Outcome {
    let headers = HTTPHeaders(FeedCache.contents(request.headers))
    if isTooLarge { return .failed("has more than \(Limits.fileBytes) bytes", retryAfter: nil) }
    guard status.isSuccess else {
      let words = String(decoding: FeedCache.contents(request.errors), as: UTF8.self)
      let reason =
        status.code.map { FeedRequest.failure(code: $0, status: headers.status, words: words) } ?? "curl \(status)"
      return .failed(reason, retryAfter: headers["retry-after"].flatMap { Int($0) })
    }
    if headers.status == 304 {
      cache.touch(request.url)
      return .unchanged
    }
    do throws(Fault) {
      _ = try Feed(FileText(path: request.body, userID: getuid()).bytes, file: label)
    } catch {
      return .failed("what it sends is no feed: \(error.reason)", retryAfter: nil)
    }
    return cache.accept(request) ? .new : .failed("cannot be kept in \(cache.folder)", retryAfter: nil)
  }
}
