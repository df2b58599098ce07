import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

/// All real videos, compared with ffprobe.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence), .enabled(if: RealMedia.isPresent, "\(RealMedia.absence)"))
struct RealAssetTests {
    static let videos: [String] =
        ((try? RealMedia.facts()) ?? []).compactMap { $0["media"] == "video" ? $0["path"] : nil }

    @Test func `there are real videos`() {
        #expect(Self.videos.count > 20)
    }

    @Test(arguments: videos)
    func `the description of a real video equals ffprobe's`(_ name: String) throws {
        let url = RealMedia.folder.appending(path: name)
        let asset = AVURLAsset(url: url)
        let facts = try MovieFacts.read(url)
        #expect(abs(asset.duration.seconds - facts.seconds) < 0.1, "\(asset.duration.seconds)")
        let expected = facts.streams.filter { $0.disposition?["attached_pic"] != 1 }
        let kinds = ["video": AVMediaType.video, "audio": .audio]
        for (type, mediaType) in kinds {
            #expect(asset.tracks(withMediaType: mediaType).count == expected.count { $0.codecType == type })
        }
        let video = try #require(asset.tracks(withMediaType: .video).first)
        let picture = try facts.picture
        #expect(abs(Double(video.nominalFrameRate) - (picture.framesPerSecond ?? 0)) < 0.6, "\(video.nominalFrameRate)")
        let format = try #require(video.formatDescriptions.first as? CMFormatDescription)
        #expect(Int(format.dimensions.width) == picture.width)
        #expect(Int(format.dimensions.height) == picture.height)
        let angle = atan2(video.preferredTransform.b, video.preferredTransform.a) * 180 / .pi
        // ffprobe counts counterclockwise.
        #expect((angle + picture.rotation).truncatingRemainder(dividingBy: 360) == 0, "\(angle) \(picture.rotation)")
        #expect(video.isDecodable)
        if let rate = picture.bitRate.flatMap(Double.init) {
            #expect(abs(Double(video.estimatedDataRate) - rate) <= rate * 0.1)
        }
        if let sound = facts.sound {
            let audio = try #require(asset.tracks(withMediaType: .audio).first)
            let description = try #require(audio.formatDescriptions.first as? CMFormatDescription)
            #expect(description.sampleRate == sound.sampleRate.flatMap(Double.init))
            #expect(description.channelCount == sound.channels)
        }
    }

    @Test(arguments: videos)
    func `a real video's metadata has all of ffprobe's texts`(_ name: String) throws {
        let url = RealMedia.folder.appending(path: name)
        let asset = AVURLAsset(url: url)
        let texts = Set((asset.metadata + asset.tracks.flatMap(\.metadata)).compactMap(\.stringValue))
        let own: Set = [
            "major_brand", "minor_version", "compatible_brands", "creation_time", "duration", "encoder", "track",
            "disc",
        ]
        for (name, text) in try MovieFacts.read(url).tags where !own.contains(name.lowercased()) {
            // libavformat reports a location with another precision, and repeats names with a language.
            guard !name.hasPrefix("location"), !name.contains("-") || name.hasPrefix("com.") else { continue }
            let number = Double(text)
            let isThere = texts.contains { own in
                if own.hasPrefix(text.prefix(20)) { return true }
                // ffprobe prints six decimals.
                guard let number, let value = Double(own) else { return false }
                return abs(number - value) < 0.000_001
            }
            #expect(isThere, "\(name): \(text)")
        }
    }

    @Test(arguments: videos)
    func `a real video has an image at its start, its middle and its end`(_ name: String) throws {
        let asset = AVURLAsset(url: RealMedia.folder.appending(path: name))
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        generator.maximumSize = CGSize(width: 160, height: 160)
        let track = try #require(asset.tracks(withMediaType: .video).first)
        let upright = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
        // The samples of one old movie are in another file.
        let frame = try FFmpeg.output(
            of: RealMedia.folder.appending(path: name), ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray"])
        guard !frame.isEmpty else {
            let error = #expect(throws: (any Error).self) { try generator.copyCGImage(at: .zero, actualTime: nil) }
            #expect((error as? AVError)?.code == .fileFailedToParse)
            return
        }
        for part in [0.0, 0.5, 1] {
            var actual = CMTime.invalid
            let time = CMTimeMultiplyByFloat64(asset.duration, multiplier: part)
            let image = try generator.copyCGImage(at: time, actualTime: &actual)
            #expect(max(image.width, image.height) <= 160)
            #expect((image.width > image.height) == (upright.width > upright.height))
            #expect(actual.isNumeric)
        }
    }
}
