import Foundation

/// Compares warm workers and their hosts with programs that people use to make small pictures.
enum RenditionBenchmark {
    /// Makes pictures of photographs in the size of a screen.
    static func runLarge(_ media: BenchmarkMedia) throws {
        try media.warm()
        let longSide = 1024
        try compare(
            "renditions: \(longSide) pixels of 12-megapixel JPEGs", media, media.photographs, longSide: longSide,
            peers: [
                (.vipsthumbnail(longSide: longSide), 1.6),
                // Decoding at twice the size, like ImageMagick's own examples. Also its fastest way, for information.
                (.convert(longSide: longSide, hint: 2 * longSide), 8),
                (.convert(longSide: longSide, hint: longSide), nil),
            ])
    }

    /// Makes thumbnails of photographs in the format of iPhones.
    static func runHighEfficiency(_ media: BenchmarkMedia) throws {
        let longSide = 256
        let photographs = try media.highEfficiencyPhotographs()
        try compare(
            "heic: \(longSide) pixels of 12-megapixel HEICs", media, photographs, longSide: longSide,
            peers: [(.heifThumbnailer(longSide: longSide), 1.4)])
    }

    private static func compare(
        _ title: String, _ media: BenchmarkMedia, _ files: [String], longSide: Int,
        peers: [(program: PeerProgram, goal: Double?)]
    ) throws {
        for cores in Processor.oneAndBoth {
            var ours = Repetitions()
            var theirs = peers.map { _ in Repetitions() }
            for _ in 0..<Repetitions.count {
                try media.withWorkFolder { work in
                    for (index, peer) in peers.enumerated() {
                        theirs[index].values.append(try peer.program.rate(files, cores: cores, work: work))
                    }
                }
                ours.values.append(try WorkerRun.rate(files, longSide: longSide, cores: cores))
            }
            for (peer, rates) in zip(peers, theirs) {
                Comparison(
                    title: "\(title), \(Processor.name(cores))", peer: peer.program.title, unit: "files/s",
                    goal: peer.goal, ours: ours, theirs: rates
                ).tell()
            }
        }
    }
}
