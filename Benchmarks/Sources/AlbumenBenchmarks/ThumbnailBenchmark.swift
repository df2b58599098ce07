import Foundation

/// One warm worker and its host on one core, each thumbnail decoded, turned upright, in sRGB, and encoded, beside
/// libjpeg-turbo that decodes at an eighth and does nothing else; and two workers beside one, over wide-gamut photographs.
enum ThumbnailBenchmark {
    private static let longSide = 256

    static func run(_ media: BenchmarkMedia) throws {
        try media.warm()
        var ours = Repetitions()
        var theirs = Repetitions()
        for _ in 0..<Repetitions.count {
            theirs.values.append(try decodeRate(media.photographs))
            ours.values.append(try rate(media.photographs, cores: [1]))
        }
        Comparison(
            title: "thumbnails: \(longSide) pixels, decoded and encoded, one worker and its host on one core",
            peer: "libjpeg-turbo, decoding at 1/8 alone", unit: "files/s", goal: 0.85, ours: ours, theirs: theirs
        ).tell()
        try media.withWorkFolder { work in
            let photographs = try WideGamutPhotographs.make(of: media.photographs, in: work)
            var two = Repetitions()
            var one = Repetitions()
            for _ in 0..<Repetitions.count {
                one.values.append(try rate(photographs, cores: [1]))
                two.values.append(try rate(photographs, cores: [0, 1]))
            }
            Comparison(
                title: "thumbnails: two workers, photographs in Display P3", peer: "one worker", unit: "files/s",
                goal: 1.8, ours: two, theirs: one
            ).tell()
        }
    }

    private static func decodeRate(_ files: [String]) throws -> Double {
        try Processor.pin(to: 1)
        defer { try? Processor.pin(to: nil) }
        let reference = try ReferenceDecoder()
        let seconds = try Stopwatch.seconds {
            for file in files { try reference.decode(file, denominator: 8) }
        }
        return Double(files.count) / seconds
    }

    /// One worker and one thread on each of the cores, the files dealt out among them.
    private static func rate(_ files: [String], cores: [Int32]) throws -> Double {
        let clients = try cores.map { (core: $0, worker: try MediaWorkerClient(core: $0)) }
        for client in clients { try client.worker.render(Array(files.prefix(1)), longSide: longSide) { _, _ in } }
        let seconds = try Stopwatch.seconds {
            try ConcurrentRun.run(
                clients.indices.map { index in
                    {
                        try Processor.pin(to: clients[index].core)
                        let reference = try ReferenceDecoder()
                        let part = files.enumerated().filter { $0.offset % clients.count == index }.map(\.element)
                        try clients[index].worker.render(part, longSide: longSide) { try reference.encode($0, $1) }
                    }
                })
        }
        for client in clients { try client.worker.finish() }
        return Double(files.count) / seconds
    }
}
