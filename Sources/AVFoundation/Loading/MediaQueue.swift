import Foundation
import MediaRequests

/// The threads that block for the media worker in place of callers that don't block.
enum MediaQueue {
    /// Loads properties, and calls handlers.
    static let loading = make("albumen.assets", count: max(2, Processors.usableCount))
    /// Makes images. A thread can be busy with many of them, so properties have other threads.
    static let frames = make("albumen.frames", count: Processors.usableCount)

    static func make(_ name: String, count: Int) -> OperationQueue {
        let queue = OperationQueue()
        queue.name = name
        queue.maxConcurrentOperationCount = max(1, count)
        return queue
    }
}
