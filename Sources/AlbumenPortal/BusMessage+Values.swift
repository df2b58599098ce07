import CLibSystemd
import Glibc

/// The values of a message, in the types of D-Bus: `s` is a string, `o` a path, `b` a Boolean value, `u` a number.
extension BusMessage {
    // MARK: Reading

    func rewind() throws {
        try check(sd_bus_message_rewind(pointer, 1))
    }

    /// Reads a string or a path.
    func readString(_ type: Unicode.Scalar = "s") throws -> String {
        var text: UnsafePointer<CChar>?
        let result = sd_bus_message_read_basic(pointer, Self.code(type), &text)
        guard try check(result) > 0, let text else { throw Self.unexpected }
        return String(cString: text)
    }

    func readNumber() throws -> UInt32 {
        var number: UInt32 = 0
        guard try check(sd_bus_message_read_basic(pointer, Self.code("u"), &number)) > 0 else { throw Self.unexpected }
        return number
    }

    func readBoolean() throws -> Bool {
        var value: Int32 = 0
        guard try check(sd_bus_message_read_basic(pointer, Self.code("b"), &value)) > 0 else { throw Self.unexpected }
        return value != 0
    }

    /// Calls a closure for each element of an array.
    ///
    /// - Parameter contents: The type of the elements.
    func readArray(_ contents: String, _ body: () throws -> Void) throws {
        guard try enter("a", contents) else { throw Self.unexpected }
        while try check(sd_bus_message_at_end(pointer, 0)) == 0 { try body() }
        try exit()
    }

    /// Reads a structure (`r`), a dictionary's entry (`e`) or a variant (`v`).
    func read<Value>(_ type: Unicode.Scalar, _ contents: String, _ body: () throws -> Value) throws -> Value {
        guard try enter(type, contents) else { throw Self.unexpected }
        let value = try body()
        try exit()
        return value
    }

    /// Returns the type of the next variant's value.
    func variantType() throws -> String {
        var type = CChar(0)
        var contents: UnsafePointer<CChar>?
        let result = try check(sd_bus_message_peek_type(pointer, &type, &contents))
        guard result > 0, type == Self.code("v"), let contents else { throw Self.unexpected }
        return String(cString: contents)
    }

    func skip(_ types: String) throws {
        try check(sd_bus_message_skip(pointer, types))
    }

    private func enter(_ type: Unicode.Scalar, _ contents: String) throws -> Bool {
        try check(sd_bus_message_enter_container(pointer, Self.code(type), contents)) > 0
    }

    private func exit() throws {
        try check(sd_bus_message_exit_container(pointer))
    }

    // MARK: Writing

    func append(_ text: String) throws {
        try text.withCString { text in _ = try check(sd_bus_message_append_basic(pointer, Self.code("s"), text)) }
    }

    func append(_ number: UInt32) throws {
        try withUnsafePointer(to: number) { _ = try check(sd_bus_message_append_basic(pointer, Self.code("u"), $0)) }
    }

    /// Appends an array (`a`), an entry (`e`) or a variant (`v`).
    func append(_ type: Unicode.Scalar, _ contents: String, _ body: () throws -> Void = {}) throws {
        try check(sd_bus_message_open_container(pointer, Self.code(type), contents))
        try body()
        try check(sd_bus_message_close_container(pointer))
    }

    /// Appends all values of another message.
    func appendAll(of other: BusMessage) throws {
        try other.rewind()
        try check(sd_bus_message_copy(pointer, other.pointer, 1))
    }

    @discardableResult
    private func check(_ result: Int32) throws -> Int32 {
        try SessionBus.check(result, "A message can't be read or written")
    }

    private static func code(_ scalar: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: scalar.value) }

    private static let unexpected = PortalFailure(description: "A message has other values than its interface.")
}
