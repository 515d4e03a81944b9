import LocalPushBus
import Synchronization
import Testing

@testable import LocalPush

private func center(_ service: ScriptedService, environment: [String: String] = [:]) -> UserNotificationCenter {
  UserNotificationCenter(app: "org.example.Todo", service: service, environment: environment)
}

@Suite("Responses", .timeLimit(.minutes(20)))
struct ResponseTests {
  @Test("what came while the app did not run comes first, each is acknowledged when the next is asked for")
  func order() async {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(3), .response(5)]))
    let center = center(service)
    var iterator = center.responses.makeAsyncIterator()
    #expect(await iterator.next()?.sequence == 3)
    #expect(service.acknowledged() == [])
    service.tell(.responded(8))
    #expect(await iterator.next()?.sequence == 5)
    #expect(service.acknowledged() == [3])
    let third = await iterator.next()
    #expect(third?.sequence == 8 && third?.userInfo == ["n": 7])
    #expect(service.acknowledged() == [3, 5])
  }

  @Test("what is given twice is handled once, also over a restart of the daemon")
  func repeats() async {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(3)]))
    let center = center(service)
    var iterator = center.responses.makeAsyncIterator()
    #expect(await iterator.next()?.sequence == 3)
    service.tell(.responded(3))
    service.tell(.vanished)
    service.tell(.appeared)
    service.tell(.responded(4))
    #expect(await iterator.next()?.sequence == 4)
    #expect(service.calls.filter { $0.member == "Subscribe" }.count == 2)
  }

  @Test("a schedule that begins anew with the number 1 is a new one")
  func numbersBeginAgain() async {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(1, id: "old")]))
    let center = center(service)
    var iterator = center.responses.makeAsyncIterator()
    #expect(await iterator.next()?.requestIdentifier == "old")
    service.answer("TakeResponses", .vardicts([.response(1, id: "new")]))
    service.tell(.appeared)
    #expect(await iterator.next()?.requestIdentifier == "new")
  }

  @Test("an acknowledgement that the daemon did not hear is said again with the next one")
  func lostAcknowledgement() async {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(1)]))
    service.refuse("Acknowledge", .interrupted("Acknowledge"))
    let center = center(service)
    var iterator = center.responses.makeAsyncIterator()
    #expect(await iterator.next()?.sequence == 1)
    service.tell(.responded(2))
    #expect(await iterator.next()?.sequence == 2)
    service.answer("Acknowledge")
    service.tell(.appeared)
    await service.calls { $0.filter { $0.member == "Acknowledge" }.count == 2 }
    #expect(service.acknowledged() == [1, 1])
  }

  @Test("a loop that is left has not dealt with its response, unless it says so")
  func left() async {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(1), .response(2)]))
    let center = center(service)
    for await response in center.responses {
      #expect(response.sequence == 1)
      break
    }
    for await response in center.responses {
      #expect(response.sequence == 1)
      await center.acknowledge(response)
      break
    }
    #expect(service.acknowledged() == [1])
    for await response in center.responses {
      #expect(response.sequence == 2)
      break
    }
    #expect(service.acknowledged() == [1])
  }

  @Test("of two readers each response goes to one, and none is acknowledged ahead of an earlier one")
  func twoReaders() async {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(1), .response(2)]))
    let center = center(service)
    var slow = center.responses.makeAsyncIterator()
    var quick = center.responses.makeAsyncIterator()
    #expect(await slow.next()?.sequence == 1)
    #expect(await quick.next()?.sequence == 2)
    service.tell(.responded(3))
    #expect(await quick.next()?.sequence == 3)
    #expect(service.acknowledged() == [])
    service.tell(.responded(4))
    #expect(await slow.next()?.sequence == 4)
    #expect(service.acknowledged() == [2])
  }

  @Test("a reader whose task is cancelled ends, and takes nothing with it")
  func cancelled() async {
    let service = ScriptedService()
    let center = center(service)
    let reader = Task {
      for await _ in center.responses { return true }
      return false
    }
    await service.calls { $0.contains { $0.member == "TakeResponses" } }
    reader.cancel()
    #expect(await reader.value == false)
    service.tell(.responded(1))
    var iterator = center.responses.makeAsyncIterator()
    #expect(await iterator.next()?.sequence == 1)
  }

  @Test("what was dealt with before the reader was cancelled is acknowledged")
  func cancelledInBody() async {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(1)]))
    let center = center(service)
    let reader = Task {
      for await _ in center.responses { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await reader.value
    #expect(service.acknowledged() == [1])
  }

  @Test("without a daemon the responses wait for one to appear")
  func noDaemon() async {
    let service = ScriptedService()
    service.refuse("Subscribe", ServiceError(.noService, "LocalPush does not run."))
    let center = center(service)
    let reader = Task { await center.responses.first { _ in true }?.sequence }
    await service.calls { $0.contains { $0.member == "Subscribe" } }
    service.answer("Subscribe")
    service.answer("TakeResponses", .vardicts([.response(1)]))
    service.tell(.appeared)
    #expect(await reader.value == 1)
  }

  @Test("the response that launched the program is there at once, and comes again among the responses")
  func launch() async {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(4)]))
    let environment = [
      "LOCALPUSH_APP": "org.example.Todo", "LOCALPUSH_ID": "m", "LOCALPUSH_ACTION": "VIEW", "LOCALPUSH_SEQUENCE": "4",
      "LOCALPUSH_USER_INFO": #"{"n":7,"r":1.0}"#, "XDG_ACTIVATION_TOKEN": "token", "LOCALPUSH_TEXT": "typed",
    ]
    let center = center(service, environment: environment)
    let response = await center.launchResponse
    #expect(response?.userInfo == ["n": 7, "r": 1.0] && response?.activationToken == "token")
    #expect(response?.actionIdentifier == "VIEW" && response?.userText == "typed")
    #expect(service.calls == [])
    var iterator = center.responses.makeAsyncIterator()
    #expect(await iterator.next()?.sequence == response?.sequence)
    let other = UserNotificationCenter(app: "org.example.Other", service: service, environment: environment)
    #expect(await other.launchResponse == nil)
  }

  @Test("a program that looks at its launch response only, and says that it dealt with it, does not get it again")
  func acknowledgedLaunch() async throws {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(4)]))
    let environment = ["DBUS_STARTER_BUS_TYPE": "session"]
    let center = center(service, environment: environment)
    let response = try #require(await center.launchResponse)
    #expect(response.sequence == 4)
    await center.acknowledge(response)
    #expect(service.acknowledged() == [4])
  }

  @Test("a program that the bus did not start has no launch response, whatever waits")
  func notLaunched() async {
    let service = ScriptedService()
    service.answer("TakeResponses", .vardicts([.response(4)]))
    #expect(await center(service).launchResponse == nil)
  }
}

@Suite("What a center tells", .timeLimit(.minutes(20)))
struct CenterTests {
  private actor Delegate: UserNotificationCenterDelegate {
    private(set) var log: [String] = []
    private let gate: AsyncStream<Void>.Continuation

    init(_ gate: AsyncStream<Void>.Continuation) { self.gate = gate }

    func userNotificationCenter(_ center: UserNotificationCenter, willPresent notification: DeliveredNotification) {
      log.append("presented \(notification.requestIdentifier)")
      gate.yield()
    }

    func userNotificationCenter(_ center: UserNotificationCenter, didReceive response: NotificationResponse) {
      log.append("responded \(response.sequence)")
      gate.yield()
    }
  }

  private static let presented = BusValue.vardict([
    ("id", "m"), ("title", "M"), ("due", "2026-12-01T09:00:00Z"), ("changed", "2026-12-01T09:00:00Z"),
  ])

  @Test("a delegate hears of what is presented and of what is answered, apart; an answer is acknowledged on return")
  func delegate() async {
    let service = ScriptedService()
    let center = center(service)
    let (gate, continuation) = AsyncStream<Void>.makeStream()
    let delegate = Delegate(continuation)
    center.delegate = delegate
    var passed = gate.makeAsyncIterator()
    service.tell(.signal(member: "Presented", arguments: ["org.example.Todo", "m", Self.presented]))
    await passed.next()
    #expect(await delegate.log == ["presented m"])
    service.tell(.responded(1))
    await passed.next()
    #expect(await delegate.log == ["presented m", "responded 1"])
    await service.calls { $0.contains { $0.member == "Acknowledge" } }
    #expect(service.acknowledged() == [1])
  }

  /// What the main actor is in a program; in this one other tests keep that busy.
  @globalActor
  private actor WindowActor {
    static let shared = WindowActor()
  }

  @WindowActor
  private final class WindowDelegate: UserNotificationCenterDelegate {
    private(set) var last: NotificationResponse?

    func userNotificationCenter(
      _ center: UserNotificationCenter, didReceive response: NotificationResponse
    ) async {
      WindowActor.shared.assertIsolated()
      last = response
    }
  }

  @Test("a delegate that belongs to an actor is called there")
  @WindowActor private func actorDelegate() async {
    let service = ScriptedService()
    let center = center(service)
    let delegate = WindowDelegate()
    center.delegate = delegate
    service.tell(.responded(1))
    await service.calls { $0.contains { $0.member == "Acknowledge" } }
    #expect(delegate.last?.sequence == 1)
  }

  @Test("a delegate that is taken away gets nothing more, and a loop gets the rest")
  func delegateLeaves() async {
    let service = ScriptedService()
    let center = center(service)
    let (_, continuation) = AsyncStream<Void>.makeStream()
    let delegate = Delegate(continuation)
    center.delegate = delegate
    center.delegate = nil
    service.tell(.responded(1))
    var iterator = center.responses.makeAsyncIterator()
    #expect(await iterator.next()?.sequence == 1)
    #expect(await delegate.log == [])
  }

  @Test("signals about other apps are not ours")
  func otherApps() async {
    let service = ScriptedService()
    let center = center(service)
    var events = center.events.makeAsyncIterator()
    service.tell(.signal(member: "Presented", arguments: ["org.example.Other", "x", Self.presented]))
    service.tell(.signal(member: "Dismissed", arguments: ["org.example.Todo", "m", Self.presented]))
    guard case .dismissed(let notification) = await events.next() else {
      Issue.record("something else came")
      return
    }
    #expect(notification.requestIdentifier == "m")
  }

  @Test("settings are told as they are, and when they change; a daemon that is gone is not asked")
  func settingsChanges() async {
    let service = ScriptedService()
    service.answer(
      "Status", .vardict([("enabled", true), ("server", "dunst 1.9"), ("capabilities", .strings(["actions"]))]))
    let center = center(service)
    var changes = center.settingsChanges.makeAsyncIterator()
    let first = await changes.next()
    #expect(first?.authorizationStatus == .authorized && first?.serverName == "dunst 1.9")
    #expect(first?.supportsActions == true && first?.supportsSound == false && first?.isDoNotDisturbOn == nil)
    service.answer("Status", .vardict([("enabled", true), ("switched-off", .strings(["org.example.Todo"]))]))
    service.tell(.signal(member: "PropertiesChanged", arguments: []))
    #expect(await changes.next()?.authorizationStatus == .denied)
    service.tell(.vanished)
    let gone = await changes.next()
    #expect(gone?.authorizationStatus == .unknown && gone?.isDaemonAvailable == false)
    #expect(service.calls.filter { $0.member == "Status" }.count == 2)
    service.tell(.appeared)
    #expect(await changes.next()?.authorizationStatus == .denied)
  }

  @Test("authorization is how the switch stands; without a daemon it is an error")
  func authorization() async throws {
    let service = ScriptedService()
    service.answer("Status", .vardict([("enabled", false)]))
    #expect(try await center(service).requestAuthorization(options: [.alert, .badge]) == false)
    service.refuse("Status", ServiceError(.noService, "LocalPush does not run."))
    await #expect { try await center(service).requestAuthorization() } throws: { error in
      (error as? NotificationError)?.code == .unavailable
    }
  }

  @Test("a list is handed over in one call; what is refused is told one by one, the rest is scheduled")
  func addingMany() async throws {
    let service = ScriptedService()
    service.answer(
      "Schedule",
      .vardicts([
        .vardict([("id", "a"), ("status", "added")]),
        .vardict([("id", "c"), ("status", "expired"), ("reason", "expired: was due yesterday")]),
      ]))
    let content = NotificationContent(title: "M")
    let refusals = try await center(service).add([
      NotificationRequest(identifier: "a", content: content, trigger: nil),
      NotificationRequest(
        identifier: "b", content: content, trigger: TimeIntervalTrigger(timeInterval: -1, repeats: false)),
      NotificationRequest(identifier: "c", content: content, trigger: nil),
    ])
    #expect(refusals.map(\.identifier) == ["b", "c"])
    #expect(refusals.map(\.code) == [.invalidArgument, .expired])
    #expect(service.calls.count == 1)
  }

  @Test("errors of the daemon keep their kind and their sentence")
  func errors() async {
    let service = ScriptedService()
    service.refuse(
      "Schedule", ServiceError(.refused("org.localpush.Error.Storage"), "The schedule cannot be written."))
    await #expect {
      try await center(service).add(
        NotificationRequest(identifier: "m", content: NotificationContent(title: "M"), trigger: nil))
    } throws: { error in
      error as? NotificationError == NotificationError(.storage, "The schedule cannot be written.")
    }
  }

  @Test("a center that nobody has any more ends its connection")
  func ends() async {
    let service = ScriptedService()
    do {
      let center = center(service)
      center.setCategories([])
    }
    for await _ in service.events() {}
  }

  @Test(
    "which app a program is",
    arguments: [
      (
        ["GIO_LAUNCHED_DESKTOP_FILE": "/usr/share/applications/org.a.A.desktop", "GIO_LAUNCHED_DESKTOP_FILE_PID": "7"],
        "org.a.A"
      ),
      (
        [
          "GIO_LAUNCHED_DESKTOP_FILE": "/x/org.a.A.desktop", "GIO_LAUNCHED_DESKTOP_FILE_PID": "8",
          "FLATPAK_ID": "org.f.F",
        ],
        "org.f.F"
      ),
      (["LOCALPUSH_APP": "org.l.L"], "org.l.L"), (["LOCALPUSH_APP": "not an id"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func appID(environment: [String: String], app: String?) {
    #expect((try? UserNotificationCenter.appID(environment, process: 7)) == app)
  }

  @Test("an app that cannot be one is the caller's mistake")
  func impossibleApp() async {
    await #expect(processExitsWith: .failure) {
      _ = UserNotificationCenter(app: "no id", service: ScriptedService(), environment: [:])
    }
  }
}
