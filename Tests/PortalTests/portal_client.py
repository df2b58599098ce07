"""Acts as the portal and as another backend on a private session bus, for the tests of albumen-portal.

Reads commands from the pipe that its argument names, one JSON document per line, and writes messages to standard output.
"""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

OWN = "org.freedesktop.impl.portal.desktop.albumen"
OTHER = "org.freedesktop.impl.portal.desktop.test"
PATH = "/org/freedesktop/portal/desktop"
CHOOSER = "org.freedesktop.impl.portal.FileChooser"
REQUEST = "org.freedesktop.impl.portal.Request"


def say(**document):
    print(json.dumps(document), flush=True)


class Request(dbus.service.Object):
    """The request of the other backend, which waits until it's closed."""

    def __init__(self, bus, path, end):
        super().__init__(bus, path)
        self.end = end

    @dbus.service.method(REQUEST, in_signature="", out_signature="")
    def Close(self):
        say(event="closed")
        self.remove_from_connection()
        self.end(dbus.UInt32(2), dbus.Dictionary({}, signature="sv"))


class OtherBackend(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, PATH)
        self.bus = bus

    def serve(self, member, handle, application, parent, title, options, answer, fail):
        say(
            event="other", member=member, handle=handle, application=application, parent=parent, title=title,
            options=sorted(options), name=str(options.get("current_name", "")))
        if title == "fail":
            fail(dbus.DBusException("broken", name="org.example.Broken"))
        elif title == "wait":
            Request(self.bus, handle, answer)
        else:
            uris = dbus.Array(["file:///other"], signature="s")
            answer(dbus.UInt32(0), dbus.Dictionary({"uris": uris, "writable": True}, signature="sv"))

    def method(name):
        def call(self, handle, application, parent, title, options, answer, fail):
            self.serve(name, handle, application, parent, title, options, answer, fail)

        call.__name__ = name
        return dbus.service.method(
            CHOOSER, in_signature="osssa{sv}", out_signature="ua{sv}", async_callbacks=("answer", "fail"))(call)

    OpenFile = method("OpenFile")
    SaveFile = method("SaveFile")
    SaveFiles = method("SaveFiles")


def make_filter(name, patterns):
    pairs = [dbus.Struct((dbus.UInt32(0 if "*." in each else 1), each), signature="us") for each in patterns]
    return dbus.Struct((name, dbus.Array(pairs, signature="(us)")), signature="sa(us)")


def make_options(options):
    made = {}
    for key, value in options.items():
        if key == "filters" and isinstance(value, list):
            value = dbus.Array([make_filter(*each) for each in value], signature="(sa(us))")
        elif key == "current_filter":
            value = make_filter(*value)
        elif key == "choices":
            value = dbus.Array(
                [
                    dbus.Struct((name, label, dbus.Array(pairs, signature="(ss)"), chosen), signature="ssa(ss)s")
                    for name, label, pairs, chosen in value
                ], signature="(ssa(ss)s)")
        made[key] = value
    return dbus.Dictionary(made, signature="sv")


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    names = [dbus.service.BusName(OTHER, bus)]
    backend = OtherBackend(bus)
    loop = GLib.MainLoop()

    def call(command):
        handle = command["handle"]
        bus.get_object(OWN, PATH, introspect=False).get_dbus_method(command["member"], CHOOSER)(
            dbus.ObjectPath(handle), command.get("application", ""), "", command.get("title", ""),
            make_options(command.get("options", {})), timeout=1800,
            reply_handler=lambda response, results: say(
                event="answer", handle=handle, response=int(response), uris=[str(x) for x in results.get("uris", [])],
                results=sorted(results)),
            error_handler=lambda error: say(event="error", handle=handle, name=error.get_dbus_name()))

    def read(source, _):
        command = json.loads(source.readline())
        if command["member"] == "Close":
            bus.get_object(OWN, command["handle"], introspect=False).get_dbus_method("Close", REQUEST)(
                reply_handler=lambda: say(event="close answered"),
                error_handler=lambda error: say(event="close refused", name=error.get_dbus_name()))
        elif command["member"] == "Inspect":
            found = bus.get_object(OWN, PATH, introspect=False)
            text = found.Introspect(dbus_interface="org.freedesktop.DBus.Introspectable")
            properties = found.GetAll(CHOOSER, dbus_interface="org.freedesktop.DBus.Properties")
            say(event="inspected", text=text, properties=sorted(properties))
        else:
            call(command)
        return True

    bus.watch_name_owner(OWN, lambda owner: owner and say(event="ready"))
    # Unbuffered, so that no line waits in a buffer that the loop doesn't see. Also open for writing, so that the pipe has
    # no end.
    source = open(sys.argv[1], "r+b", buffering=0)
    GLib.io_add_watch(source.fileno(), GLib.IO_IN, lambda _, flags: read(source, flags))
    loop.run()
    del names, backend


main()
