import Synchronization

/// The positions of the stack at which a closure was called, to find out whether it's wrapped again and again.
package final class StackDepth: Sendable {
    private let positions = Mutex<[Int]>([])

    package init() {}

    /// Notes the position of the stack. Call it from the closure.
    package func note() {
        var local = 0
        let position = withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
        positions.withLock { $0.append(position) }
    }

    /// The distance of the last position from the first one, in bytes. The calls must have come from the same place of the
    /// same thread.
    package var growthInBytes: Int {
        positions.withLock { positions in
            guard let first = positions.first, let last = positions.last else { return 0 }
            return abs(first - last)
        }
    }

    package var count: Int { positions.withLock { $0.count } }
}
