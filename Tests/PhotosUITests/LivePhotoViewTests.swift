import AlbumenTestSupport
import Foundation
import Photos
import Testing
import UIKit

@testable import PhotosUI

/// §4.11.4: the model of a view of a Live Photo.
@MainActor @Suite struct LivePhotoViewTests {
    @MainActor private final class Listener: NSObject, PHLivePhotoViewDelegate {
        var events: [String] = []
        var isAllowed = true

        private func note(_ event: String, _ style: PHLivePhotoViewPlaybackStyle) {
            events.append("\(event) \(style)")
        }

        func livePhotoView(
            _ livePhotoView: PHLivePhotoView, canBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
        ) -> Bool {
            note("can", playbackStyle)
            return isAllowed
        }

        func livePhotoView(
            _ livePhotoView: PHLivePhotoView, willBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
        ) {
            note("will", playbackStyle)
        }

        func livePhotoView(
            _ livePhotoView: PHLivePhotoView, didEndPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
        ) {
            note("did", playbackStyle)
        }
    }

    /// A clock that stands still until the test ends its sleeps.
    private final class StoppedClock: Sendable {
        private let (sleeps, newSleep) = AsyncStream.makeStream(of: Duration.self)
        private let (ends, newEnd) = AsyncStream.makeStream(of: Void.self)

        func sleep(for duration: Duration) async throws {
            newSleep.yield(duration)
            for await _ in ends { return }
            throw CancellationError()
        }

        /// Waits until the view sleeps, and returns the duration.
        func nextSleep() async -> Duration? {
            for await duration in sleeps { return duration }
            return nil
        }

        /// Ends the view's sleep.
        func endSleep() { newEnd.yield() }
    }

    private let folder: TemporaryFolder
    private let listener = Listener()
    private let clock = StoppedClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns a Live Photo whose video takes 1.2 seconds.
    private func makeLivePhoto() async throws -> PHLivePhoto {
        var movie = SampleMedia.Movie()
        movie.frames = 12
        movie.tags = [("com.apple.quicktime.content.identifier", "A0A0A0A0")]
        let photo = try folder.write(try SampleMedia.livePhotoPicture(contentIdentifier: "A0A0A0A0"), to: "a.jpg")
        let video = try folder.write(SampleMedia.movie(movie), to: "a.mov")
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "test", "ALBUMEN_ACCESS": "denied"],
            callbackQueue: DispatchQueue(label: "callbacks"))
        let livePhoto = await PhotoLibrarySession.$current.withValue(session) {
            await withCheckedContinuation { continuation in
                PHLivePhoto.request(
                    withResourceFileURLs: [photo, video], placeholderImage: nil, targetSize: .zero,
                    contentMode: .aspectFit
                ) { @Sendable livePhoto, info in
                    if info[PHLivePhotoInfoIsDegradedKey] as? Bool == false {
                        continuation.resume(returning: livePhoto)
                    }
                }
            }
        }
        return try #require(livePhoto)
    }

    private func makeView() async throws -> PHLivePhotoView {
        let view = PHLivePhotoView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        view.delegate = listener
        view.sleep = { [clock] in try await clock.sleep(for: $0) }
        view.livePhoto = try await makeLivePhoto()
        return view
    }

    /// Lets the view's playback end, and returns its duration.
    private func playToEnd(_ view: PHLivePhotoView) async throws -> Duration {
        let playback = try #require(view.playback)
        let duration = try #require(await clock.nextSleep())
        clock.endSleep()
        await playback.clock.value
        return duration
    }

    @Test("the delegate learns of the start at once, and of the end when the video has played")
    func full() async throws {
        let view = try await makeView()
        view.startPlayback(with: .full)
        #expect(listener.events == ["can full", "will full"])
        let duration = try await playToEnd(view)
        #expect(listener.events == ["can full", "will full", "did full"])
        #expect(abs(duration / .seconds(1) - 1.2) < 0.01)
    }

    @Test("a hint is shorter, and stopping ends playback once")
    func hint() async throws {
        let view = try await makeView()
        view.startPlayback(with: .hint)
        #expect(try await playToEnd(view) == .seconds(0.5))
        #expect(listener.events == ["can hint", "will hint", "did hint"])
        view.startPlayback(with: .full)
        let playback = try #require(view.playback)
        _ = try #require(await clock.nextSleep())
        view.stopPlayback()
        view.stopPlayback()
        // The playback's task has ended, so no further event comes.
        await playback.clock.value
        #expect(listener.events == ["can hint", "will hint", "did hint", "can full", "will full", "did full"])
    }

    @Test("a second playback and another Live Photo end the first")
    func replaced() async throws {
        let view = try await makeView()
        view.startPlayback(with: .hint)
        view.startPlayback(with: .full)
        #expect(listener.events == ["can hint", "will hint", "can full", "did hint", "will full"])
        view.livePhoto = nil
        #expect(listener.events.last == "did full")
        view.startPlayback(with: .full)
        #expect(listener.events.count == 6, "There is nothing to play.")
    }

    @Test("a delegate can prevent playback, and no delegate allows it")
    func prevented() async throws {
        let view = try await makeView()
        listener.isAllowed = false
        view.startPlayback(with: .full)
        view.startPlayback(with: .undefined)
        #expect(listener.events == ["can full"])
        view.delegate = nil
        view.startPlayback(with: .full)
        view.stopPlayback()
        #expect(listener.events == ["can full"])
    }

    @Test("a view has Apple's default values")
    func defaults() async throws {
        let view = PHLivePhotoView()
        #expect(view.livePhoto == nil && !view.isMuted && view.audioVolume == 1)
        #expect(view.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(view.contentMode == .scaleAspectFit)
        #expect(view.intrinsicContentSize == CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric))
        view.livePhoto = try await makeLivePhoto()
        #expect(view.intrinsicContentSize == CGSize(width: 640, height: 480))
    }
}
