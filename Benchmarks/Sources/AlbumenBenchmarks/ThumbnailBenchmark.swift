import Foundation

/// Compares warm workers and their hosts with libjpeg-turbo, which only decodes at an eighth of the size. The workers
/// decode each thumbnail, rotate it upright, convert it to sRGB and encode it. Also compares two workers with one, for
/// wide-gamut photographs.
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
