import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

extension PageTests {
    /// Bursts are stacks in the grid and strips of frames in the viewer (§2.5).
    @Suite struct BurstTests {
        @Test func `a stack shows its count and its strip shows each frame`() async throws {
            let burst = try SampleBurst(frames: 5)
            for options in [BrowserOptions(), BrowserOptions(colourScheme: .dark), .phone] {
                try await GalleryVisit.run(burst.library.folder, options) { visit in
                    let browser = visit.browser
                    try await visit.waitForPictures()
                    let name: String = try await browser.evaluate(
                        "return document.querySelector('.photo-tile.is-stack').ariaLabel")
                    #expect(name.hasPrefix("Burst of 5 photos, "))
                    let count: String = try await browser.evaluate(
                        "return document.querySelector('.photo-tile.is-stack .tile-word').textContent")
                    #expect(count == "5")
                    let suffix = "\(options.isPhone ? "phone" : "wide")-\(options.colourScheme)"
                    try await visit.keepScreenshot("burst-grid-\(suffix)")
                    try await visit.openViewer(at: rank(of: burst, visit))
                    try await waitForStrip(burst, of: 5, shown: 0, visit)
                    try await visit.waitForStillness()
                    try await visit.keepScreenshot("burst-key-\(suffix)")
                    // The strip is one tab stop, and then one key moves to the next frame.
                    try await browser.type("b")
                    try await browser.press(.right, .right)
                    try await waitForStrip(burst, of: 5, shown: 2, visit)
                    try await browser.wait(
                        for: "document.querySelector('.viewer-position').textContent === 'Frame 3 of 5'")
                    try await visit.waitForStillness()
                    try await visit.keepScreenshot("burst-frame-\(suffix)")
                    try await browser.press(.escape)
                    try await browser.wait(
                        for: "document.querySelector('.viewer-position').textContent.endsWith('of 7')")
                    try await waitForStrip(burst, of: 5, shown: 0, visit)
                    try await browser.press(.escape)
                    try await visit.waitForNoViewer()
                }
            }
        }

        @Test func `another frame becomes the key photo, which can be undone`() async throws {
            let burst = try SampleBurst(frames: 4)
            try await GalleryVisit.run(burst.library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.openViewer(at: rank(of: burst, visit))
                try await waitForStrip(burst, of: 4, shown: 0, visit)
                try await click(frame: 2, visit)
                try await waitForStrip(burst, of: 4, shown: 2, visit)
                try await browser.find(".burst-keyPhoto").click()
                try await visit.waitForNotice("key photo")
                try await visit.keepScreenshot("burst-key-made")
                #expect(try shown(burst) == [2])
                try await browser.hold(.control) { try await browser.type("z") }
                try await visit.waitForNotice("undone")
                #expect(try shown(burst) == [0])
                try await browser.find(".burst-keyPhoto").click()
                try await visit.waitForNotice("key photo")
                // The viewer and the grid show the new key photo among all photos.
                try await browser.press(.escape)
                try await browser.wait(
                    for: "!document.querySelector('.viewer-position').textContent.startsWith('Frame')")
                try await waitForStrip(burst, of: 4, shown: 2, visit)
                try await browser.press(.escape)
                try await visit.waitForNoViewer()
                #expect(try await visit.shownIdentifiers().contains(burst.frames[2]))
            }
        }

        @Test func `keeping frames deletes the others only on request`() async throws {
            let burst = try SampleBurst(frames: 5)
            try await GalleryVisit.run(burst.library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.openViewer(at: rank(of: burst, visit))
                try await waitForStrip(burst, of: 5, shown: 0, visit)
                try await browser.type("b")
                try await browser.press(.right, .space, .right, .right, .space)
                try await browser.wait(for: "document.querySelector('.burst-count').textContent === '2'")
                try await browser.find(".burst-keep").click()
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await visit.keepScreenshot("burst-keep")
                // The default choice deletes nothing.
                try await visit.confirm()
                try await visit.waitForNotice("2 photos of the burst kept")
                #expect(try shown(burst) == [0, 1, 3])
                try await visit.waitForCount(9)

                try await browser.find(".burst-keep").click()
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.run("document.querySelector('dialog.ask input[value=only]').click()")
                try await visit.confirm()
                try await visit.waitForNotice("2 photos kept, 3 deleted")
                #expect(try shown(burst) == [1, 3])
                try await waitForStrip(burst, of: 2, shown: 3, visit)
                try await browser.hold(.control) { try await browser.type("z") }
                try await visit.waitForNotice("undone")
                #expect(try shown(burst) == [0, 1, 3])
            }
        }

        @Test func `deleting the visible frame says that the others stay`() async throws {
            let burst = try SampleBurst(frames: 3)
            try await GalleryVisit.run(burst.library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.openViewer(at: rank(of: burst, visit))
                try await waitForStrip(burst, of: 3, shown: 0, visit)
                try await browser.press(.delete)
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await visit.keepScreenshot("burst-delete")
                try await visit.confirm()
                try await visit.waitForNotice("1 item deleted; 2 other frames of the burst stay")
                // The next frame represents the burst and is visible.
                try await waitForStrip(burst, of: 2, shown: 1, visit)
                #expect(try shown(burst) == [1])
                try await browser.hold(.control) { try await browser.type("z") }
                try await waitForStrip(burst, of: 3, shown: 0, visit)
                #expect(try shown(burst) == [0])
            }
        }

        @Test func `an entire stack can be deleted from the grid and restored`() async throws {
            let burst = try SampleBurst(frames: 4)
            try await GalleryVisit.run(burst.library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.focusTile(rank(of: burst, visit))
                try await browser.press(.delete)
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.run("document.querySelector('dialog.ask input[value=whole]').click()")
                try await visit.confirm()
                try await visit.waitForNotice("4 items deleted")
                try await visit.waitForCount(6)
                #expect(try shown(burst) == [])
                try await browser.find(".undo-button").click()
                try await visit.waitForCount(7)
                #expect(try shown(burst) == [0])
            }
        }

        /// Another process, such as the command, changes the stack.
        @Test func `a stack shows changes by others`() async throws {
            let burst = try SampleBurst(frames: 4)
            try await GalleryVisit.run(burst.library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.openViewer(at: rank(of: burst, visit))
                try await waitForStrip(burst, of: 4, shown: 0, visit)
                try burst.library.commit(.trash(assetUUID: burst.frames[3]))
                try await waitForStrip(burst, of: 3, shown: 0, visit)
                try await browser.press(.escape)
                try await visit.waitForNoViewer()
                try await browser.wait(
                    for: "document.querySelector('.photo-tile.is-stack .tile-word').textContent === '3'")
            }
        }

        @Test(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
        func `the strip and its dialogs are accessible`() async throws {
            let burst = try SampleBurst(frames: 5)
            for base in [BrowserOptions(), .phone] {
                var options = base
                options.bypassesContentSecurityPolicy = true
                try await GalleryVisit.run(burst.library.folder, options) { visit in
                    let browser = visit.browser
                    try await visit.waitForPictures()
                    try await expectNoFindings(visit, "stack")
                    try await visit.openViewer(at: rank(of: burst, visit))
                    try await waitForStrip(burst, of: 5, shown: 0, visit)
                    try await browser.type("k")
                    try await expectNoFindings(visit, "strip")
                    try await browser.type("s")
                    try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                    try await expectNoFindings(visit, "keep")
                    try await browser.press(.escape)
                }
            }
        }

        // MARK: Parts

        private func rank(of burst: SampleBurst, _ visit: GalleryVisit) async throws -> Int {
            try #require(try await visit.shownIdentifiers().firstIndex(of: burst.frames[0]))
        }

        /// The frames in a fetch without options, as indexes in the burst.
        private func shown(_ burst: SampleBurst) throws -> [Int] {
            let library = burst.library.library
            let identifiers = try library.owner.assetIdentifiers(AssetFetch())
            let assets = try library.owner.assets(withIdentifiers: identifiers)
            return identifiers.compactMap { assets[$0] }.compactMap { burst.frames.firstIndex(of: $0.uuid) }
        }

        private func click(frame index: Int, _ visit: GalleryVisit) async throws {
            try await visit.browser.run("document.querySelectorAll('.burst-frame')[arguments[0]].click()", index)
        }

        private func expectNoFindings(_ visit: GalleryVisit, _ name: String) async throws {
            try await visit.waitForStillness()
            let findings = try await AccessibilityChecker.findings(in: visit.browser)
            #expect(findings.filter(\.isSerious).isEmpty, "\(name): \(findings)")
        }

        /// - Parameter index: The visible frame, as an index among the original frames.
        private func waitForStrip(
            _ burst: SampleBurst, of count: Int, shown index: Int, _ visit: GalleryVisit
        ) async throws {
            try await visit.browser.wait(
                for: """
                    (() => {
                      const frames = [...document.querySelectorAll("burst-strip:not([hidden]) .burst-frame")];
                      const shown = frames.filter((frame) => frame.getAttribute("aria-selected") === "true");
                      return frames.length === arguments[0] && shown.length === 1
                        && shown[0].dataset.frame === arguments[1];
                    })()
                    """, count, burst.frames[index])
        }
    }
}
