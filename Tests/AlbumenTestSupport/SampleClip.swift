package import Foundation

/// A short video of a kind that browsers lack, made by the program ffmpeg.
package struct SampleClip: Sendable, CustomStringConvertible {
    package let description: String
    /// The name's extension.
    let ending: String
    /// FFmpeg's options for the output.
    let options: [String]
    /// Whether the file has a display matrix of a quarter turn.
    var isTurned = false
    /// Whether the video's packets are copied into its parts.
    package var isCopied = false

    private static let ffmpeg = URL(fileURLWithPath: "/usr/bin/ffmpeg")
    private static let ffprobe = URL(fileURLWithPath: "/usr/bin/ffprobe")

    package static var canBeMade: Bool {
        [ffmpeg, ffprobe].allSatisfy { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    package static let absence = "the programs ffmpeg and ffprobe (/usr/bin) are not there to make and check videos"

    private static let hevc = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:keyint=25"]
    private static let hybrid = "colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc"

    /// One clip of each kind.
    package static let all = [
        SampleClip(description: "HEVC", ending: "mov", options: hevc + ["-pix_fmt", "yuv420p", "-tag:v", "hvc1"]),
        hdr,
        SampleClip(
            description: "rotated HEVC", ending: "mov",
            options: hevc + ["-pix_fmt", "yuv420p", "-tag:v", "hvc1"], isTurned: true),
        SampleClip(description: "ProRes", ending: "mov", options: ["-c:v", "prores_ks", "-profile:v", "0"]),
        SampleClip(description: "MJPEG", ending: "mov", options: ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
        SampleClip(description: "MPEG-2", ending: "mpg", options: ["-c:v", "mpeg2video", "-c:a", "mp2", "-g", "12"]),
        SampleClip(description: "MPEG-4 in AVI", ending: "avi", options: ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]),
        SampleClip(
            description: "H.264 in MTS", ending: "mts",
            options: ["-c:v", "libx264", "-g", "25", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "ac3", "-f", "mpegts"],
            isCopied: true),
        SampleClip(
            description: "interlaced H.264 in MTS", ending: "mts",
            options: [
                "-c:v", "libx264", "-g", "25", "-flags", "+ilme+ildct", "-pix_fmt", "yuv420p", "-f", "mpegts",
            ]),
    ]

    /// HEVC with ten bits and the HLG curve, as telephones record it.
    package static let hdr = SampleClip(
        description: "10-bit HLG HEVC", ending: "mov",
        options: [
            "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:keyint=25:\(hybrid)", "-pix_fmt",
            "yuv420p10le", "-tag:v", "hvc1", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace",
            "bt2020nc",
        ])

    /// Makes the clip: a test picture of 320 × 240 with a running clock, and a tone. Returns `nil` if this FFmpeg lacks
    /// the encoder.
    package func make(
        in folder: TemporaryFolder, seconds: Int = 9, framesPerSecond: Int = 25, hasSound: Bool = true,
        size: String = "320x240"
    ) throws -> URL? {
        let name = description.replacing(/[^A-Za-z0-9]/, with: "-")
        let file = folder.file("\(name).\(ending)")
        var arguments = ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(framesPerSecond):duration=\(seconds)"]
        if hasSound { arguments += ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=\(seconds)"] }
        let outcome = try Self.run(Self.ffmpeg, ["-nostdin", "-v", "error", "-y"] + arguments + options + [file.path])
        guard outcome.exitStatus == 0 else { return nil }
        if isTurned { try Self.turn(file) }
        return file
    }

    /// Gives the first track of a movie the display matrix of a quarter turn.
    private static func turn(_ file: URL) throws {
        var bytes = try Data(contentsOf: file)
        let whole = bigEndian([1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30])
        let turned = bigEndian([0, 1 << 16, 0, UInt32(bitPattern: -1 << 16), 0, 0, 0, 0, 1 << 30])
        guard let track = bytes.range(of: Data("tkhd".utf8)),
            let matrix = bytes.range(of: whole, in: track.upperBound..<bytes.endIndex)
        else { throw ProgramRun.Failure(description: "\(file.lastPathComponent) has no display matrix.") }
        bytes.replaceSubrange(matrix, with: turned)
        try bytes.write(to: file)
    }

    private static func bigEndian(_ numbers: [UInt32]) -> Data {
        Data(numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } })
    }

    /// The facts that ffprobe reads from a file, as lines of `key=value`.
    package static func facts(of file: URL, _ arguments: [String]) throws -> String {
        try run(ffprobe, ["-v", "error", "-of", "default=noprint_wrappers=1"] + arguments + [file.path]).output
    }

    /// Decodes a file. Returns FFmpeg's complaints, which are empty for a sound file.
    package static func complaints(about file: URL) throws -> String {
        try run(ffmpeg, ["-nostdin", "-v", "warning", "-i", file.path, "-f", "null", "-"]).error
    }

    /// Returns the frames of a stream: their times in seconds and durations.
    package static func packets(
        of file: URL, stream: String
    ) throws -> [(time: Double, duration: Double, isKeyframe: Bool)] {
        let arguments = [
            "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time,duration_time,flags", "-of",
            "csv=p=0", file.path,
        ]
        return try run(ffprobe, arguments).outputLines.compactMap { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count >= 3, let time = Double(fields[0]) else { return nil }
            return (time, Double(fields[1]) ?? 0, fields[2].hasPrefix("K"))
        }
    }

    /// Runs FFmpeg with arguments of its own.
    package static func encode(_ arguments: [String]) throws -> Bool {
        try run(ffmpeg, ["-nostdin", "-v", "error", "-y"] + arguments).exitStatus == 0
    }

    private static func run(_ program: URL, _ arguments: [String]) throws -> ProgramRun.Outcome {
        try ProgramRun.run(program, arguments, environment: ["PATH": "/usr/bin:/bin"])
    }
}
