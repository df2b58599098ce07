package import Cancellation
package import Foundation
package import MediaRequests
import Synchronization

extension WorkerPool {
    private static let started = Mutex<WorkerPool?>(nil)

    /// Returns the pool of this process, for work that doesn't belong to a library. The method looks for the worker
    /// program once. If it isn't found, the next call looks again.
    package static func shared() throws(MediaError) -> WorkerPool {
        try started.withLock { (started) throws(MediaError) in
            if let started { return started }
            let pool = WorkerPool(executable: try WorkerLocation.find())
            started = pool
            return pool
        }
    }

    /// Probes a file in memory. Blocks the calling thread.
    package func probe(_ bytes: Data, filename: String) throws(MediaError) -> MediaProbe {
        let memory = try SharedMemory.make(of: bytes)
        defer { close(memory) }
        return try probe(descriptor: memory, filename: filename)
    }

    /// Decodes the images of a file in memory. Blocks the calling thread.
    package func render(
        _ bytes: Data, _ request: RenderRequest, lane: RenderLane? = nil, cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> Rendering {
        let memory = try SharedMemory.make(of: bytes)
        defer { close(memory) }
        return try render(descriptor: memory, request, lane: lane, cancellation: cancellation)
    }
}
