import Foundation

/// Compares an import that makes thumbnails and previews with libjpeg-turbo, which only decodes at half size on both
/// cores. Also compares it with making the same pictures of an existing library.
enum PicturesBenchmark {
    static func run(_ media: BenchmarkMedia) throws {
        try media.warm()
        var imports = Repetitions()
        var decodes = Repetitions()
        var rebuilds = Repetitions()
        for _ in 0..<Repetitions.count {
            decodes.values.append(try DecoderRun.rate(media.photographs, denominator: 2, cores: [0, 1]))
            try media.withWorkFolder { work in
                sync()
                let library = work.appendingPathComponent("library", isDirectory: true)
                imports.values.append(
                    try rate(media) { try media.importPhotographs(into: library, makesThumbnails: true) })
                sync()
                let albumen = try Program(beside: "albumen")
                rebuilds.values.append(
                    try rate(media) {
                        try albumen.start(["thumbnails", "--rebuild", "--json", "--library", library.path]).wait()
                    })
            }
        }
        let title = "import with pictures: \(media.photographs.count) photographs, with thumbnail and preview of each"
        Comparison(
            title: title, peer: "libjpeg-turbo, decoding at 1/2 alone, both cores", unit: "files/s", goal: 0.7,
            ours: imports, theirs: decodes, comparesMedians: true
        ).tell()
        Comparison(
            title: title, peer: "albumen thumbnails --rebuild", unit: "files/s", goal: 0.85, ours: imports,
            theirs: rebuilds
        ).tell()
    }

    private static func rate(_ media: BenchmarkMedia, _ body: () throws -> Void) rethrows -> Double {
        Double(media.photographs.count) / (try Stopwatch.seconds(body))
    }
}
