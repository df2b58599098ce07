import AlbumenTestSupport
import Foundation
import Testing

extension FFmpeg {
    static let absence = Comment(rawValue: absenceReason)
}

/// Short movies that ffmpeg makes.
enum SampleClip {
    static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

    /// Moving colours.
    static func pattern(_ size: String = "320x240", rate: Int = 30, seconds: Double = 1) -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate):duration=\(seconds)"]
    }

    /// Frames whose luma is 16 plus `step` times their number.
    static func ramp(rate: Int, seconds: Double, step: Int) -> [String] {
        let source = "nullsrc=size=64x64:rate=\(rate):duration=\(seconds),format=yuv420p"
        return ["-f", "lavfi", "-i", source + ",geq=lum=16+N*\(step):cb=128:cr=128"]
    }

    static func tone(_ hertz: Int = 440, seconds: Double = 1, rate: Int = 48_000) -> [String] {
        ["-f", "lavfi", "-i", "sine=frequency=\(hertz):sample_rate=\(rate):duration=\(seconds)"]
    }

    static func make(_ name: String, in folder: TemporaryFolder, _ arguments: [String]) throws -> URL {
        try #require(try FFmpeg.movie(name, in: folder, arguments), "ffmpeg can't make \(name)")
    }

    /// A copy of a clip whose pictures are shown turned.
    static func turned(_ clip: URL, by degrees: Int, in folder: TemporaryFolder) throws -> URL {
        try make(
            "turned-\(degrees).mov", in: folder,
            ["-i", clip.path, "-c", "copy", "-metadata:s:v", "rotate=\(degrees)"])
    }

    /// A clip of H.264 and AAC.
    static func common(
        _ name: String = "clip.mov", in folder: TemporaryFolder, size: String = "320x240", rate: Int = 30,
        seconds: Double = 1, _ options: [String] = []
    ) throws -> URL {
        try make(
            name, in: folder,
            pattern(size, rate: rate, seconds: seconds) + tone(seconds: seconds) + h264
                + ["-g", "15", "-c:a", "aac", "-shortest"] + options)
    }
}
