import Albumen
import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Records
import Testing

extension PageTests {
    /// The editor of videos and Live Photos.
    @Suite struct MovingEditorTests {
        private static let stage = "document.querySelector('.moving-video')"

        /// Returns the middle of a mark of the strip.
        private func middle(of mark: String, _ visit: GalleryVisit) async throws -> BrowserSession.Point {
            try await visit.middle(of: "document.querySelector('.time-strip .\(mark)')")
        }

        /// Returns the value of a mark in seconds.
        private func time(of mark: String, _ visit: GalleryVisit) async throws -> Double {
            try await visit.browser.evaluate(
                "return Number(document.querySelector(`.${arguments[0]}`).getAttribute('aria-valuenow'))", mark)
        }

        /// Returns the point on the track at a part of the video.
        private func place(at share: Double, _ visit: GalleryVisit) async throws -> BrowserSession.Point {
            try await visit.browser.evaluate(
                """
                const { left, top, width, height } = document.querySelector(".time-track").getBoundingClientRect();
                return { x: left + width * arguments[0], y: top + height / 2 };
                """, share)
        }

        private func open(_ visit: GalleryVisit) async throws {
            try await visit.openViewer(at: 0)
            try await visit.browser.wait(for: "document.querySelector('.viewer-edit')")
            try await visit.browser.run("document.querySelector('.viewer-edit').click()")
            try await visit.browser.wait(for: "document.querySelector('.editor[open]:not(.is-busy)')")
        }

        private func finish(_ visit: GalleryVisit) async throws {
            try await visit.browser.run("document.querySelector('.editor-done').click()")
            try await visit.browser.wait(for: "!document.querySelector('.editor')")
            try await visit.waitForNotice("Edit saved.")
        }

        private func recipe(_ library: TemporaryLibrary) throws -> AdjustmentRecipe? {
            let view = library.library.view(for: .owner(through: "test"))
            let uuid = try #require(try view.assets(withIdentifiers: view.assetIdentifiers(AssetFetch())).values.first)
                .uuid
            return try view.adjustingBase(ofAsset: uuid).recipe
        }

        @Test func `a video is trimmed by mouse and keys, muted, undone and reverted`() async throws {
            let folder = try TemporaryFolder()
            try folder.write(SampleMedia.h264Movie(frames: 50, framesPerSecond: 10), to: "movie.mov")
            let library = try TemporaryLibrary()
            try library.importPaths([folder.path])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await open(visit)
                try await browser.wait(for: "document.querySelector('.time-strip')?.dataset.span === '0:00.0-0:05.0'")
                try await browser.drag(along: [middle(of: "time-end", visit), place(at: 0.82, visit)])
                let end = try await time(of: "time-end", visit)
                #expect(end > 3.6 && end < 4.2, "\(end)")
                // The start by keys: a second, and a tenth of it.
                try await browser.run("document.querySelector('.time-start').focus()")
                try await browser.press(.pageUp)
                try await browser.press(.right)
                #expect(try await time(of: "time-start", visit) == 1.1)
                try await browser.wait(for: "\(Self.stage).currentTime === 1.1 && !\(Self.stage).seeking")
                try await browser.run("document.querySelector('.moving-sound').click()")
                try await browser.wait(for: "\(Self.stage).muted")
                try await visit.keepScreenshot("trim-wide")
                try await finish(visit)
                let saved = try #require(try recipe(library))
                #expect(saved.isMuted && saved.trim?.start == 1.1 && saved.trim?.end == end)

                // The undo in the notice removes the edit again.
                try await browser.run("document.querySelector('.undo-button').click()")
                try await visit.waitForNotice("Change undone.")
                #expect(try recipe(library) == nil)

                // Saved again, reverted in the editor, and the revert is undone.
                try await browser.run("document.querySelector('.viewer-edit').click()")
                try await browser.wait(for: "document.querySelector('.editor[open]:not(.is-busy) .moving-sound')")
                try await browser.run("document.querySelector('.moving-sound').click()")
                try await finish(visit)
                try await browser.run("document.querySelector('.viewer-edit').click()")
                try await browser.wait(for: "document.querySelector('.editor[open]:not(.is-busy) .moving-sound')")
                try await browser.run("document.querySelector('.editor [data-action=revert]').click()")
                try await visit.confirm(isFinal: true)
                try await visit.waitForNotice("The original is shown again.")
                #expect(try recipe(library) == nil)
                try await browser.run("document.querySelector('.undo-button').click()")
                try await visit.waitForNotice("Change undone.")
                #expect(try recipe(library)?.isMuted == true)
            }
        }

        @Test(.enabled(if: SampleClip.canBeMade, Comment(rawValue: SampleClip.absence)))
        func `saving a trimmed video shows which share of it is rendered`() async throws {
            let folder = try TemporaryFolder()
            #expect(
                try SampleClip.encode([
                    "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=12", "-c:v", "libx264", "-pix_fmt",
                    "yuv420p", folder.file("long.mp4").path,
                ]))
            let library = try TemporaryLibrary()
            try library.importPaths([folder.path])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await open(visit)
                try await browser.wait(for: "document.querySelector('.time-strip')?.dataset.span === '0:00.0-0:12.0'")
                try await browser.run("document.querySelector('.time-start').focus()")
                try await browser.press(.pageUp)
                try await browser.run(
                    """
                    window.shown = [];
                    new MutationObserver(([{ target }]) => window.shown.push(target.textContent))
                      .observe(document.querySelector(".editor-status"), { childList: true });
                    """)
                try await finish(visit)
                let shown: [String] = try await browser.evaluate("return window.shown")
                let shares = shown.compactMap { text in
                    text.wholeMatch(of: /Saving… ([0-9]+)%/).flatMap { Int($0.1) }
                }
                #expect(shares.count > 2 && shares == shares.sorted(), "\(shown)")
            }
        }

        @Test(.enabled(if: SampleClip.canBeMade, Comment(rawValue: SampleClip.absence)))
        func `the key photo of a Live Photo is chosen by touch`() async throws {
            let folder = try TemporaryFolder()
            let identifier = "11111111-2222-3333-4444-555555555555"
            let picture = try SampleMedia.livePhotoPicture(contentIdentifier: identifier, width: 640, height: 480)
            try folder.write(picture, to: "IMG_1.JPG")
            var movie = SampleMedia.Movie()
            (movie.width, movie.height, movie.frames) = (64, 48, 30)
            movie.pictures = try (0..<30).map { number in
                try SampleMedia.photograph(width: 64, height: 48, comment: "\(number)")
            }
            movie.tags = [("com.apple.quicktime.content.identifier", identifier)]
            try folder.write(SampleMedia.movie(movie), to: "IMG_1.MOV")
            let library = try TemporaryLibrary()
            try library.importPaths([folder.path])
            var options = BrowserOptions.phone
            options.colourScheme = .dark
            options.hasWebGL = true
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await open(visit)
                try await visit.chooseTool("filters")
                try await browser.find(".editor-filter:has([value=mono])").click()
                try await visit.chooseTool("movie")
                try await browser.wait(for: "document.querySelector('.time-key')")
                // The filter is drawn on the video, too.
                try await browser.wait(for: "document.querySelector('.moving-picture > canvas')?.checkVisibility()")
                let grey = try await visit.shownColour(of: ".moving-picture > canvas", across: 0.8, down: 0.5)
                #expect((grey.max() ?? 255) - (grey.min() ?? 0) <= 2, "\(grey)")
                let mark = try await middle(of: "time-key", visit)
                try await browser.touch(.start, mark)
                try await browser.moveFinger(from: mark, to: place(at: 0.5, visit))
                try await browser.touch(.end)
                let time = try await time(of: "time-key", visit)
                #expect(time > 1.2 && time < 1.8, "\(time)")
                try await browser.wait(for: "document.querySelector('.time-key.is-chosen')")
                try await visit.keepScreenshot("key-photo-phone-dark")
                // The button makes the frame on show the key photo.
                try await browser.touch(.start, place(at: 0.25, visit))
                try await browser.touch(.end)
                try await browser.wait(for: "\(Self.stage).currentTime > 0.4 && \(Self.stage).currentTime < 1")
                try await visit.tap(".moving-key")
                try await visit.waitForAnnouncement("The frame is the key photo")
                let chosen = try await self.time(of: "time-key", visit)
                #expect(chosen > 0.4 && chosen < 1, "\(chosen)")
                try await finish(visit)
                let saved = try #require(try recipe(library))
                #expect(saved.keyPhoto == chosen && saved.filter == .mono)
                let view = library.library.view(for: .owner(through: "test"))
                let row = try #require(
                    try view.assets(withIdentifiers: view.assetIdentifiers(AssetFetch())).values.first)
                #expect(row.playbackStyle == .livePhoto && row.pixelWidth == 64)
            }
        }
    }
}
