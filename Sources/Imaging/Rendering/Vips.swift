import CVipsBridge
import Foundation
import MediaRequests

/// Serializes calls of libvips, because its messages belong to the process.
enum Vips {
    private static let lock = NSLock()
    private static let isStarted = albumen_vips_start() != 0

    /// - Throws: `unsupported` if libvips doesn't start, and the errors of `body`.
    static func use<Answer>(_ body: () throws(MediaError) -> Answer) throws(MediaError) -> Answer {
        lock.lock()
        defer { lock.unlock() }
        guard isStarted else {
            throw MediaError(.unsupported, "libvips cannot be started; see that it is installed whole")
        }
        return try body()
    }
}
