import LocalPushSimulation
import Testing

@Test("in simulated worlds every rule holds", arguments: 1...200)
func everyRuleHolds(seed: Int) {
  let script = Script(seed: UInt64(seed), steps: 50)
  guard let violation = Simulation.failure(of: script) else { return }
  Issue.record("seed \(seed): \(violation)\n\(Simulation.shrink(script, breaking: violation.rule))")
}

@Test("a script is read back as it was printed")
func scriptsRoundTrip() {
  let script = Script(seed: 7, steps: 200)
  #expect(Script(parsing: script.description).description == script.description)
}

/// Scripts that the simulation found and made short, each with what was wrong then.
private let found = [
  "a banner that was merged into one that nobody wanted any more counted as shown":
    "world 61\nadd 4 8 29795\nserver 41\npass 3600\nadd 11 6 29844\npass 30\nadd 11 13 62569\nreply 2",
  "an order of an earlier fact was done after that of a later one":
    "world 233\nadd 0 14 1380\npass 300\nhabits 1\nsync 1 98\npass 300\nhabits 2\npress 7 5",
  "what a server showed was written down as shown by the next one":
    "world 235\nfull 2\nadd 7 3 20373\nadd 6 7 12964\npass 10800\ncrash 5\nroom\n"
    + "add 4 3 28125\nstart\nhabits 3\npass 300\npass 3600\nclock -3600\npass 300\nserver 5\n"
    + "full 0\npass 61\nhabits 8\npass 900\nserver 0",
  "a press was taken for one on what the server before had shown":
    "world 972\npass 3600\npass 900\npass 3600\nlist 2 94\nfull 2\nserver 40\nclock 93600\n"
    + "pass 59\nserver 5\nroom\nhabits 1\non 0\nreunite 2\npress 5 5",
  "a fact while the disk is full was lost": "world 344\nfull 2\npass 10800\nlist 2 15\npass 3600\nroom\nforeign 6",
  "a zone that came back after the clock went back planned a decided slot":
    "world 344\ngone\nlist 2 15\ncrash 4\npass 7\npass 10800\nzone 1\npass 900\nstart\nyears -3\nzone 3",
  "done left the next slot of the series without a state": "world 561\nsync 0 37\npass 10800\npass 10800\npress 5 3",
  "what was held when the clock went back was never looked at again":
    "world 340\nhabits 35\nsync 0 231\npass 3600\nclock -3600\nreply 4\non 0\npass 300",
  "a press on a summary went to the message it was merged into":
    "world 776\npass 3600\nlist 2 159\nzone 2\ngone\npass 900\nserver 40\npress 1 3",
  "what had given its place on a full disk was drawn again":
    "world 986\nclock 93600\nlist 2 94\nfull 2\npass 10800\npass 900\nroom\npass 59\nreunite 0",
  "what had given its place within the same answer was drawn over what took it":
    "world 103\nhabits 17\nsync 1 74\npass 900\nsync 1 6\nsuspend 900\nhabits 57\nreply 2\npress 9 5",
  "a skipped slot of the old times hid earlier slots of the new ones":
    "world 680\npass 10800\nadd 5 7 25829\npass 10800\nskip 5\npass 10800\nadd 5 11 27054\nzone 3",
]

@Test("what the simulation found once stays mended", arguments: found.keys.sorted())
func staysMended(what: String) throws {
  let script = try #require(found[what])
  #expect(Simulation.failure(of: Script(parsing: script)) == nil, "\(what)")
}
