import CVipsBridge
import Foundation
import MediaWork

/// libvips behind a lock: its messages are the process's.
enum Vips {
    private static let lock = NSLock()
    private static let isStarted = albumen_vips_start() != 0

    /// - Throws: `unsupported` where libvips does not start; what `body` throws.
    static func use<Answer>(_ body: () throws(MediaError) -> Answer) throws(MediaError) -> Answer {
        lock.lock()
        defer { lock.unlock() }
        guard isStarted else {
            throw MediaError(.unsupported, "libvips cannot be started; see that it is installed whole")
        }
        return try body()
    }
}
