@testable import LocalPush

/// Events as they come in, for a test that does not await.
func collect(
  _ connection: ServiceConnection, until isEnough: @escaping @Sendable ([ServiceEvent]) -> Bool
) -> Background<[ServiceEvent]> {
  let events = connection.events()
  return Background {
    var seen: [ServiceEvent] = []
    for await event in events {
      seen.append(event)
      if isEnough(seen) { break }
    }
    return seen
  }
}

/// The first comings and goings of the daemon, without what it says in between.
func collectPresence(of connection: ServiceConnection, _ count: Int) -> Background<[ServiceEvent]> {
  let events = connection.events()
  return Background {
    var seen: [ServiceEvent] = []
    for await event in events {
      if case .signal = event { continue }
      seen.append(event)
      if seen.count == count { break }
    }
    return seen
  }
}
