import Foundation
import MediaRequests
import MediaWork

/// `LibraryBenchmarks parts` measures the parts of a video of one minute, in HEVC with 1080 lines, which the program
/// ffmpeg makes.
enum MoviePartBenchmarks {
    private static let rounds = 3

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func run() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-parts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try makeClip(in: folder)
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        let workers = try WorkerPool.shared()
        let make = { (number: Int) in
            let request = MoviePartRequest(filename: file.lastPathComponent, number: number, form: .lines(1080))
            _ = try workers.part(descriptor: handle.fileDescriptor, request)
        }
        // The first request starts the worker.
        let plan = try workers.planParts(descriptor: handle.fileDescriptor, filename: file.lastPathComponent)
        let count = MoviePartLayout(.lines(1080)).count(durationInSeconds: plan.duration)
        guard count >= 14 else { throw Failure(description: "The video has \(count) parts.") }
        var (first, middle, whole): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<rounds {
            first.append(try Measurement.seconds { try make(0) })
            middle.append(try Measurement.seconds { try make(count / 2) })
            whole.append(try Measurement.seconds { for number in 0..<count { try make(number) } })
        }
        Measurement(
            title: "the first part of a minute of HEVC", peer: "all parts", goal: .atMost(0.02)
        ).tell(first, whole)
        Measurement(
            title: "a part in the middle of a minute of HEVC", peer: "all parts", goal: .atMost(0.12)
        ).tell(middle, whole)
    }

    private static func makeClip(in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent("minute.mov")
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        program.arguments = [
            "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=60", "-f",
            "lavfi",
            "-i", "sine=frequency=440:duration=60", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
            "log-level=none:keyint=30", "-pix_fmt", "yuv420p", "-tag:v", "hvc1", "-c:a", "aac", file.path,
        ]
        try program.run()
        program.waitUntilExit()
        guard program.terminationStatus == 0 else { throw Failure(description: "ffmpeg can't make the video.") }
        return file
    }
}
