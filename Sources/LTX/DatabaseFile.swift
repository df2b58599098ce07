internal import Foundation
internal import Glibc

/// A database file that a restore writes.
struct DatabaseFile {
    let descriptor: CInt
    /// The file that errors name.
    let name: String

    /// Creates a file that only its owner can read.
    ///
    /// - Returns: Its descriptor. The caller closes it.
    static func create(at url: URL) throws(LTXError) -> CInt {
        let descriptor = Glibc.open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(url.path, "create the file") }
        return descriptor
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(LTXError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A database has less than 2^48 bytes.
            let position = off_t(offset) + off_t(bytes.count - rest.count)
            let written = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, position)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.failure(name, "write to it") }
            rest = rest.dropFirst(written)
        }
    }

    func truncate(to size: UInt64) throws(LTXError) {
        while ftruncate(descriptor, off_t(size)) != 0 {
            guard errno == EINTR else { throw Self.failure(name, "set its size") }
        }
    }

    func synchronize() throws(LTXError) {
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw Self.failure(name, "store it on the disk") }
        }
    }

    private static func failure(_ name: String, _ action: String) -> LTXError {
        let reason = String(cString: strerror(errno))
        return LTXError(.fileFailure, "\(name): can't \(action): \(reason). Mend that, and restore again.")
    }
}
