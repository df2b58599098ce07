import Foundation

/// `albumen-benchmarks MEDIA-FOLDER [import|metadata|memory|thumbnails|pictures]`: measures Albumen beside the programs it is compared with.
@main
enum AlbumenBenchmarks {
    static let usage = "usage: albumen-benchmarks MEDIA-FOLDER [import|metadata|memory|thumbnails|pictures]"

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("albumen-benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard let folder = arguments.first, arguments.count <= 2 else { throw BenchmarkFailure(usage) }
        let benchmarks: [String: (BenchmarkMedia) throws -> Void] = [
            "import": ImportBenchmark.run, "metadata": MetadataBenchmark.run, "memory": MemoryBenchmark.run,
            "thumbnails": ThumbnailBenchmark.run, "pictures": PicturesBenchmark.run,
        ]
        let names = arguments.count == 2 ? [arguments[1]] : ["import", "metadata", "memory", "thumbnails", "pictures"]
        let media = try BenchmarkMedia(folder: folder)
        print("1-minute load before: \(MachineLoad.overOneMinute)")
        for name in names {
            guard let benchmark = benchmarks[name] else { throw BenchmarkFailure(usage) }
            try benchmark(media)
        }
    }
}
