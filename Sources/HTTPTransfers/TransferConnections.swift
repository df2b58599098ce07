import CLibCurl
import Synchronization

/// Open connections that later transfers use again. Any thread can use it.
package final class TransferConnections: Sendable {
    private let limit: Int
    private let idle = Mutex<[TransferGroup]>([])

    /// - Parameter limit: The largest number of idle connections.
    package init(limit: Int = 8) {
        self.limit = limit
    }

    func takeIdle() -> TransferGroup? {
        idle.withLock { $0.popLast() }
    }

    func keep(_ group: TransferGroup) {
        idle.withLock { idle in
            if idle.count < limit { idle.append(group) }
        }
    }
}

/// libcurl's object for the connections of one thread.
// Unchecked because `TransferConnections` gives it to one thread at a time. Others only wake it, which libcurl permits.
final class TransferGroup: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    /// Returns `nil` if there is no memory.
    init?() {
        guard let pointer = curl_multi_init() else { return nil }
        self.pointer = pointer
    }

    deinit { curl_multi_cleanup(pointer) }
}
