import Foundation

/// The reading end of a pipe, emptied by a thread of its own so that the writer never waits.
final class DrainedPipe: @unchecked Sendable {
    // Unchecked because `condition` guards both.
    private var data = Data()
    private var isAtEnd = false
    private let condition = NSCondition()

    /// Takes the descriptor over.
    init(_ descriptor: Int32) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                append(buffer[..<count])
            }
            close(descriptor)
            end()
        }
    }

    /// All that came until the last writer closed its end.
    func wait() -> Data {
        _ = wait { _ in false }
        return condition.withLock { data }
    }

    /// Blocks until the data has what is asked for; false where it ended without.
    func wait(until isEnough: (Data) -> Bool) -> Bool {
        condition.withLock {
            while !isEnough(data) {
                if isAtEnd { return false }
                condition.wait()
            }
            return true
        }
    }

    private func append(_ bytes: ArraySlice<UInt8>) {
        condition.withLock {
            data.append(contentsOf: bytes)
            condition.broadcast()
        }
    }

    private func end() {
        condition.withLock {
            isAtEnd = true
            condition.broadcast()
        }
    }
}
