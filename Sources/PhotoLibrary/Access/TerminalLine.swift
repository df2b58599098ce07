import CAlbumenSystem
import Cancellation
import Foundation
import MediaRequests

/// Reads lines from a terminal until another thread cancels that.
enum TerminalLine {
    /// The longest line in bytes. The rest is dropped.
    private static let limit = 4096

    /// Returns the next line without its end, or `nil` at the end of the input or if the read is cancelled.
    ///
    /// Doesn't use the C library's buffer, so nothing but the line is taken from a terminal in its usual mode.
    static func read(from terminal: Int32, _ cancellation: WorkCancellation) -> String? {
        let event = albumen_make_event()
        guard event >= 0 else { return nil }
        defer { close(event) }
        let wake: @Sendable () -> Void = { albumen_raise_event(event) }
        return cancellation.whileWaking(wake) {
            var line: [UInt8] = []
            var bytes = [UInt8](repeating: 0, count: 1024)
            while true {
                let ending = albumen_await_message(terminal, event, -1)
                guard ending == 0, !cancellation.isCancelled else { return nil }
                let count = Glibc.read(terminal, &bytes, bytes.count)
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                guard count > 0 else { return nil }
                // In its raw mode, a terminal sends no line feed.
                let end = bytes[..<count].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
                line += bytes[..<(end ?? count)]
                if end != nil { return String(decoding: line.prefix(limit), as: UTF8.self) }
                line = Array(line.prefix(limit))
            }
        }
    }
}

/// The right to ask at the terminal, which one thread has at a time.
final class TerminalTurn: @unchecked Sendable {
    static let shared = TerminalTurn()

    // Unchecked because the condition's lock guards the following property.
    private let condition = NSCondition()
    private var isTaken = false

    /// A question that was cancelled while it waited, guarded by the condition's lock.
    private final class Waiter: @unchecked Sendable {
        var isCancelled = false
    }

    /// Waits for the turn and runs the body. Returns `nil` if the question is cancelled before.
    func take<Answer>(_ cancellation: WorkCancellation, _ body: () -> Answer?) -> Answer? {
        let waiter = Waiter()
        let wake: @Sendable () -> Void = { [condition] in
            condition.withLock {
                waiter.isCancelled = true
                condition.broadcast()
            }
        }
        let isFree = cancellation.whileWaking(wake) {
            condition.withLock {
                while isTaken, !waiter.isCancelled { condition.wait() }
                guard !waiter.isCancelled else { return false }
                isTaken = true
                return true
            }
        }
        guard isFree else { return nil }
        defer {
            condition.withLock {
                isTaken = false
                condition.broadcast()
            }
        }
        return body()
    }
}
