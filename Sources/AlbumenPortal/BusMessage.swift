import CLibSystemd
import Glibc

/// A message of D-Bus. Reading moves a position in it. sd-bus has checked its signature and its strings.
@MainActor
final class BusMessage {
    enum Kind {
        case call, answer, failure, signal
    }

    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    isolated deinit {
        sd_bus_message_unref(pointer)
    }

    static func made(_ result: Int32, _ pointer: OpaquePointer?) throws -> BusMessage {
        try SessionBus.check(result, "A message can't be made")
        guard let pointer else { throw PortalFailure(description: "A message can't be made.") }
        return BusMessage(pointer)
    }

    static func call(
        on bus: SessionBus, to destination: String, path: String, interface: String, member: String
    ) throws -> BusMessage {
        try bus.makeCall(destination, path, interface, member)
    }

    /// Creates the answer to this call.
    func makeAnswer() throws -> BusMessage {
        var answer: OpaquePointer?
        return try Self.made(sd_bus_message_new_method_return(pointer, &answer), answer)
    }

    /// Creates the answer that this call failed.
    func makeFailure(_ name: String, _ message: String) throws -> BusMessage {
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        // Returns the error's number as a failure.
        _ = sd_bus_error_set(&error, name, message)
        var answer: OpaquePointer?
        return try Self.made(sd_bus_message_new_method_error(pointer, &answer, &error), answer)
    }

    /// Creates the answer to this call with another call's error.
    func makeFailure(of failure: BusMessage) throws -> BusMessage {
        var answer: OpaquePointer?
        let error = sd_bus_message_get_error(failure.pointer)
        return try Self.made(sd_bus_message_new_method_error(pointer, &answer, error), answer)
    }

    // MARK: The header

    var kind: Kind {
        var type: UInt8 = 0
        sd_bus_message_get_type(pointer, &type)
        return switch Int(type) {
        case Int(SD_BUS_MESSAGE_METHOD_CALL): .call
        case Int(SD_BUS_MESSAGE_METHOD_RETURN): .answer
        case Int(SD_BUS_MESSAGE_METHOD_ERROR): .failure
        default: .signal
        }
    }

    var path: String { Self.text(sd_bus_message_get_path(pointer)) }
    var interface: String { Self.text(sd_bus_message_get_interface(pointer)) }
    var member: String { Self.text(sd_bus_message_get_member(pointer)) }
    var sender: String { Self.text(sd_bus_message_get_sender(pointer)) }
    var signature: String { Self.text(sd_bus_message_get_signature(pointer, 1)) }

    /// The number of the call that this message answers.
    var answeredCall: UInt64? {
        var cookie: UInt64 = 0
        return sd_bus_message_get_reply_cookie(pointer, &cookie) < 0 ? nil : cookie
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
}
