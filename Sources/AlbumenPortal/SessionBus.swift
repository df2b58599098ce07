import CLibSystemd
import Dispatch
import Glibc

/// The connection to the session bus. Messages arrive on the main queue.
///
/// No object is registered with sd-bus, so that it returns each message instead of calling C functions.
@MainActor
final class SessionBus {
    private let bus: OpaquePointer
    private var source: (any DispatchSourceRead)?

    init() throws {
        var bus: OpaquePointer?
        try Self.check(sd_bus_open_user(&bus), "There is no session bus")
        guard let bus else { throw PortalFailure(description: "There is no session bus.") }
        self.bus = bus
    }

    /// Owns a name.
    func own(_ name: String) throws {
        try Self.check(
            sd_bus_request_name(bus, name, 0), "The name \(name) can't be owned. Another program may have it")
    }

    /// Receives signals that match a rule.
    func subscribe(to rule: String) throws {
        let call = try BusMessage.call(
            on: self, to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "AddMatch")
        try call.append(rule)
        _ = try send(call)
    }

    /// Calls an action with each message.
    ///
    /// - Parameter ended: Called once after the connection has ended.
    func start(_ received: @escaping @MainActor (BusMessage) -> Void, ended: @escaping @MainActor () -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: sd_bus_get_fd(bus), queue: .main)
        self.source = source
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.process(received, ended) }
        }
        source.activate()
        // Messages that arrived while the name was requested.
        process(received, ended)
    }

    private func process(_ received: @MainActor (BusMessage) -> Void, _ ended: @MainActor () -> Void) {
        while source != nil {
            var pointer: OpaquePointer?
            let result = sd_bus_process(bus, &pointer)
            if let pointer { received(BusMessage(pointer)) }
            if result < 0 {
                source?.cancel()
                source = nil
                return ended()
            }
            if result == 0 { return }
        }
    }

    /// Sends a message and returns its number, by which an answer names it.
    @discardableResult
    func send(_ message: BusMessage) throws -> UInt64 {
        var cookie: UInt64 = 0
        try Self.check(sd_bus_send(bus, message.pointer, &cookie), "A message can't be sent")
        try Self.check(sd_bus_flush(bus), "A message can't be sent")
        return cookie
    }

    /// Creates the message of a call.
    func makeCall(_ destination: String, _ path: String, _ interface: String, _ member: String) throws -> BusMessage {
        var pointer: OpaquePointer?
        let result = sd_bus_message_new_method_call(bus, &pointer, destination, path, interface, member)
        return try BusMessage.made(result, pointer)
    }

    /// Throws for a negative result of sd-bus.
    @discardableResult
    static func check(_ result: Int32, _ message: @autoclosure () -> String) throws -> Int32 {
        guard result < 0 else { return result }
        throw PortalFailure(description: "\(message()): \(String(cString: strerror(-result))).")
    }
}
