import Foundation
import SystemCalls
import SystemPackage

/// Temporary files that a process of an export writes.
enum NewFile {
    /// Creates a file and calls a closure with its descriptor. Removes the file if the closure throws.
    ///
    /// - Throws: `RequestFailure` if the file can't be created, or the error of the closure.
    static func write<Answer>(_ url: URL, _ body: (Int32) throws -> Answer) throws -> Answer {
        let path = url.path(percentEncoded: false)
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw RequestFailure(
                code: .internalError, message: "\(path) can't be created: \(Errno.current).")
        }
        defer { Glibc.close(descriptor) }
        do {
            return try body(descriptor)
        } catch {
            unlink(path)
            throw error
        }
    }
}
