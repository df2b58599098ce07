import Foundation
import Glibc
import Synchronization

/// A started server. A thread waits for its end, because the kernel keeps an ended child until somebody does.
final class ServerProcess: Sendable {
    let path: String
    let identifier: pid_t
    private let ended = Mutex<Int32?>(nil)

    init(path: String, identifier: pid_t) {
        (self.path, self.identifier) = (path, identifier)
        Thread.detachNewThread {
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0 {
                // The program may ignore the end of its children, or wait for all of them.
                guard errno == EINTR else { break }
            }
            // 128 and the signal's number, as in a shell.
            let signal = status & 0x7F
            self.ended.withLock { $0 = signal == 0 ? (status >> 8) & 0xFF : 128 + signal }
        }
    }

    /// The status with which the server ended, or `nil` while it runs.
    var endStatus: Int32? { ended.withLock { $0 } }
}
