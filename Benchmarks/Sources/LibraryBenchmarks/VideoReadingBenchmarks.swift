import Foundation
import MediaRequests
import MediaWork

/// The second half of `LibraryBenchmarks video FOLDER`: a warm worker that reads videos, against programs that start for
/// each file.
struct VideoReadingBenchmarks {
    private static let repetitions = 15
    private static let probes = 20

    let clip: URL
    let folder: URL

    func run() throws {
        let workers = try WorkerPool.shared()
        let file = open(clip.path, O_RDONLY)
        guard file >= 0 else { throw VideoBenchmarks.Failure(description: "\(clip.path) can't be opened.") }
        defer { close(file) }
        let name = clip.lastPathComponent
        _ = try workers.probe(descriptor: file, filename: name)
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<Self.repetitions {
            // An import probes one file after the other.
            let batch = try Measurement.seconds {
                for _ in 0..<Self.probes { _ = try workers.probe(descriptor: file, filename: name) }
            }
            ours.append(batch / Double(Self.probes))
            theirs.append(
                try Measurement.seconds {
                    try VideoBenchmarks.program(
                        "/usr/bin/ffprobe",
                        ["-v", "error", "-show_format", "-show_streams", "-of", "json", "-o", path("facts"), clip.path])
                })
        }
        Measurement(
            title: "probing a video", peer: "ffprobe -show_format -show_streams", goal: .atMost(1.0 / 100)
        ).tell(ours, theirs)
        let request = RenderRequest(filename: name, sizes: [.longSide(256)])
        _ = try workers.render(descriptor: file, request)
        try Measurement(
            title: "a poster of a video", peer: "ffmpeg at the first key frame", goal: .atMost(1.0 / 6),
            repetitions: Self.repetitions
        ).run(
            ours: { _ = try workers.render(descriptor: file, request) },
            theirs: {
                try VideoBenchmarks.ffmpeg([
                    "-i", clip.path, "-frames:v", "1", "-vf", "scale=256:-2", path("poster.jpg"),
                ])
            })
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
