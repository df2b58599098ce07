import Foundation
import MediaRequests

/// A track in the JSON of `info`. Unknown values have no key.
struct TrackDocument: Encodable {
    /// The number of bits per second.
    let bitRate: Int?
    let channels: Int?
    /// FFmpeg's name, such as `h264`.
    let codec: String?
    /// In seconds.
    let duration: Double
    /// In frames per second.
    let frameRate: Double?
    /// The stored height in pixels.
    let height: Int?
    /// `video`, `audio`, `subtitle`, `metadata`, `timecode` or `other`.
    let kind: String
    /// ISO 639-2, such as `eng`.
    let language: String?
    /// In samples per second.
    let sampleRate: Int?
    /// The stored width in pixels.
    let width: Int?

    init(_ track: MovieDescription.Track) {
        bitRate = track.bitsPerSecond > 0 ? Int(track.bitsPerSecond.rounded()) : nil
        channels = track.channelCount > 0 ? track.channelCount : nil
        codec = track.codec
        duration = track.timeRange.duration.seconds
        frameRate = track.frameRate > 0 ? (track.frameRate * 1000).rounded() / 1000 : nil
        kind = track.kind.rawValue
        language = track.language
        sampleRate = track.sampleRate > 0 ? Int(track.sampleRate.rounded()) : nil
        (width, height) = track.storedWidth > 0 ? (track.storedWidth, track.storedHeight) : (nil, nil)
    }

    /// A line such as `video, h264, 1920 x 1080 pixels, 29.97 frames a second, 12.3 Mbit/s, 10.5 s`.
    var text: String {
        var parts = [kind]
        if let codec { parts.append(codec) }
        if let width, let height { parts.append("\(width) x \(height) pixels") }
        if let frameRate { parts.append("\((frameRate * 100).rounded() / 100) frames a second") }
        if let sampleRate { parts.append("\(sampleRate) Hz") }
        if let channels { parts.append(channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels") }
        if let bitRate { parts.append(Self.rateText(bitRate)) }
        if let language, language != "und" { parts.append(language) }
        return (parts + ["\((duration * 100).rounded() / 100) s"]).joined(separator: ", ")
    }

    private static func rateText(_ bitRate: Int) -> String {
        bitRate >= 1_000_000
            ? "\((Double(bitRate) / 100_000).rounded() / 10) Mbit/s" : "\((bitRate + 500) / 1000) kbit/s"
    }
}
