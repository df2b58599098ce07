import Foundation
import Synchronization

/// The program's output, buffered. Safe to use from any thread; lines stay whole.
final class StandardOutput: Sendable {
    /// Whoever read the output has gone.
    struct Closed: Error {}

    static let shared = StandardOutput(descriptor: STDOUT_FILENO)

    private static let bufferLimitInBytes = 64 << 10

    private let descriptor: Int32
    private let buffer = Mutex<[UInt8]>([])

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// - Throws: `Closed`, and `CommandFailure` where the output cannot be written, as on a full disk.
    func write(line: String) throws {
        try buffer.withLock { buffer in
            buffer.append(contentsOf: line.utf8)
            if line.last != "\n" { buffer.append(UInt8(ascii: "\n")) }
            if buffer.count >= Self.bufferLimitInBytes { try drain(&buffer) }
        }
    }

    func flush() throws {
        try buffer.withLock { try drain(&$0) }
    }

    private func drain(_ buffer: inout [UInt8]) throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let count = Foundation.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EPIPE {
                    throw Closed()
                } else if errno != EINTR {
                    throw CommandFailure(
                        "The output cannot be written: \(String(cString: strerror(errno))). Send it elsewhere.")
                }
            }
        }
    }
}
