import Foundation
import Synchronization
import SystemCalls
import SystemPackage

/// The program's buffered output. Any thread can use it, and lines don't mix.
final class StandardOutput: Sendable {
    /// The output's reader has closed it.
    struct Closed: Error {}

    static let shared = StandardOutput(descriptor: STDOUT_FILENO)

    private static let bufferLimitInBytes = 64 << 10

    private let descriptor: Int32
    private let buffer = Mutex<[UInt8]>([])

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// - Throws: `Closed`, or `CommandFailure` if the output can't be written, for example because the disk is full.
    func write(line: String) throws {
        try buffer.withLock { buffer in
            buffer.append(contentsOf: line.utf8)
            if line.last != "\n" { buffer.append(UInt8(ascii: "\n")) }
            if buffer.count >= Self.bufferLimitInBytes { try drain(&buffer) }
        }
    }

    /// Writes bytes at once.
    ///
    /// - Throws: As `write(line:)`.
    func write(bytes: UnsafeRawBufferPointer) throws {
        try buffer.withLock { buffer in
            buffer.append(contentsOf: bytes)
            try drain(&buffer)
        }
    }

    func flush() throws {
        try buffer.withLock { try drain(&$0) }
    }

    private func drain(_ buffer: inout [UInt8]) throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        let written = buffer.withUnsafeBytes { bytes in
            Result { () throws(Errno) in try FileDescriptor(rawValue: descriptor).write(all: bytes) }
        }
        switch written {
        case .success: return
        case .failure(.brokenPipe): throw Closed()
        case .failure(let failure):
            throw CommandFailure("The output cannot be written: \(failure). Send it elsewhere.")
        }
    }
}
