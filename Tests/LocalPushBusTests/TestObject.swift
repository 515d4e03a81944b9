import LocalPushBus

/// An object whose answers the test gives.
final class TestObject: BusObject {
  static let path = "/org/example/Test"
  static let interface = "org.example.Test"

  static let xml = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node xmlns:doc="http://www.freedesktop.org/dbus/1.0/doc.dtd">
      <!-- A comment -->
      <interface name="org.example.Test">
        <doc:doc><doc:summary>Documentation of another vocabulary</doc:summary></doc:doc>
        <method name="Echo">
          <arg name="value" type="v" direction="in"/>
          <arg name="echo" type="v" direction="out"/>
        </method>
        <method name="Sum">
          <annotation name="org.freedesktop.DBus.Deprecated" value="&lt;true&gt; &amp; &quot;more&quot;"/>
          <arg name="a" type="i"/>
          <arg type="i" direction="in"/>
          <arg name="sum" type="x" direction="out"/>
        </method>
        <method name="Fail"/>
        <method name="Later"/>
        <signal name="Changed">
          <arg name="what" type="s"/>
        </signal>
        <property name="Level" type="i" access="readwrite"/>
        <property name="Name" type="s" access="read">
          <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="invalidates"/>
        </property>
        <property name="Secret" type="s" access="write"/>
        <property name="Constant" type="u" access="read">
          <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
        </property>
        <property name="Absent" type="s" access="read"/>
      </interface>
    </node>
    """

  var level: Int32 = 1
  var secret = ""
  var calls: [String] = []
  var later: [Invocation] = []
  var error = BusError(name: "org.example.Error.Broken", message: "It is broken.")
  var onCall: (Invocation) -> Void = { _ in }

  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    calls.append(method)
    onCall(invocation)
    switch method {
    case "Echo": invocation.reply([arguments[0]])
    case "Sum": invocation.reply([.int64((arguments[0].intValue ?? 0) + (arguments[1].intValue ?? 0))])
    case "Fail": invocation.fail(error)
    default: later.append(invocation)
    }
  }

  func property(_ name: String) -> BusValue? {
    switch name {
    case "Level": .int32(level)
    case "Name": "name"
    case "Constant": .uint32(7)
    default: nil
    }
  }

  func setProperty(_ name: String, to value: BusValue) throws(BusError) {
    switch name {
    case "Level":
      guard let level = value.intValue, level < 100 else { throw .invalidArguments("The level is too high.") }
      self.level = Int32(level)
    default: secret = value.stringValue ?? ""
    }
  }

  static func call(_ member: String, _ arguments: [BusValue] = [], on connection: BusConnection) -> MethodCall {
    MethodCall(
      destination: connection.uniqueName, path: path, interface: interface, member: member, arguments: arguments)
  }
}
