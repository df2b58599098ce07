import Synchronization

/// A worker's task with a file of which some bytes may be missing. It notes the first read of missing bytes. Then the
/// host gets them and repeats the task.
package final class PartialReading: Sendable {
    /// The one of this thread's task, or `nil` if its file is complete.
    @TaskLocal private static var current: PartialReading?

    private let present: PresentBytes
    private let missed = Mutex<MediaError?>(nil)

    private init(_ present: PresentBytes) {
        self.present = present
    }

    /// Whether bytes of the task's file may be missing.
    package static var isActive: Bool { current != nil }

    /// Returns how many of the wanted bytes can be read. Fewer than wanted means that the next one is missing.
    package static func readableCount(at offset: Int, of count: Int) -> Int {
        guard let current, count > 0 else { return count }
        let present = Int(current.present.count(from: Int64(offset)))
        if present == 0 {
            current.missed.withLock { $0 = $0 ?? .missing(Int64(offset)..<Int64(offset) + Int64(count)) }
        }
        return min(count, present)
    }

    /// Runs a task.
    ///
    /// - Parameter present: `nil` for a complete file.
    package static func run(_ present: PresentBytes?, _ task: () -> MediaReply) -> MediaReply {
        guard let present else { return task() }
        let reading = PartialReading(present)
        let reply = $current.withValue(reading, operation: task)
        // A library may have ignored the failed read, and its answer lacks something.
        return reading.missed.withLock { $0 }.map(MediaReply.failure) ?? reply
    }
}
