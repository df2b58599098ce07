import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

extension PageTests {
    /// Live Photos, whose moving part browsers mostly lack the codec for.
    @Suite(.enabled(if: SampleClip.canBeMade, Comment(rawValue: SampleClip.absence))) struct LivePhotoTests {
        private static let video = "document.querySelector('.viewer-live-video')"
        private static let badge = "document.querySelector('.viewer-live')"

        /// Creates a library with a Live Photo of a JPEG and an HEVC video.
        private func library() throws -> TemporaryLibrary? {
            let folder = try TemporaryFolder()
            guard let file = try SampleClip.all[0].make(in: folder, seconds: 3) else { return nil }
            var still = MediaProbe(
                kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 640, pixelHeight: 480)
            var moving = MediaProbe(
                kind: .video, uniformTypeIdentifier: "com.apple.quicktime-movie", pixelWidth: 320, pixelHeight: 240)
            (moving.duration, moving.videoCodec) = (3, "hevc")
            (still.contentIdentifier, moving.contentIdentifier) = ("pair", "pair")
            let library = try TemporaryLibrary()
            _ = try library.add([
                TemporaryLibrary.Sample(
                    "IMG_1.JPG", still, bytes: SampleMedia.photograph(width: 640, height: 480, comment: "live")),
                TemporaryLibrary.Sample("IMG_1.MOV", moving, bytes: try Data(contentsOf: file)),
            ])
            return library
        }

        @Test func `a Live Photo plays while the pointer rests on it`() async throws {
            guard let library = try library() else { return }
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(Self.video) !== null")
                try await browser.movePointer(to: BrowserSession.Point(x: 5, y: 450))
                try await browser.movePointer(to: BrowserSession.Point(x: 700, y: 450))
                try await browser.wait(for: "\(Self.video).matches('.is-playing') && \(Self.video).currentTime > 0.3")
                try await visit.keepScreenshot("live-photo")
                try await browser.movePointer(to: BrowserSession.Point(x: 5, y: 450))
                try await browser.wait(for: "\(Self.video).paused && !\(Self.badge).matches('.is-playing')")
                // The key plays it to its end, with sound, and the still returns.
                try await browser.type("l")
                try await browser.wait(for: "\(Self.video).matches('.is-playing') && !\(Self.video).muted")
                try await browser.wait(for: "!\(Self.video).matches('.is-playing') && \(Self.video).ended")
            }
        }

        @Test func `a Live Photo plays while a finger presses it`() async throws {
            guard let library = try library() else { return }
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                let middle = BrowserSession.Point(x: 195, y: 430)
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(Self.video) !== null")
                // During the transition, the viewer ignores fingers.
                try await visit.waitForStillness()
                try await browser.touch(.start, middle)
                try await browser.wait(for: "\(Self.video).matches('.is-playing') && \(Self.video).currentTime > 0.3")
                try await visit.keepScreenshot("live-photo-phone")
                try await browser.touch(.end)
                try await browser.wait(for: "\(Self.video).paused")
            }
        }
    }
}
