import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

/// Exports of compositions.
extension ExportSessionTests {
    @Test func `a slowed composition is flattened with its sound`() async throws {
        let folder = try TemporaryFolder()
        let asset = AVURLAsset(url: try SampleClip.common(in: folder, seconds: 2))
        let composition = AVMutableComposition()
        try composition.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
        composition.scaleTimeRange(CMTimeRange(start: seconds(0.5), end: seconds(1)), toDuration: seconds(2))
        let session = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetLowQuality))
        let output = folder.file("slow.mp4")
        try await session.export(to: output, as: .mp4)
        let facts = try MovieFacts.read(output)
        #expect(abs(facts.seconds - 3.5) < 0.15, "\(facts.seconds)")
        #expect(abs((Double(facts.sound?.duration ?? "") ?? 0) - 3.5) < 0.15)
        let passthrough = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
        passthrough.outputURL = folder.file("copy.mov")
        passthrough.outputFileType = .mov
        await passthrough.export()
        #expect((passthrough.error as? AVError)?.code == .operationNotSupportedForAsset)
        #expect(
            !AVAssetExportSession.exportPresets(compatibleWith: composition).contains(AVAssetExportPresetPassthrough))
    }

    @Test func `a composition of several files is joined`() async throws {
        let folder = try TemporaryFolder()
        let composition = AVMutableComposition()
        for (name, size) in [("one.mov", "320x240"), ("two.mov", "160x160"), ("three.mov", "320x240")] {
            let asset = AVURLAsset(url: try SampleClip.common(name, in: folder, size: size, seconds: 1))
            try composition.insertTimeRange(
                CMTimeRange(start: .zero, duration: seconds(0.5)), of: asset, at: composition.duration)
        }
        #expect(composition.isExportable)
        let session = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetMediumQuality))
        session.outputURL = folder.file("out.mp4")
        session.outputFileType = .mp4
        let facts = try await exported(session)
        #expect(try facts.picture.width == 320 && facts.picture.height == 240)
        #expect(abs(facts.seconds - 1.5) < 0.1, "\(facts.seconds)")
        #expect(abs((Double(facts.sound?.duration ?? "") ?? 0) - 1.5) < 0.1)
    }

    @Test func `tracks of several files are joined as clients do it`() async throws {
        let folder = try TemporaryFolder()
        let composition = AVMutableComposition()
        let video = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
        let audio = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 2))
        for name in ["one.mov", "two.mov"] {
            let asset = AVURLAsset(url: try SampleClip.common(name, in: folder, size: "160x90", seconds: 1))
            let (range, time) = (CMTimeRange(start: seconds(0.2), duration: seconds(0.4)), composition.duration)
            try video.insertTimeRange(range, of: #require(asset.tracks(withMediaType: .video).first), at: time)
            try audio.insertTimeRange(range, of: #require(asset.tracks(withMediaType: .audio).first), at: time)
        }
        let session = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetMediumQuality))
        session.outputURL = folder.file("out.mp4")
        session.outputFileType = .mp4
        let facts = try await exported(session)
        #expect(abs(facts.seconds - 0.8) < 0.1, "\(facts.seconds)")
        #expect(facts.sound != nil)
    }

    @Test func `sound of another file than the pictures can't be exported, and says so`() async throws {
        let folder = try TemporaryFolder()
        let composition = AVMutableComposition()
        let assets = try ["one.mov", "two.mov"].map {
            AVURLAsset(url: try SampleClip.common($0, in: folder, size: "160x90", seconds: 0.3))
        }
        let range = CMTimeRange(start: .zero, duration: assets[0].duration)
        for (asset, type) in zip(assets, [AVMediaType.video, .audio]) {
            let track = try #require(
                composition.addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid))
            try track.insertTimeRange(range, of: #require(asset.tracks(withMediaType: type).first), at: .zero)
        }
        #expect(!composition.isExportable)
        let session = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetLowQuality))
        session.outputURL = folder.file("out.mp4")
        session.outputFileType = .mp4
        await session.export()
        #expect((session.error as? AVError)?.code == .operationNotSupportedForAsset)
    }

    @Test func `a rotated portrait keeps its rotation`() async throws {
        let folder = try TemporaryFolder()
        var movie = SampleMedia.Movie()
        movie.rotation = 90
        movie.width = 128
        movie.height = 96
        let source = try folder.write(SampleMedia.movie(movie), to: "rotated.mov")
        let session = try session(source, AVAssetExportPresetMediumQuality, to: folder.file("out.mp4"))
        _ = try await exported(session)
        let track = try #require(AVURLAsset(url: folder.file("out.mp4")).tracks.first)
        #expect(track.naturalSize == CGSize(width: 128, height: 96))
        #expect(track.preferredTransform.b == 1)
    }
}
