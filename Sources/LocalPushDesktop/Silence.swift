internal import LocalPushBus
internal import LocalPushLoop

/// Knows whether do-not-disturb is on, where somebody tells.
final class Silence {
  /// Nil until it is known, and where it cannot be.
  private(set) var isOn: Bool?
  private let reading: Reading
  private let connection: BusConnection
  private let told: (Bool?) -> Void
  private var changes: Subscription?
  private var isTold = false

  /// Asks, and hears of changes.
  ///
  /// - Parameter told: called with the first answer, which is nil when there is none, and with every change after it.
  init(
    _ source: SilenceSource, owner: String, path: String, on connection: BusConnection, timeoutMilliseconds: Int,
    told: @escaping (Bool?) -> Void
  ) {
    self.connection = connection
    self.told = told
    reading = Reading(source, owner: owner, path: path)
    // the names in a reading are well formed, so the match cannot be refused; without it there are no changes
    changes = try? connection.subscribe(
      sender: reading.teller, path: reading.changePath, interface: reading.changeInterface,
      member: reading.changeMember, arg0: reading.changeArgument
    ) { [weak self] in self?.changed($0.arguments) }
    ask(timeoutMilliseconds)
  }

  private func ask(_ timeoutMilliseconds: Int = 5_000) {
    guard let question = reading.question else {
      return later { [weak self] in self.map { $0.take($0.reading.answer([])) } }
    }
    connection.call(question, timeoutMilliseconds: timeoutMilliseconds) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let arguments): take(reading.answer(arguments))
      case .failure(let error): take(reading.errorsOfNeverSet.contains(error.name) ? false : nil)
      }
    }
  }

  private func changed(_ arguments: [BusValue]) {
    switch reading.change(arguments) {
    case .isOn(let isOn): take(isOn)
    case .unknown: ask()
    case .other: break
    }
  }

  private func take(_ answer: Bool?) {
    guard !isTold || (answer != nil && answer != isOn) else { return }
    isOn = answer
    isTold = true
    told(answer)
  }
}

/// How one source is asked, and how it tells changes.
private struct Reading {
  enum Change {
    case isOn(Bool)
    /// It changed, and what to has to be asked.
    case unknown
    /// Something else changed.
    case other
  }

  /// Nil where the answer is not on the bus.
  let question: MethodCall?
  let answer: ([BusValue]) -> Bool?
  /// Errors that say that nobody has ever switched it.
  var errorsOfNeverSet: Set<String> = []
  let teller: String
  let changePath: String
  let changeInterface: String
  let changeMember: String
  var changeArgument: String?
  let change: ([BusValue]) -> Change

  init(_ source: SilenceSource, owner: String, path: String) {
    switch source {
    case .property(let interface, let name): self.init(interface, name, owner: owner, path: path)
    case .xfconf(let channel, let property): self.init(channel: channel, property)
    case .method(let path, let interface, let member, let signal, let argument):
      self.init(
        MethodCall(destination: owner, path: path, interface: interface, member: member), signal, argument: argument)
    case .dconf(let key, let isSilent): self.init(key: key, isSilent: isSilent)
    }
  }

  private static let properties = "org.freedesktop.DBus.Properties"

  private init(_ interface: String, _ name: String, owner: String, path: String) {
    question = MethodCall(
      destination: owner, path: path, interface: Self.properties, member: "Get",
      arguments: [.string(interface), .string(name)])
    answer = { $0.first?.boolValue }
    teller = owner
    changePath = path
    changeInterface = Self.properties
    changeMember = "PropertiesChanged"
    changeArgument = interface
    change = { arguments in
      guard arguments.signature == "sa{sv}as" else { return .other }
      if let isOn = arguments[1][name]?.boolValue { return .isOn(isOn) }
      return arguments[2].stringsValue?.contains(name) == true ? .unknown : .other
    }
  }

  private init(channel: String, _ property: String) {
    let (name, path) = ("org.xfce.Xfconf", "/org/xfce/Xfconf")
    question = MethodCall(
      destination: name, path: path, interface: name, member: "GetProperty",
      arguments: [.string(channel), .string(property)])
    answer = { $0.first?.boolValue }
    errorsOfNeverSet = [name + ".Error.PropertyNotFound", name + ".Error.ChannelNotFound"]
    teller = name
    changePath = path
    changeInterface = name
    changeMember = "PropertyChanged"
    changeArgument = channel
    change = { arguments in
      guard arguments.count == 3, arguments[1] == .string(property), let isOn = arguments[2].boolValue else {
        return .other
      }
      return .isOn(isOn)
    }
  }

  private init(_ question: MethodCall, _ signal: String, argument: Int) {
    self.question = question
    answer = { $0.first?.boolValue }
    teller = question.destination
    changePath = question.path
    changeInterface = question.interface
    changeMember = signal
    change = { arguments in
      guard arguments.indices.contains(argument), let isOn = arguments[argument].boolValue else { return .other }
      return .isOn(isOn)
    }
  }

  /// The service that writes the file tells that it did; it has nothing that could be asked.
  private init(key: String, isSilent: Bool) {
    let path = "/ca/desrt/dconf/Writer/user"
    question = nil
    answer = { _ in DconfFile.ofUser()?.boolean(key).map { $0 == isSilent } ?? false }
    teller = "ca.desrt.dconf"
    changePath = path
    changeInterface = "ca.desrt.dconf.Writer"
    changeMember = "Notify"
    change = { arguments in
      guard let prefix = arguments.first?.stringValue, key.hasPrefix(prefix) else { return .other }
      return .unknown
    }
  }
}
