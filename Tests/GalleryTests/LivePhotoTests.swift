@_spi(Storage) import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

extension PageTests {
    /// Live Photos, whose moving part browsers mostly lack the codec for.
    @Suite(.enabled(if: SampleClip.canBeMade, Comment(rawValue: SampleClip.absence))) struct LivePhotoTests {
        private static let video = "document.querySelector('.viewer-live-video')"
        private static let badge = "document.querySelector('.viewer-live')"

        /// Creates a library with a Live Photo of a JPEG and an HEVC video.
        ///
        /// - Parameter variation: The effect of an edit, which the test sets in the catalog alone.
        private func library(_ variation: PlaybackVariation = .none) throws -> TemporaryLibrary? {
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
            let uuid = try #require(try library.library.owner.assetUUIDs().first)
            try library.library.storage.catalog.write(author: "test") { transaction in
                let asset = try #require(try transaction.reader.asset(uuid: uuid))
                try transaction.update(asset: asset.id) { row in
                    row.playbackVariation = variation
                    row.becomeLivePhoto()
                }
            }
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

        @Test(arguments: [(PlaybackVariation.autoloop, "LOOP"), (.mirror, "BOUNCE")])
        func `playbackVariation: Loop and Bounce play at once, without sound, until a key stops them`(
            variation: PlaybackVariation, label: String
        ) async throws {
            guard let library = try library(variation) else { return }
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await browser.wait(for: "\(Self.video).matches('.is-playing') && \(Self.video).currentTime > 0.3")
                let isLooping: Bool = try await browser.evaluate("return \(Self.video).loop && \(Self.video).muted")
                #expect(isLooping)
                #expect(try await browser.evaluate("return \(Self.badge).innerText") == label)
                try await visit.keepScreenshot("live-photo-\(label.lowercased())")
                // It begins again.
                try await browser.run("\(Self.video).currentTime = \(Self.video).duration - 0.2")
                try await browser.wait(for: "\(Self.video).currentTime < 1 && !\(Self.video).paused")
                try await browser.type("l")
                try await browser.wait(for: "\(Self.video).paused && !\(Self.badge).matches('.is-playing')")
            }
        }

        @Test func `playbackVariation: a loop waits for the reader who prefers less motion`() async throws {
            guard let library = try library(.autoloop) else { return }
            var options = BrowserOptions()
            options.prefersReducedMotion = true
            try await GalleryVisit.run(library.folder, options) { visit in
                try await visit.openViewer(at: 0)
                try await visit.browser.wait(for: "\(Self.video) !== null")
                try await visit.waitForStillness()
                #expect(try await visit.browser.evaluate("return \(Self.video).paused") as Bool)
                try await visit.browser.type("l")
                try await visit.browser.wait(for: "\(Self.video).currentTime > 0.3")
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
