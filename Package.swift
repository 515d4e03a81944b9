// swift-tools-version: 6.2
import PackageDescription

/// Plain values and pure functions, which touch no thread, loop or clock; and the loop and the bus, whose objects belong to
/// the thread that made them: the daemon's only one, or a private one in a program that uses the library.
let values: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets that live on the one thread of a program of ours.
let oneThread = values + [.defaultIsolation(MainActor.self)]

/// Tests see what their subject's users see.
let tests: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "LocalPush",
  products: [
    .library(name: "LocalPush", targets: ["LocalPush"]),
    .library(name: "LocalPushCompat", targets: ["LocalPushCompat"]),
    .executable(name: "localpushd", targets: ["localpushd"]),
    .executable(name: "localpush", targets: ["localpush"]),
  ],
  targets: [
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    .target(name: "LocalPushTime", dependencies: ["CGLib"], swiftSettings: values),
    .target(name: "LocalPushModel", dependencies: ["LocalPushTime", "CJansson"], swiftSettings: values),
    .target(
      name: "LocalPushStore", dependencies: ["LocalPushTime", "LocalPushModel", "CSQLite"], swiftSettings: values),
    .target(
      name: "LocalPushScheduler", dependencies: ["LocalPushTime", "LocalPushModel", "LocalPushStore"],
      swiftSettings: values),
    .target(
      name: "LocalPushIntake", dependencies: ["LocalPushTime", "LocalPushModel", "CGLib"], swiftSettings: values),
    .target(name: "LocalPushLoop", dependencies: ["CGLib", "CLinux"], swiftSettings: values),
    .target(name: "LocalPushBus", dependencies: ["LocalPushLoop", "CDBus", "CGLib"], swiftSettings: values),
    .target(
      name: "LocalPushDesktop", dependencies: ["LocalPushModel", "LocalPushBus"], swiftSettings: oneThread),
    .target(
      name: "LocalPushWire", dependencies: ["LocalPushTime", "LocalPushModel", "LocalPushBus"],
      resources: [.embedInCode("org.localpush.LocalPush1.xml")], swiftSettings: values),
    .target(
      name: "LocalPush",
      dependencies: ["LocalPushTime", "LocalPushModel", "LocalPushLoop", "LocalPushBus", "LocalPushWire"],
      swiftSettings: values),
    .target(name: "LocalPushCompat", dependencies: ["LocalPush", "LocalPushTime"], swiftSettings: values),
    .target(
      name: "LocalPushDaemon",
      dependencies: [
        "LocalPushTime", "LocalPushModel", "LocalPushStore", "LocalPushScheduler", "LocalPushIntake", "LocalPushLoop",
        "LocalPushBus", "LocalPushDesktop", "LocalPushWire",
      ],
      swiftSettings: oneThread),
    .target(
      name: "LocalPushCommand",
      dependencies: ["LocalPushTime", "LocalPushModel", "LocalPushWire", "LocalPushIntake", "CGLib"],
      swiftSettings: oneThread),
    .executableTarget(name: "localpushd", dependencies: ["LocalPushDaemon"], swiftSettings: oneThread),
    .executableTarget(name: "localpush", dependencies: ["LocalPushCommand"], swiftSettings: oneThread),

    .testTarget(name: "ArchitectureTests", swiftSettings: tests),
    .testTarget(name: "LocalPushModelTests", dependencies: ["LocalPushTime", "LocalPushModel"], swiftSettings: tests),
    .testTarget(
      name: "LocalPushStoreTests",
      dependencies: ["LocalPushTime", "LocalPushModel", "LocalPushStore", "LocalPushTestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "LocalPushSchedulerTests",
      dependencies: ["LocalPushTime", "LocalPushModel", "LocalPushStore", "LocalPushScheduler"], swiftSettings: tests),
    .target(
      name: "LocalPushSimulation",
      dependencies: [
        "LocalPushTime", "LocalPushModel", "LocalPushStore", "LocalPushScheduler", "LocalPushTestSupport",
      ],
      path: "Tests/LocalPushSimulation", swiftSettings: tests),
    .executableTarget(
      name: "simulate", dependencies: ["LocalPushSimulation"], path: "Tests/simulate", swiftSettings: tests),
    .testTarget(name: "LocalPushSimulationTests", dependencies: ["LocalPushSimulation"], swiftSettings: tests),
    .testTarget(
      name: "LocalPushIntakeTests", dependencies: ["LocalPushTime", "LocalPushModel", "LocalPushIntake"],
      swiftSettings: tests),
    .testTarget(
      name: "LocalPushWireTests", dependencies: ["LocalPushModel", "LocalPushBus", "LocalPushWire"],
      swiftSettings: tests),
    .testTarget(
      name: "LocalPushTests",
      dependencies: [
        "LocalPush", "LocalPushTime", "LocalPushModel", "LocalPushBus", "LocalPushWire", "LocalPushTestSupport",
      ],
      swiftSettings: tests),
    .executableTarget(
      name: "inbox", dependencies: ["LocalPush"], path: "Tests/Examples/inbox", swiftSettings: tests),
    .executableTarget(
      name: "todo-reminder", dependencies: ["LocalPush"], path: "Tests/Examples/todo-reminder",
      exclude: ["org.localpush.TodoReminder.desktop"], swiftSettings: tests),
    .testTarget(
      name: "LocalPushDesktopTests",
      dependencies: [
        "LocalPushTime", "LocalPushModel", "LocalPushLoop", "LocalPushBus", "LocalPushDesktop", "LocalPushTestSupport",
      ],
      swiftSettings: tests),
    .target(
      name: "LocalPushKillTrial",
      dependencies: [
        "LocalPushTime", "LocalPushModel", "LocalPushStore", "LocalPushLoop", "LocalPushBus", "LocalPushWire",
        "LocalPushTestSupport",
      ],
      path: "Tests/LocalPushKillTrial", swiftSettings: oneThread),
    .executableTarget(
      name: "kill-trial", dependencies: ["LocalPushKillTrial"], path: "Tests/kill-trial", swiftSettings: oneThread),
    .testTarget(
      name: "LocalPushDaemonTests",
      dependencies: [
        "LocalPushTime", "LocalPushModel", "LocalPushStore", "LocalPushLoop", "LocalPushBus", "LocalPushWire",
        "LocalPush", "LocalPushCompat", "LocalPushTestSupport", "LocalPushKillTrial", "localpushd", "localpush",
        "inbox", "todo-reminder",
      ],
      exclude: ["Outputs"], swiftSettings: tests),
    .testTarget(
      name: "LocalPushCommandTests", dependencies: ["LocalPushBus", "LocalPushIntake", "LocalPushCommand"],
      swiftSettings: tests),
    .testTarget(
      name: "LocalPushLibraryTests",
      dependencies: [
        "LocalPush", "LocalPushLoop", "LocalPushBus", "LocalPushWire", "LocalPushTestSupport", "CLinux", "localpushd",
      ],
      swiftSettings: tests),
    .target(
      name: "LocalPushTestSupport", dependencies: ["LocalPushLoop", "LocalPushBus", "CGLib", "CLinux"],
      path: "Tests/LocalPushTestSupport", swiftSettings: oneThread),
    .testTarget(
      name: "LocalPushLoopTests", dependencies: ["LocalPushLoop", "LocalPushTestSupport", "CLinux"],
      swiftSettings: oneThread),
    .testTarget(
      name: "LocalPushBusTests", dependencies: ["LocalPushBus", "LocalPushLoop", "LocalPushTestSupport", "CDBus"],
      swiftSettings: oneThread),
    .executableTarget(
      name: "TimeBenchmark", dependencies: ["LocalPushTime", "CGLib"], path: "Tests/TimeBenchmark", exclude: ["Peers"],
      swiftSettings: values),
    .executableTarget(
      name: "DaemonBenchmark",
      dependencies: [
        "LocalPushTime", "LocalPushModel", "LocalPushStore", "LocalPushLoop", "LocalPushBus", "LocalPushWire",
        "LocalPushTestSupport",
      ],
      path: "Tests/DaemonBenchmark", exclude: ["Peers"], swiftSettings: tests + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "LocalPushTimeTests", dependencies: ["LocalPushTime", "LocalPushTestSupport"],
      exclude: ["Oracles", "differences.md"],
      swiftSettings: values),
  ],
  swiftLanguageModes: [.v6]
)
