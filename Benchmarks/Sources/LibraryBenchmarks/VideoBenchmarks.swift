import Cancellation
import Foundation
import MediaRequests
import MediaWork

/// `LibraryBenchmarks video FOLDER` compares exports of videos with the ffmpeg program and with copies. It makes the
/// clips in the folder.
enum VideoBenchmarks {
    private static let seconds = 20
    private static let size = "1920x1080"

    static func run(folder: String) throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent("video-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let clip = folder.appendingPathComponent("clip.mov")
        try ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30:duration=\(seconds),noise=alls=12:allf=t", "-f",
            "lavfi",
            "-i", "sine=duration=\(seconds)", "-c:v", "libx264", "-preset", "ultrafast", "-b:v", "12M", "-pix_fmt",
            "yuv420p", "-g", "30", "-c:a", "aac", "-shortest", clip.path,
        ])
        try encode(clip, folder)
        try copy(clip, folder)
        try thumbnails(clip, folder)
        try VideoReadingBenchmarks(clip: clip, folder: folder).run()
    }

    /// The preset 1280x720 against the program with the same settings and threads.
    private static func encode(_ clip: URL, _ folder: URL) throws {
        guard let preset = VideoExport.presets["1280x720"] else { return }
        var export = preset
        export.indexComesFirst = true
        let threads = String(Processors.usableCount)
        let rate = 1280 * 720 * 30 / 5
        try Measurement(
            title: "exporting \(seconds) s of \(size) at 1280x720", peer: "ffmpeg with the same settings and threads",
            goal: .atMost(1.05), repetitions: 3
        ).run(
            ours: { try run(export, clip, folder) },
            theirs: {
                try ffmpeg([
                    "-threads", threads, "-i", clip.path, "-vf", "scale=1280:720", "-c:v", "libx264", "-preset",
                    "veryfast", "-crf", "23", "-maxrate", "\(rate)", "-bufsize", "\(2 * rate)", "-g", "60", "-threads",
                    threads, "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart",
                    folder.appendingPathComponent("theirs.mp4").path,
                ])
            })
    }

    /// A copy of the packets against a copy of the file. Both end with the file on its disk.
    private static func copy(_ clip: URL, _ folder: URL) throws {
        guard let export = VideoExport.presets["passthrough"] else { return }
        let large = folder.appendingPathComponent("large.mov")
        try ffmpeg(["-stream_loop", "9", "-i", clip.path, "-c", "copy", large.path])
        let copied = folder.appendingPathComponent("copied.mov")
        try Measurement(
            title: "copying the packets of \(10 * seconds) s", peer: "cp and fsync", goal: .atMost(2), repetitions: 5
        ).run(
            ours: { try run(export, large, folder) },
            theirs: {
                try program("/bin/cp", [large.path, copied.path])
                let file = open(copied.path, O_RDONLY)
                defer { close(file) }
                guard file >= 0, fsync(file) == 0 else { throw Failure(description: "The copy isn't durable.") }
            })
    }

    /// Posters while an export runs against posters on an idle machine.
    private static func thumbnails(_ clip: URL, _ folder: URL) throws {
        guard let export = VideoExport.presets["1280x720"] else { return }
        let pool = try WorkerPool.shared()
        let file = open(clip.path, O_RDONLY)
        defer { close(file) }
        let request = RenderRequest(filename: "clip.mov", sizes: [.longSide(256)])
        func posters() throws -> [Double] {
            try (0..<15).map { _ in
                usleep(50_000)
                return try Measurement.seconds { _ = try pool.render(descriptor: file, request) }
            }
        }
        _ = try posters()
        let idle = try posters()
        let cancellation = WorkCancellation()
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            while !cancellation.isCancelled { try? run(export, clip, folder, cancellation) }
        }
        usleep(1_000_000)
        let busy = try posters()
        cancellation.cancel()
        group.wait()
        Measurement(title: "a thumbnail during an export", peer: "a thumbnail without", goal: .atMost(2))
            .tell(busy, idle)
    }

    private static func run(
        _ export: VideoExport, _ clip: URL, _ folder: URL, _ cancellation: WorkCancellation? = nil
    ) throws {
        let path = folder.appendingPathComponent("ours-\(UUID().uuidString)").path
        let (input, output) = (open(clip.path, O_RDONLY), open(path, O_RDWR | O_CREAT | O_EXCL, 0o600))
        defer {
            close(input)
            close(output)
            unlink(path)
        }
        _ = try VideoExporter(workers: WorkerPool.shared()).run(
            export, from: input, to: output, cancellation: cancellation)
    }

    static func ffmpeg(_ arguments: [String]) throws {
        try program("/usr/bin/ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
    }

    static func program(_ path: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let ended = DispatchSemaphore(value: 0)
        // `waitUntilExit` notices the end late.
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        guard process.terminationStatus == 0 else { throw Failure(description: "\(path) failed.") }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
