import AlbumenTestSupport
import Foundation
import Testing

/// The description of a movie by ffprobe.
struct MovieFacts {
    struct Track: Decodable {
        struct SideData: Decodable {
            var rotation: Double?
        }

        var codecType: String
        var codecName: String?
        var codecTagString: String?
        var width: Int?
        var height: Int?
        var pixFmt: String?
        var colorSpace: String?
        var colorTransfer: String?
        var colorPrimaries: String?
        var colorRange: String?
        var sampleAspectRatio: String?
        var sampleRate: String?
        var channels: Int?
        var duration: String?
        var startTime: String?
        var sideDataList: [SideData]?

        var seconds: Double { Double(duration ?? "") ?? 0 }
        var rotation: Double { sideDataList?.compactMap(\.rotation).first ?? 0 }
    }

    private struct Format: Decodable {
        var duration: String?
        var tags: [String: String]?
    }

    private struct Answer: Decodable {
        var streams: [Track]
        var format: Format
    }

    struct Frame: Decodable {
        var ptsTime: String?
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    let tracks: [Track]
    let seconds: Double
    let tags: [String: String]

    init(_ file: URL) throws {
        let text = try FFmpeg.description(of: file, ["-show_streams", "-show_format"])
        let answer = try Self.decoder.decode(Answer.self, from: text)
        tracks = answer.streams
        seconds = Double(answer.format.duration ?? "") ?? 0
        tags = answer.format.tags ?? [:]
    }

    var picture: Track { get throws { try #require(tracks.first { $0.codecType == "video" }) } }
    var sound: Track? { tracks.first { $0.codecType == "audio" } }

    /// The times of all frames of the picture, in seconds.
    static func frameTimes(of file: URL) throws -> [Double] {
        struct Frames: Decodable {
            var frames: [Frame]
        }
        let text = try FFmpeg.description(
            of: file, ["-select_streams", "v:0", "-show_frames", "-show_entries", "frame=pts_time"])
        return try decoder.decode(Frames.self, from: text).frames.compactMap { $0.ptsTime.flatMap(Double.init) }
    }

    /// The luma of each frame, from 0 to 255.
    static func lumas(of file: URL) throws -> [Int] {
        let bytes = try FFmpeg.output(
            of: file,
            ["-an", "-fps_mode", "passthrough", "-vf", "scale=2:2", "-pix_fmt", "yuv420p", "-f", "rawvideo"])
        return stride(from: 0, to: bytes.count - 5, by: 6).map { Int(bytes[bytes.startIndex + $0]) }
    }

    /// The checksums of a movie's packets, for each track.
    static func packets(of file: URL) throws -> [String: [String]] {
        let text = String(
            decoding: try FFmpeg.output(
                of: file, ["-map", "0:v:0", "-map", "0:a?", "-c", "copy", "-f", "framemd5"]), as: UTF8.self)
        var packets: [String: [String]] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            if let track = columns.first, let sum = columns.last { packets[track, default: []].append(sum) }
        }
        return packets
    }
}
