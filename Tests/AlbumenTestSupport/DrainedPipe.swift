import Foundation

/// The reading end of a pipe. A thread empties it, so the writer never blocks.
final class DrainedPipe: @unchecked Sendable {
    // Unchecked because `condition` guards both properties.
    private var data = Data()
    private var isAtEnd = false
    private let condition = NSCondition()

    /// Takes ownership of the descriptor.
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

    /// Returns all data until the last writer closes its end.
    func wait() -> Data {
        _ = wait { _ in false }
        return condition.withLock { data }
    }

    /// Blocks until the data matches a condition. Returns `false` if it ends before.
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
