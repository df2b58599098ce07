import Foundation
import MediaRequests
import MediaWork
import Pixels
import Synchronization

/// One `albumen-media-worker` on its own core, with the project's host.
final class PinnedWorker: Sendable {
    private let core: Int32
    private let pool: WorkerPool
    /// The process that is pinned. The pool replaces a worker after some requests.
    private let pinned = Atomic<pid_t>(0)

    /// Starts the worker.
    init(core: Int32) throws {
        self.core = core
        pool = WorkerPool(executable: try Program(beside: "albumen-media-worker").path, limit: 1)
        _ = try pool.describe()
        try pinAgain()
    }

    /// Describes all files, one after another.
    ///
    /// - Returns: The last description.
    @discardableResult
    func probe(_ paths: [String]) throws -> MediaProbe? {
        var probe: MediaProbe?
        try forEach(paths) { probe = try pool.probe(descriptor: $0, filename: "IMG.JPG") }
        return probe
    }

    /// Makes a picture of each file, one after another. `longSide` is in pixels.
    func render(_ paths: [String], longSide: Int, _ body: (Bitmap) throws -> Void) throws {
        let request = RenderRequest(filename: "IMG.JPG", sizes: [.longSide(longSide)])
        try forEach(paths) { try body(pool.render(descriptor: $0, request).pictures[0]) }
    }

    private func forEach(_ paths: [String], _ body: (_ descriptor: Int32) throws -> Void) throws {
        for path in paths {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw BenchmarkFailure("\(path): \(String(cString: strerror(errno)))") }
            defer { close(descriptor) }
            try body(descriptor)
            try pinAgain()
        }
    }

    private func pinAgain() throws {
        guard let worker = pool.idleProcessIdentifiers.first, worker != pinned.load(ordering: .relaxed) else {
            return
        }
        try Processor.pin(process: worker, to: core)
        pinned.store(worker, ordering: .relaxed)
    }
}
