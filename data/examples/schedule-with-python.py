#!/usr/bin/python3
"""Schedules a message over D-Bus from Python (PyGObject), waits until it is answered, and acknowledges the answer."""
from gi.repository import Gio, GLib

APP = 'org.example.Kitchen'  # the desktop id of your app
service = Gio.DBusProxy.new_for_bus_sync(
    Gio.BusType.SESSION, Gio.DBusProxyFlags.NONE, None,
    'org.localpush.LocalPush', '/org/localpush/LocalPush', 'org.localpush.LocalPush1', None)
loop = GLib.MainLoop()


def on_signal(proxy, sender, signal, parameters):
    app, message, details = parameters.unpack()
    print(signal, message, details.get('action', ''), details.get('user-info', ''), flush=True)
    if signal == 'Responded':
        proxy.Acknowledge('(st)', APP, details['sequence'])
        loop.quit()


service.connect('g-signal', on_signal)
service.Subscribe('(s)', APP)
message = {
    'id': GLib.Variant('s', 'eggs'),
    'title': GLib.Variant('s', 'Eggs'),
    'in': GLib.Variant('s', '1s'),
    'action.view': GLib.Variant('s', '查看'),
    'user-info': GLib.Variant('a{sv}', {'pot': GLib.Variant('x', 2), 'soft': GLib.Variant('b', True)}),
}
for result in service.Schedule('(saa{sv}a{sv})', APP, [message], {}):
    print(result['status'], result['id'], result.get('reason', ''), flush=True)
loop.run()
