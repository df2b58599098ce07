import Foundation

/// Warm workers and their hosts, each thumbnail decoded, turned upright, in sRGB, and encoded, beside libjpeg-turbo that
/// decodes at an eighth and does nothing else; and two workers beside one, over wide-gamut photographs.
enum ThumbnailBenchmark {
    private static let longSide = 256

    static func run(_ media: BenchmarkMedia) throws {
        try media.warm()
        for cores in Processor.oneAndBoth {
            var ours = Repetitions()
            var theirs = Repetitions()
            for _ in 0..<Repetitions.count {
                theirs.values.append(try DecoderRun.rate(media.photographs, denominator: 8, cores: cores))
                ours.values.append(try WorkerRun.rate(media.photographs, longSide: longSide, cores: cores))
            }
            Comparison(
                title: "thumbnails: \(longSide) pixels, decoded and encoded, \(Processor.name(cores))",
                peer: "libjpeg-turbo, decoding at 1/8 alone", unit: "files/s", goal: 0.85, ours: ours, theirs: theirs
            ).tell()
        }
        try media.withWorkFolder { work in
            let photographs = try WideGamutPhotographs.make(of: media.photographs, in: work)
            var two = Repetitions()
            var one = Repetitions()
            for _ in 0..<Repetitions.count {
                one.values.append(try WorkerRun.rate(photographs, longSide: longSide, cores: [1]))
                two.values.append(try WorkerRun.rate(photographs, longSide: longSide, cores: [0, 1]))
            }
            Comparison(
                title: "thumbnails: two workers, photographs in Display P3", peer: "one worker", unit: "files/s",
                goal: 1.8, ours: two, theirs: one
            ).tell()
        }
    }
}
