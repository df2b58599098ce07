import Foundation
import MediaWork

/// `LibraryBenchmarks trims MOVIE` measures the processor time of a trim that copies whole groups of pictures. The peers
/// are a trim that encodes all frames, and the program ffmpeg, which copies the range and encodes its partial groups.
enum TrimBenchmarks {
    private static let rounds = 3
    private static let start = 3.4
    private static let end = 26.7

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func run(movie: String) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-trims-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let codec = try text("/usr/bin/ffprobe", probe + ["-show_entries", "stream=codec_name", movie]).first
        let flags = try text("/usr/bin/ffprobe", probe + ["-show_entries", "packet=pts_time,flags", movie])
        let keyframes = flags.filter { $0.contains(",K") }.compactMap { line in
            line.split(separator: ",").first.flatMap { Double($0) }
        }
        guard let first = keyframes.first(where: { $0 >= start }), let last = keyframes.last(where: { $0 <= end })
        else {
            throw Failure(description: "\(movie) has no keyframe in the range.")
        }
        var (spliced, encoded, copied, file): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for _ in 0..<rounds {
            spliced.append(try processorTime { try export(movie, codec, copies: true, in: folder) })
            encoded.append(try processorTime { try export(movie, codec, copies: false, in: folder) })
            copied.append(
                try processorTime {
                    try ffmpeg(movie, first, last, ["-c", "copy"], in: folder)
                    for (from, to) in [(start, first), (last, end)] where from < to {
                        let encoder = codec == "hevc" ? ["libx265", "-crf", "26"] : ["libx264", "-crf", "18"]
                        try ffmpeg(movie, from, to, ["-preset", "veryfast", "-c:v"] + encoder, in: folder)
                    }
                })
            file.append(try processorTime { _ = try text("/bin/cp", [movie, folder.path + "/copy"]) })
        }
        Measurement(title: "the processor time of a trim", peer: "encoding all frames", goal: .atMost(1))
            .tell(spliced, encoded)
        Measurement(
            title: "the processor time of a trim", peer: "ffmpeg: a copy and the partial groups", goal: .atMost(1.5)
        ).tell(spliced, copied)
        print("  cp of the movie: median \(Measurement.text(Measurement.median(file)))")
    }

    private static let probe = ["-v", "error", "-select_streams", "v:0", "-of", "csv=p=0"]

    private static func export(_ movie: String, _ codec: String?, copies: Bool, in folder: URL) throws {
        let encoding: VideoEncoding =
            codec == "hevc" ? .hevc(VideoLimits(quality: .high)) : .h264(VideoLimits(quality: .highest))
        var export = VideoExport(video: encoding, audio: .aac(bitsPerSecond: 192_000), container: .mov)
        export.indexComesFirst = true
        export.copiesWholeGroups = copies
        export.timeRange = MediaTimeRange(
            start: MediaTime(seconds: start), duration: MediaTime(seconds: end - start))
        let file = folder.appendingPathComponent("\(UUID().uuidString).mov").path
        let (input, output) = (open(movie, O_RDONLY | O_CLOEXEC), open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        guard input >= 0, output >= 0 else { throw Failure(description: "\(movie) can't be read.") }
        defer {
            close(input)
            close(output)
        }
        _ = try VideoExporter(workers: WorkerPool.shared()).run(export, from: input, to: output)
    }

    private static func ffmpeg(
        _ movie: String, _ start: Double, _ end: Double, _ options: [String], in folder: URL
    ) throws {
        _ = try text(
            "/usr/bin/ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-ss", "\(start)", "-to", "\(end)", "-i", movie] + options
                + [folder.path + "/ffmpeg.mov"])
    }

    /// Runs a program, and returns the lines of its output.
    private static func text(_ program: String, _ arguments: [String]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: "\(program) failed.") }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns the processor time of this process and of those that it waited for.
    private static func processorTime(_ body: () throws -> Void) throws -> Double {
        func used() -> Double {
            [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, who in
                var usage = rusage()
                getrusage(__rusage_who_t(who.rawValue), &usage)
                return [usage.ru_utime, usage.ru_stime].reduce(sum) {
                    $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
                }
            }
        }
        let before = used()
        try body()
        return used() - before
    }
}
