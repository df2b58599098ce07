package import Foundation
import Synchronization

extension WorkerPool {
    private static let started = Mutex<WorkerPool?>(nil)

    /// The pool of this process, for whatever belongs to no one library. Found once; where no worker is found, the next call looks
    /// again.
    package static func shared() throws(MediaError) -> WorkerPool {
        try started.withLock { (started) throws(MediaError) in
            if let started { return started }
            let pool = WorkerPool(executable: try WorkerLocation.find())
            started = pool
            return pool
        }
    }

    /// What a file is that is in memory alone. Blocks its caller.
    package func probe(_ bytes: Data, filename: String) throws(MediaError) -> MediaProbe {
        let memory = try SharedMemory.make(of: bytes)
        defer { close(memory) }
        return try probe(descriptor: memory, filename: filename)
    }

    /// The pictures of a file that is in memory alone. Blocks its caller.
    package func render(
        _ bytes: Data, _ request: RenderRequest, lane: RenderLane? = nil, cancellation: WorkCancellation? = nil
    ) throws(MediaError) -> Rendering {
        let memory = try SharedMemory.make(of: bytes)
        defer { close(memory) }
        return try render(descriptor: memory, request, lane: lane, cancellation: cancellation)
    }
}
