import Foundation
import MediaRequests
import MediaWork

/// `LibraryBenchmarks trims MOVIE [peer]` measures the processor time of a trim that copies whole groups of pictures. The
/// peers are a trim that encodes all frames, unless only the other one is wanted, and the program ffmpeg, which copies
/// the range and encodes its partial groups with the same settings.
enum TrimBenchmarks {
    private static let rounds = 3
    private static let start = 3.4
    private static let end = 26.7
    private static let soundEncoding = ["-c:a", "aac", "-b:a", "192k"]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func run(movie: String, onlyPeer: Bool) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-trims-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let codec = try PeerProgram.run("/usr/bin/ffprobe", probe + ["-show_entries", "stream=codec_name", movie]).first
        let flags = try PeerProgram.run("/usr/bin/ffprobe", probe + ["-show_entries", "packet=pts_time,flags", movie])
        let keyframes = flags.filter { $0.contains(",K") }
            .compactMap { line in line.split(separator: ",").first.flatMap { Double($0) } }
            .filter { (start...end).contains($0) }
        var (spliced, encoded, copied, file): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for _ in 0..<rounds {
            spliced.append(try ProcessorTime.used { try export(movie, codec, copies: true, in: folder) })
            if !onlyPeer {
                encoded.append(try ProcessorTime.used { try export(movie, codec, copies: false, in: folder) })
            }
            copied.append(try ProcessorTime.used { try copyAndEncode(movie, codec, keyframes, in: folder) })
            file.append(
                try ProcessorTime.used { try PeerProgram.run("/bin/cp", [movie, folder.path + "/copy"]) })
        }
        if !onlyPeer {
            Measurement(title: "the processor time of a trim", peer: "encoding all frames", goal: .atMost(1))
                .tell(spliced, encoded)
        }
        Measurement(
            title: "the processor time of a trim", peer: "ffmpeg: a copy and the partial groups", goal: .atMost(1.5)
        ).tell(spliced, copied)
        print("  cp of the movie: median \(Measurement.text(Measurement.median(file)))")
    }

    /// Does the work of the trim with ffmpeg. The results aren't joined. Without a keyframe in the range, all of it is
    /// encoded.
    private static func copyAndEncode(
        _ movie: String, _ codec: String?, _ keyframes: [Double], in folder: URL
    ) throws {
        var parts = [(start, end)]
        if let first = keyframes.first, let last = keyframes.last {
            if first < last { try ffmpeg(movie, first, last, ["-map", "0:v", "-c", "copy"], in: folder) }
            parts = [(start, first), (last, end)]
        }
        for (from, to) in parts where from < to {
            try ffmpeg(movie, from, to, ["-map", "0:v", "-c:v"] + encoder(codec), in: folder)
        }
        try ffmpeg(movie, start, end, ["-map", "0:a"] + soundEncoding, in: folder)
    }

    private static func encoder(_ codec: String?) -> [String] {
        codec == "hevc"
            ? ["libx265", "-preset", "veryfast", "-crf", "26", "-x265-params", "log-level=none"]
            : ["libx264", "-preset", "veryfast", "-crf", "18"]
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
        try PeerProgram.run(
            "/usr/bin/ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-ss", "\(start)", "-to", "\(end)", "-i", movie] + options
                + [folder.path + "/ffmpeg.mov"])
    }
}
