import Foundation

/// `AlbumenBenchmarks MEDIA-FOLDER [NAME] [--rehearsal]` compares Albumen with other programs.
@main
enum AlbumenBenchmarks {
    private static let benchmarks: KeyValuePairs<String, @Sendable (BenchmarkMedia) throws -> Void> = [
        "import": ImportBenchmark.run, "metadata": MetadataBenchmark.run, "memory": MemoryBenchmark.run,
        "thumbnails": ThumbnailBenchmark.run, "renditions": RenditionBenchmark.runLarge,
        "heic": RenditionBenchmark.runHighEfficiency, "pictures": PicturesBenchmark.run, "small": SmallBenchmark.run,
    ]

    private static var usage: String {
        "usage: AlbumenBenchmarks MEDIA-FOLDER [\(benchmarks.map(\.key).joined(separator: "|"))] [\(Rehearsal.option)]"
    }

    static func main() {
        do {
            try run(CommandLine.arguments.dropFirst().filter { $0 != Rehearsal.option })
        } catch {
            FileHandle.standardError.write(Data("AlbumenBenchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard let folder = arguments.first, arguments.count <= 2 else { throw BenchmarkFailure(usage) }
        let chosen = benchmarks.filter { arguments.count == 1 || $0.key == arguments[1] }
        guard !chosen.isEmpty else { throw BenchmarkFailure(usage) }
        let media = try BenchmarkMedia(folder: folder)
        print("1-minute load before: \(MachineLoad.overOneMinute)")
        for (_, benchmark) in chosen { try benchmark(media) }
    }
}
