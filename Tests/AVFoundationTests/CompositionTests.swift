import AlbumenTestSupport
import CoreImage
import Foundation
import Synchronization
import Testing

@testable import AVFoundation

@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct CompositionTests {
    private func seconds(_ time: Double) -> CMTime { CMTime(seconds: time, preferredTimescale: 600) }

    private func range(_ start: Double, _ end: Double) -> CMTimeRange {
        CMTimeRange(start: seconds(start), end: seconds(end))
    }

    private func composition(_ url: URL) throws -> AVMutableComposition {
        let composition = AVMutableComposition()
        let asset = AVURLAsset(url: url)
        try composition.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
        return composition
    }

    private func times(_ track: AVAssetTrack?) -> [[Double]] {
        (track?.segments ?? []).map { segment in
            let mapping = segment.timeMapping
            return [
                mapping.source.start.seconds, mapping.source.duration.seconds, mapping.target.start.seconds,
                mapping.target.duration.seconds,
            ].map { ($0 * 1000).rounded() / 1000 }
        }
    }

    @Test func `a slowed range has three segments, and the rest moves`() throws {
        let folder = try TemporaryFolder()
        let url = try SampleClip.ramp(in: folder, seconds: 2)
        let composition = try composition(url)
        composition.scaleTimeRange(range(0.5, 1), toDuration: seconds(4))
        #expect(abs(composition.duration.seconds - 5.5) < 0.001)
        let track = try #require(composition.tracks.first as? AVCompositionTrack)
        #expect(times(track) == [[0, 0.5, 0, 0.5], [0.5, 0.5, 0.5, 4], [1, 1, 4.5, 1]])
        #expect(track.naturalSize == CGSize(width: 64, height: 48))
        #expect(abs(track.nominalFrameRate - Float(60 / 5.5)) < 0.1)
        let segment = try #require(track.segment(forTrackTime: seconds(2.5)))
        #expect(segment.sourceURL == url)
        #expect(track.samplePresentationTime(forTrackTime: seconds(2.5)) == seconds(0.75))
        let copy = try #require(composition.copy() as? AVComposition)
        #expect(!(copy is AVMutableComposition))
        #expect(copy.duration == composition.duration)
        composition.removeTimeRange(range(0, 5))
        #expect(abs(composition.duration.seconds - 0.5) < 0.001)
        #expect(abs(copy.duration.seconds - 5.5) < 0.001)
    }

    @Test func `ranges are inserted, removed and left empty`() throws {
        let folder = try TemporaryFolder()
        let asset = AVURLAsset(url: try SampleClip.ramp(in: folder, seconds: 2))
        let source = try #require(asset.tracks.first)
        let composition = AVMutableComposition()
        let track = try #require(
            composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
        #expect(track.trackID == 1)
        try track.insertTimeRange(range(0, 1), of: source, at: .zero)
        try track.insertTimeRange(range(1.5, 2), of: source, at: seconds(0.5))
        #expect(times(track) == [[0, 0.5, 0, 0.5], [1.5, 0.5, 0.5, 0.5], [0.5, 0.5, 1, 0.5]])
        track.insertEmptyTimeRange(range(0.5, 0.75))
        #expect(track.segments[1].isEmpty)
        #expect(abs(composition.duration.seconds - 1.75) < 0.001)
        track.removeTimeRange(range(0.25, 1.25))
        #expect(times(track) == [[0, 0.25, 0, 0.25], [0.5, 0.5, 0.25, 0.5]])
        try track.insertTimeRange(range(0, 0.5), of: source, at: seconds(2))
        #expect(track.segments.map(\.isEmpty) == [false, false, true, false])
        composition.removeTrack(track)
        #expect(composition.tracks.isEmpty)
    }

    @Test func `wrong insertions are errors and change nothing`() throws {
        let folder = try TemporaryFolder()
        let asset = AVURLAsset(url: try SampleClip.ramp(in: folder))
        let composition = AVMutableComposition()
        #expect(throws: (any Error).self) {
            try composition.insertTimeRange(range(5, 6), of: asset, at: .zero)
        }
        #expect(throws: (any Error).self) {
            try composition.insertTimeRange(.invalid, of: asset, at: .zero)
        }
        #expect(throws: (any Error).self) {
            try composition.insertTimeRange(range(0, 1), of: AVAsset(), at: .zero)
        }
        #expect(composition.tracks.isEmpty)
        let sound = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7)
        #expect(sound?.trackID == 7)
        let video = try #require(asset.tracks.first)
        let error = #expect(throws: (any Error).self) { try sound?.insertTimeRange(range(0, 1), of: video, at: .zero) }
        #expect((error as? AVError)?.code == .incompatibleAsset)
    }

    @Test func `a composition keeps the source's rotation`() throws {
        let folder = try TemporaryFolder()
        var movie = SampleMedia.Movie()
        movie.rotation = 90
        let composition = try composition(try folder.write(SampleMedia.movie(movie), to: "rotated.mov"))
        #expect(composition.tracks.first?.preferredTransform.b == 1)
        #expect(composition.isExportable)
        #expect(composition.naturalSize == CGSize(width: 64, height: 48))
    }

    /// A composition of two files: the frames 3 to 8 of a ramp of 64 × 48 pixels, and white of 40 × 80 pixels.
    private func joined(in folder: TemporaryFolder) throws -> (composition: AVMutableComposition, white: URL) {
        let ramp = AVURLAsset(url: try SampleClip.ramp(in: folder, seconds: 0.5))
        let white = try SampleClip.make(
            "white.mov", in: folder,
            ["-f", "lavfi", "-i", "color=c=white:size=40x80:rate=10:duration=0.4", "-pix_fmt", "yuv420p"])
        let composition = AVMutableComposition()
        try composition.insertTimeRange(range(0.1, 0.3), of: ramp, at: .zero)
        try composition.insertTimeRange(range(0, 0.4), of: AVURLAsset(url: white), at: seconds(0.2))
        return (composition, white)
    }

    @Test func `images of joined files are those of the file that plays then`() throws {
        let folder = try TemporaryFolder()
        let (composition, white) = try joined(in: folder)
        let generator = AVAssetImageGenerator(asset: composition)
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        func image(at time: Double) throws -> (red: Int, size: [Int], time: Double) {
            var actual = CMTime.invalid
            let image = try generator.copyCGImage(at: seconds(time), actualTime: &actual)
            return (Int(image.averageRed.rounded()), [image.width, image.height], actual.seconds)
        }
        // The frame 5 of the ramp, which begins at 0.1667 s of its file.
        let first = try image(at: 0.08)
        #expect(abs(first.red - 5 * 4 * 255 / 219) <= 3 && first.size == [64, 48])
        #expect(abs(first.time - 0.0667) < 0.002)
        let second = try image(at: 0.45)
        #expect(second.red > 250 && second.size == [40, 80])
        #expect(abs(second.time - 0.4) < 0.002)
        // Each file is fitted on its own.
        generator.maximumSize = CGSize(width: 32, height: 32)
        #expect(try image(at: 0.08).size == [32, 24] && image(at: 0.45).size == [16, 32])
        #expect(throws: AVError.self) { try image(at: 0.7) }
        // The other file is still there.
        try FileManager.default.removeItem(at: white)
        #expect(try image(at: 0.08).size == [32, 24])
        let error = #expect(throws: (any Error).self) { try image(at: 0.45) }
        #expect(error?.localizedDescription.contains("white.mov") == true, "\(String(describing: error))")
    }

    @Test func `a player plays joined files as one`() throws {
        let folder = try TemporaryFolder()
        let item = AVPlayerItem(asset: try joined(in: folder).composition)
        let ready = Gate()
        item.prepare { ready.open() }
        #expect(ready.wait())
        #expect(item.status == .readyToPlay && abs(item.duration.seconds - 0.6) < 0.002)
        #expect(item.presentationSize == CGSize(width: 64, height: 48))
        item.seek(to: seconds(0.5))
        #expect(item.currentTime() == seconds(0.5))
        #expect(item.copy() is AVPlayerItem)
    }

    @Test func `a filter receives the frames of all joined files`() async throws {
        let folder = try TemporaryFolder()
        let composition = try joined(in: folder).composition
        let times = Mutex<[Double]>([])
        let session = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
        (session.outputURL, session.outputFileType) = (folder.file("out.mov"), .mov)
        session.videoComposition = AVVideoComposition(asset: composition) { request in
            times.withLock { $0.append(request.compositionTime.seconds) }
            #expect(request.sourceImage.extent == CGRect(x: 0, y: 0, width: 64, height: 48))
            request.finish(with: request.sourceImage.applyingFilter("CIColorInvert"), context: nil)
        }
        await session.export()
        try #require(session.status == .completed, "\(String(describing: session.error))")
        let expected = (0..<6).map { Double($0) / 30 } + [0.2, 0.3, 0.4, 0.5]
        let all = times.withLock { $0 }
        #expect(all.count == 10 && zip(all, expected).allSatisfy { abs($0 - $1) < 0.002 }, "\(all)")
        let facts = try MovieFacts.read(folder.file("out.mov"))
        #expect(abs((Double(try facts.picture.duration ?? "") ?? 0) - 0.6) < 0.01)
    }
}
