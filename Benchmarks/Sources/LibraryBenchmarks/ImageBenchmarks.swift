import Albumen
import Foundation
import Photos

/// `LibraryBenchmarks images MEDIA-FOLDER [NAME]` compares requests for images with simpler work.
///
/// Each measurement runs in its own process, so that it has the intended cores and unused memory.
enum ImageBenchmarks {
    static let childArgument = "--images"

    /// One core, and both.
    static let cores = ["1", "0,1"]
    private static let repetitions = 3

    static func run(mediaFolder: String, name: String?) throws {
        let benchmarks: KeyValuePairs<String, (ImageMedia) throws -> Void> = [
            "stored": stored, "in-process": inProcess, "first": first, "memory": memory,
        ]
        let chosen = benchmarks.filter { name == nil || $0.key == name }
        guard !chosen.isEmpty else { throw ImageMedia.Failure(description: "There is no benchmark of that name.") }
        try ImageMedia.withMedia(in: mediaFolder) { media in
            for (_, benchmark) in chosen { try benchmark(media) }
        }
    }

    /// Runs one measurement in a child process of these benchmarks.
    static func runChild(_ arguments: ArraySlice<String>) throws {
        guard let name = arguments.first, let folder = arguments.dropFirst().first else {
            throw ImageMedia.Failure(description: "A run needs a name and a library.")
        }
        let numbers: [Double]
        switch name {
        case "stored": numbers = [try StoredImages(libraryFolder: folder).secondsThroughManager()]
        case "decoding": numbers = [try StoredImages(libraryFolder: folder).secondsOfDecoding()]
        case "in-process": numbers = try InProcessRendering(files: Array(arguments.dropFirst())).seconds()
        case "first": numbers = try FirstImages(libraryFolder: folder).seconds()
        case "memory": numbers = try SteadyMemory(libraryFolder: folder).bytes()
        default: throw ImageMedia.Failure(description: "There is no run of the name \(name).")
        }
        for number in numbers { print(number) }
    }

    private static func stored(_ media: ImageMedia) throws {
        let library = try media.smallLibrary(makesThumbnails: true)
        for cores in cores {
            var (ours, theirs): ([Double], [Double]) = ([], [])
            for _ in 0..<repetitions {
                theirs += try ChildRun.numbers("decoding", cores: cores, [library])
                ours += try ChildRun.numbers("stored", cores: cores, [library])
            }
            Measurement(
                title:
                    "\(ImageMedia.smallCount) stored 256-pixel images once each, by requestImage, cores \(cores)",
                peer: "libjpeg-turbo, decoding the same bytes", goal: .rateAtLeast(0.8)
            ).tell(ours, theirs)
        }
    }

    private static func inProcess(_ media: ImageMedia) throws {
        try compare(
            "in-process", media.photographs, goal: .atMost(1.05),
            title: "\(media.photographs.count) photographs at 1,024 pixels, by the worker",
            peer: "the same decode in process")
    }

    private static func first(_ media: ImageMedia) throws {
        try compare(
            "first", [try media.photographLibrary()], goal: .atMost(0.01),
            title: "from requestImage to the first degraded image of a cold photograph, median",
            peer: "to its full 256-pixel thumbnail")
    }

    /// Compares both sides of a run that measures them in turn.
    private static func compare(
        _ name: String, _ arguments: [String], goal: Measurement.Goal, title: String, peer: String
    ) throws {
        for cores in cores {
            var (ours, theirs): ([Double], [Double]) = ([], [])
            for _ in 0..<repetitions {
                let numbers = try ChildRun.numbers(name, cores: cores, arguments)
                ours.append(numbers[0])
                theirs.append(numbers[1])
            }
            Measurement(title: "\(title), cores \(cores)", peer: peer, goal: goal).tell(ours, theirs)
        }
    }

    private static func memory(_ media: ImageMedia) throws {
        var growth: [Double] = []
        for _ in 0..<repetitions {
            let library = try media.smallLibrary(makesThumbnails: false)
            let numbers = try ChildRun.numbers("memory", cores: "0,1", [library])
            growth.append(numbers[1] / numbers[0])
            let sizes = numbers.map { String(format: "%.1f", $0 / 1e6) }
            print(
                "\nanonymous memory of host and workers: \(sizes[0]) MB at request \(SteadyMemory.early), "
                    + "\(sizes[1]) MB at \(ImageMedia.smallCount)")
        }
        let median = Measurement.median(growth)
        print("  growth: \(String(format: "%.3f", median)), goal at most 1.05×: \(median <= 1.05 ? "met" : "MISSED")")
    }
}
