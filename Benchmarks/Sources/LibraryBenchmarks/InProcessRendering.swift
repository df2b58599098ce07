import Dispatch
import Foundation
import Imaging
import MediaRequests
import MediaWork
import Pixels
import Synchronization

/// Makes the same pictures with the workers, and with the workers' code in this process.
struct InProcessRendering {
    private static let request = RenderRequest(filename: "IMG.JPG", sizes: [.longSide(1024)])

    let files: [String]

    /// Makes each file's picture with the workers and then in this process, on one thread per core.
    func seconds() throws -> [Double] {
        let workers = try WorkerPool.shared()
        let threads = Processors.usableCount
        let sums = Mutex((worker: 0.0, inProcess: 0.0))
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            do {
                // Not measured: this starts the worker.
                try Self.render(files[thread], workers)
                try Self.render(files[thread])
                for index in stride(from: thread, to: files.count, by: threads) {
                    let worker = try Measurement.seconds { try Self.render(files[index], workers) }
                    let inProcess = try Measurement.seconds { try Self.render(files[index]) }
                    sums.withLock { sums in
                        sums.worker += worker
                        sums.inProcess += inProcess
                    }
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return sums.withLock { [$0.worker, $0.inProcess] }
    }

    private static func render(_ file: String, _ workers: WorkerPool) throws {
        let descriptor = try opened(file)
        defer { close(descriptor) }
        let rendering = try workers.render(descriptor: descriptor, request)
        precondition(rendering.pictures[0].longSide == 1024)
    }

    private static func render(_ file: String) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped)
        let rendering = try bytes.withUnsafeBytes { try ImageRenderer.render($0, request) }
        precondition(rendering?.pictures[0].longSide == 1024)
    }

    private static func opened(_ file: String) throws -> Int32 {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ImageMedia.Failure(description: "\(file) cannot be opened.") }
        return descriptor
    }
}
