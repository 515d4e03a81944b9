internal import CGLib
internal import LocalPushIntake

/// One option of a subcommand.
struct OptionSpec {
  enum Kind { case flag, text, texts }

  let name: String
  let kind: Kind
  /// What stands for the value in the help, such as `TIME`.
  let placeholder: String
  let help: String

  static func flag(_ name: String, _ help: String) -> OptionSpec {
    OptionSpec(name: name, kind: .flag, placeholder: "", help: help)
  }

  static func text(_ name: String, _ placeholder: String, _ help: String) -> OptionSpec {
    OptionSpec(name: name, kind: .text, placeholder: placeholder, help: help)
  }

  static func texts(_ name: String, _ placeholder: String, _ help: String) -> OptionSpec {
    OptionSpec(name: name, kind: .texts, placeholder: placeholder, help: help)
  }
}

/// The options that stood on a command line, and what remained.
struct Options {
  private var flags: Set<String> = []
  private var texts: [String: [String]] = [:]
  fileprivate(set) var operands: [String] = []

  func has(_ name: String) -> Bool { flags.contains(name) }

  func text(_ name: String) -> String? { texts[name]?.last }

  func texts(_ name: String) -> [String] { texts[name] ?? [] }

  fileprivate mutating func setFlag(_ name: String) { flags.insert(name) }

  fileprivate mutating func add(_ text: String, to name: String) { texts[name, default: []].append(text) }
}

/// Words on the command line that do not make sense.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Parses command lines with GOption.
///
/// Values are taken as file names, not as texts: GOption would refuse every text outside ASCII in the C locale, which
/// is the one that cron and many scripts run in.
final class OptionParser {
  private let context: OpaquePointer
  private let specs: [OptionSpec]
  /// Memory that GOption's entries point to, and where it writes the values.
  private var strings: [UnsafeMutablePointer<CChar>] = []
  private let values: UnsafeMutablePointer<gpointer?>
  private let entries: UnsafeMutablePointer<GOptionEntry>

  /// Makes a parser for the options of one subcommand.
  init(_ specs: [OptionSpec]) {
    self.specs = specs
    context = g_option_context_new(nil)
    values = .allocate(capacity: specs.count + 1)
    values.initialize(repeating: nil, count: specs.count + 1)
    entries = .allocate(capacity: specs.count + 1)
    entries.initialize(repeating: GOptionEntry(), count: specs.count + 1)
    for (index, spec) in specs.enumerated() { entries[index] = entry(spec, value: values + index) }
    g_option_context_set_help_enabled(context, 0)
    g_option_context_add_main_entries(context, entries, nil)
  }

  isolated deinit {
    g_option_context_free(context)
    for string in strings { g_free(string) }
    entries.deallocate()
    values.deallocate()
  }

  private func entry(_ spec: OptionSpec, value: UnsafeMutablePointer<gpointer?>) -> GOptionEntry {
    let kind =
      switch spec.kind {
      case .flag: G_OPTION_ARG_NONE
      case .text: G_OPTION_ARG_FILENAME
      case .texts: G_OPTION_ARG_FILENAME_ARRAY
      }
    return GOptionEntry(
      long_name: keep(spec.name), short_name: 0, flags: 0, arg: kind, arg_data: UnsafeMutableRawPointer(value),
      description: nil, arg_description: nil)
  }

  private func keep(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = g_strdup(text) else { return nil }
    strings.append(copy)
    return UnsafePointer(copy)
  }

  /// Parses what follows the name of the subcommand.
  ///
  /// The corresponding C function is `g_option_context_parse_strv`.
  func parse(_ arguments: [String]) throws(UsageError) -> Options {
    var vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = Self.vector(["localpush"] + arguments)
    defer { g_strfreev(vector) }
    var failure: UnsafeMutablePointer<GError>?
    guard g_option_context_parse_strv(context, &vector, &failure) != 0 else {
      let reason =
        failure.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? localized("cannot be understood")
      g_clear_error(&failure)
      throw UsageError(reason)
    }
    return try options(remaining: vector)
  }

  private static func vector(_ arguments: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let vector = g_malloc0_n(gsize(arguments.count + 1), gsize(MemoryLayout<gpointer>.size))!
      .assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    for (index, argument) in arguments.enumerated() { vector[index] = g_strdup(argument) }
    return vector
  }

  private func options(
    remaining vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) throws(UsageError) -> Options {
    var options = Options()
    for (index, spec) in specs.enumerated() {
      switch spec.kind {
      case .flag:
        let isSet = UnsafeMutableRawPointer(values + index).load(as: gboolean.self) != 0
        if isSet { options.setFlag(spec.name) }
      case .text:
        guard let text = values[index] else { continue }
        options.add(try Self.text(text.assumingMemoryBound(to: CChar.self), of: spec.name), to: spec.name)
        g_free(text)
      case .texts:
        guard let list = values[index] else { continue }
        let texts = list.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
        defer { g_strfreev(texts) }
        var place = 0
        while let text = texts[place] {
          options.add(try Self.text(text, of: spec.name), to: spec.name)
          place += 1
        }
      }
    }
    options.operands = try Self.operands(vector)
    return options
  }

  private static func operands(
    _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) throws(UsageError) -> [String] {
    var operands: [String] = []
    var mayEndOptions = true
    var place = 1
    while let text = vector?[place] {
      let operand = try Self.text(text, of: nil)
      if mayEndOptions, operand == "--" {
        mayEndOptions = false  // GOption leaves the first one in its place
      } else {
        operands.append(operand)
      }
      place += 1
    }
    return operands
  }

  private static func text(_ value: UnsafePointer<CChar>, of name: String?) throws(UsageError) -> String {
    guard let text = String(validatingCString: value) else {
      throw UsageError((name.map { "--\($0): " } ?? "") + localized("an argument is not UTF-8 text"))
    }
    return text
  }
}
