import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct AssetTests {
    @Test func `an asset has the durations, sizes and rates of its file`() async throws {
        let folder = try TemporaryFolder()
        let asset = AVURLAsset(url: try SampleClip.common(in: folder))
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        #expect(abs(duration.seconds - 1) < 0.05)
        #expect(tracks.map(\.mediaType) == [.video, .audio])
        let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
        #expect(try await video.load(.naturalSize) == CGSize(width: 320, height: 240))
        #expect(try await video.load(.nominalFrameRate) == 30)
        #expect(video.preferredTransform.isIdentity)
        #expect(video.timeRange.start == .zero)
        let format = try #require(video.formatDescriptions.first as? CMFormatDescription)
        #expect(format.mediaSubType == .h264)
        #expect(CMVideoFormatDescriptionGetDimensions(format) == CMVideoDimensions(width: 320, height: 240))
        let audio = try #require(asset.tracks(withMediaType: .audio).first)
        let sound = try #require(audio.formatDescriptions.first as? CMFormatDescription)
        #expect(sound.sampleRate == 48_000)
        #expect(sound.mediaSubType.description == "mp4a")
        #expect(audio.estimatedDataRate > 1000)
        #expect(asset.isPlayable)
        #expect(asset.isExportable)
        #expect(asset.isComposable)
        #expect(asset.isReadable)
        #expect(!asset.hasProtectedContent)
    }

    @Test func `properties block on first use, and loading doesn't`() async throws {
        let folder = try TemporaryFolder()
        let url = try SampleClip.common(in: folder)
        #expect(AVURLAsset(url: url).duration.seconds > 0.9)
        let asset = AVURLAsset(url: url)
        #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .unknown)
        if case .notYetLoaded = asset.status(of: .duration) {} else { Issue.record("The duration is loaded.") }
        await withCheckedContinuation { continuation in
            asset.loadValuesAsynchronously(forKeys: ["tracks"]) { continuation.resume() }
        }
        #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
        let (first, again) = (asset.tracks.first, asset.tracks.first)
        let (hasSameTrack, hasOwner) = (first === again, first?.asset === asset)
        #expect(hasSameTrack)
        #expect(hasOwner)
        #expect(asset.track(withTrackID: 1)?.trackID == 1)
    }

    @Test func `an asset of a URL is an AVURLAsset`() throws {
        let asset = AVAsset(url: URL(fileURLWithPath: "/nowhere.mov"))
        #expect((asset as? AVURLAsset)?.url.lastPathComponent == "nowhere.mov")
        #expect(asset.duration == .zero)
        #expect(asset.tracks.isEmpty)
        #expect(AVURLAsset(url: URL(fileURLWithPath: "/a.mov")) == AVURLAsset(url: URL(fileURLWithPath: "/a.mov")))
    }

    @Test(arguments: [
        ("missing.mov", nil, AVError.Code.failedToLoadMediaData),
        ("text.mov", Data("hello".utf8), .fileFormatNotRecognized),
        ("empty.mov", Data(), .fileFormatNotRecognized),
    ])
    func `a file that can't be read fails with the reason`(_ name: String, _ bytes: Data?, _ code: AVError.Code)
        async throws
    {
        let folder = try TemporaryFolder()
        let url = try bytes.map { try folder.write($0, to: name) } ?? folder.file(name)
        let asset = AVURLAsset(url: url)
        let error = await #expect(throws: (any Error).self) { try await asset.load(.duration) }
        #expect((error as? AVError)?.code == code)
        #expect(error?.localizedDescription.contains(name) == true)
        var reason: NSError?
        #expect(asset.statusOfValue(forKey: "duration", error: &reason) == .failed)
        #expect(reason?.code == code.rawValue)
        #expect(reason?.localizedRecoverySuggestion != nil)
    }

    @Test func `an address that isn't a file fails with a clear error`() async throws {
        let asset = AVURLAsset(url: try #require(URL(string: "https://example.com/movie.mp4")))
        let error = await #expect(throws: (any Error).self) { _ = try await asset.loadTracks(withMediaType: .video) }
        #expect((error as? AVError)?.code == .operationNotSupportedForAsset)
    }

    @Test(arguments: [0, 90, 180, 270])
    func `the rotation is the track's transformation`(_ degrees: Int) throws {
        let folder = try TemporaryFolder()
        var movie = SampleMedia.Movie()
        movie.rotation = degrees
        let asset = AVURLAsset(url: try folder.write(SampleMedia.movie(movie), to: "rotated.mov"))
        let video = try #require(asset.tracks.first)
        #expect(video.naturalSize == CGSize(width: 64, height: 48))
        let upright = CGRect(origin: .zero, size: video.naturalSize).applying(video.preferredTransform)
        #expect(upright.size == (degrees % 180 == 0 ? CGSize(width: 64, height: 48) : CGSize(width: 48, height: 64)))
        #expect(
            CGPoint(x: 1, y: 0).applying(video.preferredTransform).y == (degrees == 90 ? 1 : degrees == 270 ? -1 : 0))
    }

    @Test func `an edit list is the track's segments`() throws {
        let folder = try TemporaryFolder()
        // The frames are delayed by half a second, and start after the first third.
        let source = try SampleClip.ramp("source.mp4", in: folder)
        let url = try SampleClip.make(
            "edited.mp4", in: folder, ["-itsoffset", "0.5", "-i", source.path, "-c", "copy"])
        let video = try #require(AVURLAsset(url: url).tracks.first)
        #expect(abs(video.timeRange.start.seconds - 0.5) < 0.04)
        #expect(abs(video.timeRange.duration.seconds - 1.5) < 0.04)
        #expect(video.segments.first?.isEmpty == true)
        #expect(video.segments.last?.isEmpty == false)
        #expect(!video.samplePresentationTime(forTrackTime: CMTime(value: 1, timescale: 10)).isValid)
        #expect(video.segment(forTrackTime: CMTime(value: 1, timescale: 1))?.isEmpty == false)
    }

    @Test func `an encrypted movie fails as protected`() async throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(SampleMedia.encryptedMovie(), to: "locked.mp4")
        let asset = AVURLAsset(url: url)
        let error = await #expect(throws: (any Error).self) { _ = try await asset.load(.tracks) }
        #expect((error as? AVError)?.code == .contentIsProtected)
        #expect(asset.hasProtectedContent)
    }

    @Test func `a truncated movie is read or fails with one error`() async throws {
        let folder = try TemporaryFolder()
        let bytes = try Data(contentsOf: try SampleClip.common(in: folder))
        for place in 0..<10 {
            let url = try folder.write(bytes.prefix(bytes.count * place / 10), to: "\(place).mov")
            do {
                let asset = AVURLAsset(url: url)
                _ = try await asset.load(.tracks)
            } catch let error as AVError {
                #expect([.fileFailedToParse, .fileFormatNotRecognized].contains(error.code), "\(place): \(error)")
            }
        }
    }

    @Test func `an empty asset has no tracks`() {
        let asset = AVAsset()
        #expect(asset.tracks.isEmpty)
        #expect(asset.duration == .zero)
        #expect(!asset.isExportable)
        #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
        #expect(AVAssetTrack().trackID == kCMPersistentTrackID_Invalid)
    }
}
