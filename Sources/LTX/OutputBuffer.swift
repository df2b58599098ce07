/// Collects the bytes of a file, and passes them on in larger parts.
final class OutputBuffer {
    private let buffer: UnsafeMutableRawBufferPointer
    private var used = 0
    private let write: (UnsafeRawBufferPointer) throws -> Void
    /// The number of bytes so far, also of those that weren't passed on yet.
    private(set) var count: UInt64 = 0

    init(capacity: Int, write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        self.write = write
    }

    deinit { buffer.deallocate() }

    /// Appends bytes.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            if used == buffer.count { try flush() }
            let part = rest.prefix(buffer.count - used)
            UnsafeMutableRawBufferPointer(rebasing: buffer[used...]).copyMemory(from: .init(rebasing: part))
            used += part.count
            count += UInt64(part.count)
            rest = rest.dropFirst(part.count)
        }
    }

    /// Lets a closure write in place, and appends the bytes that it reports.
    ///
    /// - Parameters:
    ///   - room: The number of bytes that the closure can write, at most the buffer's capacity.
    ///   - body: Returns the number of bytes that it wrote.
    func append(room: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
        precondition(room <= buffer.count)
        if buffer.count - used < room { try flush() }
        let written = try body(.init(rebasing: buffer[used..<used + room]))
        precondition((0...room).contains(written))
        used += written
        count += UInt64(written)
    }

    /// Passes on all bytes.
    func flush() throws {
        guard used > 0 else { return }
        try write(.init(rebasing: buffer[..<used]))
        used = 0
    }
}
