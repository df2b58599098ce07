import Foundation
import MediaRequests
import MediaWork

/// `LibraryBenchmarks parts MOVIE` measures the processor time of a media worker for the first converted part of a
/// movie, which the first frame waits for. The peer is the program ffmpeg, which makes the same part.
enum FirstPartBenchmark {
    private static let rounds = 5
    private static let lines = 1080

    static func run(movie: String) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-first-part-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let descriptor = open(movie, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw MoviePartBenchmarks.Failure(description: "\(movie) can't be read.") }
        defer { close(descriptor) }
        let executable = try WorkerLocation.find()
        var (planned, ours, theirs): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<rounds {
            // A new worker each time. It starts for the plan.
            let workers = WorkerPool(executable: executable, limit: 1)
            _ = try workers.planParts(descriptor: descriptor, filename: movie)
            guard let worker = workers.idleProcessIdentifiers.first else {
                throw MoviePartBenchmarks.Failure(description: "The worker has ended.")
            }
            let before = try ProcessorTime.ofProcess(worker)
            planned.append(before)
            _ = try workers.part(
                descriptor: descriptor, MoviePartRequest(filename: movie, number: 0, form: .lines(lines)))
            ours.append(try ProcessorTime.ofProcess(worker) - before)
            theirs.append(
                try ProcessorTime.used {
                    try PeerProgram.run("/usr/bin/ffmpeg", peerArguments(movie, in: folder))
                })
        }
        print("  start of a worker, and the plan: median \(Measurement.text(Measurement.median(planned)))")
        Measurement(
            title: "the processor time of the first part of \(URL(fileURLWithPath: movie).lastPathComponent)",
            peer: "ffmpeg", goal: .atMost(1)
        ).tell(ours, theirs)
    }

    private static func peerArguments(_ movie: String, in folder: URL) -> [String] {
        let duration = MoviePartLayout(.lines(lines)).duration(of: 0)
        return [
            "-nostdin", "-v", "error", "-y", "-threads", "2", "-i", movie, "-t", "\(duration)", "-vf",
            "scale=-2:'min(ih,\(lines))'", "-c:v", "libx264", "-preset", "ultrafast", "-profile:v", "high", "-crf",
            "22", "-bf", "0", "-x264-params", "8x8dct=1", "-threads", "2", "-c:a", "aac", "-b:a", "160k", "-movflags",
            "frag_keyframe+empty_moov", folder.appendingPathComponent("part.mp4").path,
        ]
    }
}
