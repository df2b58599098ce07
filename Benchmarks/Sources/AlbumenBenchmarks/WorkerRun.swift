import Foundation

/// Runs warm media workers, each with its host on its own core, and distributes the files among them.
enum WorkerRun {
    /// Returns the number of pictures per second that are decoded, rotated upright, converted to sRGB, reduced, sent to
    /// the host and encoded as JPEG.
    static func rate(_ files: [String], longSide: Int, cores: [Int32]) throws -> Double {
        let clients = try cores.map { (core: $0, worker: try PinnedWorker(core: $0)) }
        for client in clients { try client.worker.render(Array(files.prefix(1)), longSide: longSide) { _ in } }
        let seconds = try Stopwatch.seconds {
            try ConcurrentRun.run(
                clients.indices.map { index in
                    {
                        try Processor.pin(to: clients[index].core)
                        let reference = try ReferenceDecoder()
                        let part = Dealt.part(index, of: clients.count, files)
                        try clients[index].worker.render(part, longSide: longSide) { try reference.encode($0) }
                    }
                })
        }
        return Double(files.count) / seconds
    }
}
