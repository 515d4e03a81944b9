import LocalPushDesktop
import Testing

@Test("a server that is not in the table is what the specification says")
func unknownServer() {
  #expect(ServerQuirks.of("something new", capabilities: ["body"]) == ServerQuirks())
}

@Test("every server of the table departs from the specification", arguments: ServerQuirks.knownServers)
func knownServer(name: String) {
  #expect(ServerQuirks.of(name, capabilities: []) != ServerQuirks())
}

@Test(
  "who has to show again after a restart of the daemon",
  arguments: [
    ("dunst", ServerQuirks.Reunion.replace), ("Plasma", .replace), ("gnome-shell", .anew), ("mako", .none),
  ])
func reunion(name: String, reunion: ServerQuirks.Reunion) {
  #expect(ServerQuirks.of(name, capabilities: []).reunion == reunion)
}

@Test("do-not-disturb is read where a server says that it has it")
func silenceSource() {
  #expect(
    ServerQuirks.of("dunst", capabilities: []).silenceSource
      == .property(interface: "org.dunstproject.cmd0", name: "paused"))
  #expect(
    ServerQuirks.of("Plasma", capabilities: ["inhibitions"]).silenceSource
      == .property(interface: "org.freedesktop.Notifications", name: "Inhibited"))
  #expect(ServerQuirks.of("Plasma", capabilities: []).silenceSource == nil)
}
