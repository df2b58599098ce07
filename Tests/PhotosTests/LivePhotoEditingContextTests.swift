import AVFoundation
import AlbumenTestSupport
import CoreImage
import Foundation
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §6.6: edits of Live Photos.
@Suite(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason))) struct LivePhotoEditingContextTests {
    private let fixture: LivePhotoEditingFixture

    init() async throws {
        fixture = try await LivePhotoEditingFixture()
    }

    /// The facts of a frame that a processor received.
    private struct Seen: Sendable, Equatable {
        var type: PHLivePhotoFrameType
        var seconds: Double
        var width: Double
        var scale: Double
    }

    private func output(for input: PHContentEditingInput) -> PHContentEditingOutput {
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = fixture.editing.recipe()
        return output
    }

    @Test func `§6.6: a context has the facts of its Live Photo`() throws {
        let input = try fixture.editing.input(of: fixture.asset)
        let context = try fixture.context(for: input)
        #expect(context.fullSizeImage.extent == CGRect(x: 0, y: 0, width: 64, height: 48))
        #expect(abs(context.duration.seconds - 1) < 0.05)
        #expect(context.photoTime == LivePhotoEditingFixture.photoTime)
        #expect(context.orientation == .up)
        #expect(context.audioVolume == 1)
        context.audioVolume = 7
        #expect(context.audioVolume == 1)
        context.audioVolume = -1
        #expect(context.audioVolume == 0)
    }

    @Test func `§6.6: there is no context for a photo, and mocks can be made`() throws {
        let photo = try fixture.editing.importPhoto()
        let input = try fixture.editing.input(of: photo)
        #expect(fixture.editing.run { PHLivePhotoEditingContext(livePhotoEditingInput: input) } == nil)
        let mock = PHLivePhotoEditingContext()
        #expect(mock.fullSizeImage.extent.isEmpty && mock.duration == .zero)
        #expect(try fixture.save(mock, to: PHContentEditingOutput())?.domain == PHPhotosErrorDomain)
    }

    @Test func `§6.6: without a processor, both files are saved, pair again, and are reverted`() throws {
        let input = try fixture.editing.input(of: fixture.asset)
        let context = try fixture.context(for: input)
        context.audioVolume = 0
        let output = output(for: input)
        #expect(try fixture.save(context, to: output) == nil)
        try fixture.editing.change {
            let request = PHAssetChangeRequest(for: fixture.asset)
            request.contentEditingOutput = output
            request.isFavorite = true
        }
        let edited = try fixture.editing.asset(fixture.asset)
        #expect(edited.hasAdjustments && edited.isFavorite && edited.playbackStyle == .livePhoto)
        let files = fixture.editing.run { PHAssetResource.assetResources(for: edited) }
        #expect(Set(files.map(\.type)).isSuperset(of: [.fullSizePhoto, .fullSizePairedVideo]))
        let folder = try TemporaryFolder()
        let view = fixture.editing.temporary.library.owner
        _ = try Export(from: view, to: folder.url) { _ in }.run(try Export.everything(in: view))
        let names = try folder.names()
        #expect(names.count == 2)
        #expect(try ResourceFixture().importFiles(names.map { folder.file($0) }).map(\.playbackStyle) == [.livePhoto])
        let video = folder.file(try #require(names.first { $0.lowercased().hasSuffix(".mov") }))
        #expect(try !SampleClip.facts(of: video, ["-show_streams"]).contains("codec_type=audio"))
        try fixture.editing.revert(edited)
        let reverted = try fixture.editing.asset(edited)
        #expect(!reverted.hasAdjustments && reverted.isFavorite && reverted.playbackStyle == .livePhoto)
    }

    @Test func `§6.6: the processor sees the photo and each frame of the video once, in order`() throws {
        let input = try fixture.editing.input(of: fixture.asset)
        let context = try fixture.context(for: input)
        let seen = Mutex<[Seen]>([])
        context.frameProcessor = { frame, _ in
            seen.withLock {
                $0.append(
                    Seen(
                        type: frame.type, seconds: frame.time.seconds, width: frame.image.extent.width,
                        scale: frame.renderScale))
            }
            return frame.image.applyingFilter("CIColorInvert")
        }
        let output = output(for: input)
        try #require(try fixture.save(context, to: output) == nil)
        let all = seen.withLock { $0 }
        #expect(all.first == Seen(type: .photo, seconds: 0.3, width: 64, scale: 1))
        #expect(all.dropFirst().map(\.type) == Array(repeating: .video, count: LivePhotoEditingFixture.frameCount))
        #expect(all.dropFirst().allSatisfy { $0.width == 48 && $0.scale == 0.75 })
        let video = try #require(output.files.writtenPairedVideo)
        let times = try SampleClip.packets(of: video, stream: "v").map(\.time).sorted()
        for (frame, time) in zip(all.dropFirst(), times) { #expect(abs(frame.seconds - time) < 0.001) }
        // Both show the negative of their sources.
        let original = try #require(input.fullSizeImageURL)
        let before = try #require(UIImage(contentsOfFile: original.path)?.cgImage)
        let after = try #require(UIImage(contentsOfFile: output.renderedContentURL.path)?.cgImage)
        let (one, other) = (
            LivePhotoEditingFixture.averages(before).red, LivePhotoEditingFixture.averages(after).red
        )
        #expect(abs(one - other) > 20)
        let originalVideo = try #require(fixture.editing.run { input.livePhoto?.videoURL })
        let frames = try [originalVideo, video].map { url in
            let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
            generator.requestedTimeToleranceBefore = .zero
            return LivePhotoEditingFixture.averages(try generator.copyCGImage(at: .zero, actualTime: nil)).red
        }
        #expect(abs(frames[0] + frames[1] - 255) < 40)
    }

    @Test func `§6.6: a crop changes the size of the photo and the video alike`() throws {
        let input = try fixture.editing.input(of: fixture.asset)
        let context = try fixture.context(for: input)
        context.frameProcessor = { frame, _ in
            let extent = frame.image.extent
            return frame.image.cropped(
                to: CGRect(x: extent.width / 4, y: 0, width: extent.width / 2, height: extent.height))
        }
        let output = output(for: input)
        try #require(try fixture.save(context, to: output) == nil)
        let photo = try #require(UIImage(contentsOfFile: output.renderedContentURL.path)?.cgImage)
        #expect(photo.width == 32 && photo.height == 48)
        let video = AVURLAsset(url: try #require(output.files.writtenPairedVideo))
        #expect(video.tracks(withMediaType: .video).first?.naturalSize == CGSize(width: 24, height: 36))
    }

    @Test func `§6.6: the processor's error ends the rendering, and nil without an error does, too`() throws {
        let input = try fixture.editing.input(of: fixture.asset)
        let context = try fixture.context(for: input)
        let reason = NSError(domain: "org.example.filter", code: 7)
        context.frameProcessor = { frame, error in
            guard frame.type == .video else { return frame.image }
            error?.pointee = reason
            return nil
        }
        let output = output(for: input)
        #expect(try fixture.save(context, to: output) == reason)
        #expect(output.files.written == nil && output.files.writtenPairedVideo == nil)
        context.frameProcessor = { frame, _ in frame.type == .photo ? nil : frame.image }
        let error = try #require(try fixture.save(context, to: output))
        #expect(error.domain == PHPhotosErrorDomain && error.code == -1)
        #expect(error.localizedDescription.contains("no image"))
    }

    @Test func `§6.6: cancel and a new rendering end the one before`() throws {
        let input = try fixture.editing.input(of: fixture.asset)
        let context = try fixture.context(for: input)
        let (arrived, released) = (Gate(), Gate())
        context.frameProcessor = { frame, _ in
            if frame.type == .video {
                arrived.open()
                #expect(released.wait())
            }
            return frame.image
        }
        let output = output(for: input)
        let error = try fixture.save(context, to: output) {
            #expect(arrived.wait())
            context.cancel()
            released.open()
        }
        #expect(error?.code == PHPhotosError.userCancelled.rawValue)
        #expect(output.files.written == nil && output.files.writtenPairedVideo == nil)

        let first = CallRecorder<Int?>()
        let (arrivedAgain, releasedAgain) = (Gate(), Gate())
        context.frameProcessor = { frame, _ in
            arrivedAgain.open()
            #expect(releasedAgain.wait())
            return frame.image
        }
        fixture.editing.run {
            context.prepareLivePhotoForPlayback(withTargetSize: .zero, options: nil) { _, error in
                first.record(error.map { ($0 as NSError).code })
            }
        }
        #expect(arrivedAgain.wait())
        context.frameProcessor = nil
        let second = try fixture.save(context, to: output) { releasedAgain.open() }
        #expect(second == nil)
        #expect(first.calls == [PHPhotosError.userCancelled.rawValue])
    }

    @Test func `§6.6: a Live Photo for playback has the target size and both files`() throws {
        let input = try fixture.editing.input(of: fixture.asset)
        let context = try fixture.context(for: input)
        let counts = Mutex((photo: 0, video: 0))
        context.frameProcessor = { frame, _ in
            counts.withLock { if frame.type == .photo { $0.photo += 1 } else { $0.video += 1 } }
            #expect(frame.image.extent.width == (frame.type == .photo ? 32 : 24))
            return frame.image.applyingFilter("CIPhotoEffectMono")
        }
        let size = CGSize(width: 32, height: 32)
        let livePhoto = try #require(try fixture.prepare(context, size).livePhoto)
        #expect(livePhoto.size == CGSize(width: 32, height: 24))
        #expect(counts.withLock { $0 } == (1, LivePhotoEditingFixture.frameCount))
        let files = PHAssetResource.assetResources(for: livePhoto)
        #expect(files.map(\.type) == [.photo, .pairedVideo])
        let url = try #require(livePhoto.videoURL)
        #expect(AVURLAsset(url: url).tracks(withMediaType: .video).first?.naturalSize == CGSize(width: 24, height: 18))
        // The option renders the video when it's first used.
        let lazy = try #require(
            try fixture.prepare(context, size, [PHLivePhotoEditingOption.shouldRenderAtPlaybackTime.rawValue: true])
                .livePhoto)
        #expect(counts.withLock { $0 } == (2, LivePhotoEditingFixture.frameCount))
        #expect(lazy.videoURL != nil && lazy.videoURL == lazy.videoURL)
        #expect(counts.withLock { $0 } == (2, 2 * LivePhotoEditingFixture.frameCount))
        #expect(try fixture.prepare(context, CGSize(width: -1, height: 5)).error?.code == -1)
    }

    @Test func `§6.6: a frame can be rendered in its call, and no longer`() throws {
        let input = try fixture.editing.input(of: fixture.asset)
        let context = try fixture.context(for: input)
        let kept = Mutex<[CIImage]>([])
        let isDrawn = Mutex<[Bool]>([])
        context.frameProcessor = { frame, _ in
            guard frame.type == .video else { return frame.image }
            let drawn = CIContext().createCGImage(frame.image, from: frame.image.extent)
            isDrawn.withLock { $0.append(drawn?.width == 48 && drawn?.height == 36) }
            let copy = UncheckedSendable(frame.image)
            kept.withLock { $0.append(copy.value) }
            return drawn.map { CIImage(cgImage: $0).applyingFilter("CISepiaTone") }
        }
        try #require(try fixture.save(context, to: output(for: input)) == nil)
        #expect(isDrawn.withLock { $0 } == Array(repeating: true, count: LivePhotoEditingFixture.frameCount))
        let image = try #require(kept.withLock { $0.first })
        #expect(CIContext().createCGImage(image, from: image.extent) == nil)
    }

    @Test func `§6.6: the async forms render, too`() async throws {
        let input = try fixture.editing.input(of: fixture.asset)
        let context = try fixture.context(for: input)
        let livePhoto = try await context.livePhotoForPlayback(targetSize: CGSize(width: 16, height: 16), options: nil)
        #expect(livePhoto.size == CGSize(width: 16, height: 12))
        let output = output(for: input)
        try await context.saveLivePhoto(to: output, options: nil)
        #expect(output.files.writtenPairedVideo != nil)
    }
}
