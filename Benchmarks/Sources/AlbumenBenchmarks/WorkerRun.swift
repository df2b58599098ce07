import Foundation

/// Warm media workers at work: each with its host on a core of its own, the files dealt out among them.
enum WorkerRun {
    /// How many pictures a second are decoded, turned upright, brought to sRGB, reduced, handed over and encoded as JPEG.
    static func rate(_ files: [String], longSide: Int, cores: [Int32]) throws -> Double {
        let clients = try cores.map { (core: $0, worker: try MediaWorkerClient(core: $0)) }
        for client in clients { try client.worker.render(Array(files.prefix(1)), longSide: longSide) { _, _ in } }
        let seconds = try Stopwatch.seconds {
            try ConcurrentRun.run(
                clients.indices.map { index in
                    {
                        try Processor.pin(to: clients[index].core)
                        let reference = try ReferenceDecoder()
                        let part = Dealt.part(index, of: clients.count, files)
                        try clients[index].worker.render(part, longSide: longSide) { try reference.encode($0, $1) }
                    }
                })
        }
        for client in clients { try client.worker.finish() }
        return Double(files.count) / seconds
    }
}
