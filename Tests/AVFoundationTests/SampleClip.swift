import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

extension FFmpeg {
    static let absence = Comment(rawValue: absenceReason)
}

/// Short movies that ffmpeg makes.
enum SampleClip {
    /// Frames whose luma is 16 plus four times their number. At 30 frames per second, with a keyframe every ten frames.
    static func ramp(
        _ name: String = "ramp.mov", in folder: TemporaryFolder, seconds: Double = 1.5, _ options: [String] = []
    ) throws -> URL {
        let source = "nullsrc=size=64x48:rate=30:duration=\(seconds),format=yuv420p,geq=lum=16+N*4:cb=128:cr=128"
        return try make(
            name, in: folder,
            [
                "-f", "lavfi", "-i", source, "-c:v", "libx264", "-preset", "ultrafast", "-qp", "1", "-bf", "2", "-g",
                "10",
            ]
                + options)
    }

    /// Moving colours and a tone.
    static func common(
        _ name: String = "clip.mov", in folder: TemporaryFolder, size: String = "320x240", seconds: Double = 1,
        _ options: [String] = []
    ) throws -> URL {
        try make(
            name, in: folder,
            [
                "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30:duration=\(seconds)", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000:duration=\(seconds)", "-c:v", "libx264", "-preset", "ultrafast",
                "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest",
            ] + options)
    }

    static func make(_ name: String, in folder: TemporaryFolder, _ arguments: [String]) throws -> URL {
        try #require(try FFmpeg.movie(name, in: folder, arguments), "ffmpeg can't make \(name)")
    }
}

/// The description of a movie by ffprobe.
struct MovieFacts: Decodable {
    struct Track: Decodable {
        struct SideData: Decodable {
            var rotation: Double?
        }

        var codecType: String
        var codecName: String?
        var width: Int?
        var height: Int?
        var sampleAspectRatio: String?
        var avgFrameRate: String?
        var sampleRate: String?
        var channels: Int?
        var duration: String?
        var startTime: String?
        var bitRate: String?
        var disposition: [String: Int]?
        var sideDataList: [SideData]?

        var rotation: Double { sideDataList?.compactMap(\.rotation).first ?? 0 }
        var framesPerSecond: Double? {
            let parts = (avgFrameRate ?? "").split(separator: "/").compactMap { Double($0) }
            return parts.count == 2 && parts[1] > 0 ? parts[0] / parts[1] : nil
        }
    }

    struct Format: Decodable {
        var duration: String?
        var tags: [String: String]?
    }

    var streams: [Track]
    var format: Format

    var seconds: Double { Double(format.duration ?? "") ?? 0 }
    var tags: [String: String] { format.tags ?? [:] }
    var picture: Track { get throws { try #require(streams.first { $0.codecType == "video" }) } }
    var sound: Track? { streams.first { $0.codecType == "audio" } }

    static func read(_ file: URL) throws -> MovieFacts {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(
            MovieFacts.self, from: FFmpeg.description(of: file, ["-show_streams", "-show_format"]))
    }

    /// The names of the top-level boxes of a file.
    static func boxes(of file: URL) throws -> [String] {
        let bytes = [UInt8](try Data(contentsOf: file))
        var (names, offset): ([String], Int) = ([], 0)
        while offset + 8 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self))
            guard size >= 8 else { break }
            offset += size
        }
        return names
    }
}

extension CGImage {
    /// The average of the red samples, from 0 to 255.
    var averageRed: Double {
        let bytes = dataProvider?.data.map { Data(bytes: $0.bytes, count: $0.length) } ?? Data()
        let samples = stride(from: 0, to: bytes.count, by: 4).map { Double(bytes[$0]) }
        return samples.reduce(0, +) / Double(max(1, samples.count))
    }
}
