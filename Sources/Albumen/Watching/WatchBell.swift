import Foundation
import Synchronization
import SystemCalls
import SystemPackage

/// Wakes the thread of a watch. Any thread can ring it; one thread waits.
final class WatchBell: Sendable {
    private let reading: FileDescriptor
    private let writing: FileDescriptor
    private let ended = Mutex(false)

    /// - Throws: `WatchError` if the process has no descriptors.
    init() throws(WatchError) {
        var ends: [Int32] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, Int32(bitPattern: kind), 0, &ends) == 0 else {
            throw WatchError(
                .unreadable, "Folders can't be watched: \(Errno.current). Close some programs, or raise “ulimit -n”.")
        }
        reading = FileDescriptor(rawValue: ends[0])
        writing = FileDescriptor(rawValue: ends[1])
    }

    deinit {
        close(reading.rawValue)
        close(writing.rawValue)
    }

    var isEnded: Bool { ended.withLock { $0 } }

    /// Ends the wait, and makes further waits return at once.
    func end() {
        ended.withLock { $0 = true }
        ring()
    }

    /// Ends the wait. If the socket is full, it has been rung already.
    func ring() {
        var byte: UInt8 = 1
        _ = write(writing.rawValue, &byte, 1)
    }

    /// Waits until the bell is rung, an instant has come, or one of the descriptors has something.
    ///
    /// - Parameter others: Descriptors with the events of `poll`.
    /// - Returns: Whether the bell was rung, and for each descriptor whether it has something.
    @discardableResult
    func wait(until end: ContinuousClock.Instant?, _ others: [(Int32, Int16)]) -> (isRung: Bool, others: [Bool]) {
        var descriptors = [pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0)]
        descriptors += others.map { pollfd(fd: $0.0, events: $0.1, revents: 0) }
        let milliseconds: Int32 =
            if isEnded {
                0
            } else if let end {
                // Rounded up, so that it doesn't return before the instant.
                Int32(clamping: max(0, Int64(((end - .now) / .milliseconds(1)).rounded(.up))))
            } else {
                -1
            }
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else {
            return (isEnded, others.map { _ in false })
        }
        let isRung = descriptors[0].revents != 0
        if isRung {
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
                while read(reading.rawValue, buffer.baseAddress, buffer.count) > 0 {}
            }
        }
        return (isRung, descriptors.dropFirst().map { $0.revents != 0 })
    }
}
