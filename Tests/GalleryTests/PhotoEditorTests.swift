import Albumen
import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// The editor of photos by mouse, touch and keyboard.
    @Suite struct PhotoEditorTests {
        @Test func `a photo is adjusted, filtered and cropped by mouse, and the save is undone`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            var options = BrowserOptions()
            options.hasWebGL = true
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                let photo = try await visit.shownIdentifiers()[0]
                try await visit.waitForPicture()
                try await browser.find(".viewer-edit").click()
                try await browser.wait(for: GalleryVisit.readyEditor)
                try await visit.keepScreenshot("photo-editor-wide")

                let before = try await visit.shownColour()
                try await browser.drag(along: [
                    visit.place(onSlider: "exposure", at: 0.5), visit.place(onSlider: "exposure", at: 0.7),
                ])
                #expect(try await visit.shownColour().reduce(0, +) > before.reduce(0, +) + 30)

                try await visit.chooseTool("filters")
                try await visit.keepScreenshot("photo-editor-filters-wide")
                try await browser.find(".editor-filter:has([value=noir])").click()
                let grey = try await visit.shownColour(across: 0.8, down: 0.2)
                #expect(spread(grey) <= 2, "\(grey)")
                // The photo without edits, as long as a pointer holds the button.
                let button = try await visit.middle(of: "document.querySelector('.editor [data-action=compare]')")
                try await browser.usePen(.press, at: button)
                #expect(spread(try await visit.shownColour(across: 0.8, down: 0.2)) > 20)
                try await browser.usePen(.lift, at: button)
                #expect(spread(try await visit.shownColour(across: 0.8, down: 0.2)) <= 2)

                try await visit.chooseTool("crop")
                let corner = try await visit.place(ofHandle: "-1,-1")
                try await browser.drag(along: [corner, .init(x: corner.x + 80, y: corner.y + 40)])
                try await browser.drag(along: [
                    visit.place(onSlider: "straightening", at: 0.5), visit.place(onSlider: "straightening", at: 0.6),
                ])
                try await browser.find(".editor-shape:has([value=square])").click()
                try await browser.find(".editor-turns [aria-label='Rotate Clockwise']").click()
                try await browser.find(".editor-turns [aria-label^=Flip]").click()
                try await visit.keepScreenshot("photo-editor-crop-wide")
                // The flip is undone and made again.
                try await visit.clickInEditor("undo")
                try await visit.waitForAnnouncement("Undone: Flip")
                try await visit.clickInEditor("redo")
                try await visit.waitForAnnouncement("Redone: Flip")
                try await visit.clickInEditor("done")
                try await visit.waitForNoEditor()
                try await visit.waitForNotice("Edit saved.")

                let saved = try #require(try library.recipe(of: photo))
                #expect(saved[.exposure] > 1 && saved[.exposure] < 2.2 && saved.filter == .noir)
                #expect(saved.rotation == 90 && saved.flip == .horizontal)
                // Flipped, the photo is straightened in the opposite direction.
                #expect(saved.straightening < -5 && saved.straightening > -13)
                // The photo of 480 × 320 pixels is upright now, and the crop is square in pixels.
                #expect(abs(saved.crop.width * 320 - saved.crop.height * 480) < 1 && saved.crop.height < 1)
                try await browser.wait(
                    for: """
                        (() => {
                          const frame = document.querySelector(".viewer-slide.is-awake .viewer-frame");
                          return Math.abs(frame.offsetWidth - frame.offsetHeight) <= 2;
                        })()
                        """)
                try await browser.find(".undo-button").click()
                try await visit.waitForNotice("Change undone.")
                #expect(try library.recipe(of: photo) == nil)
            }
        }

        @Test func `a photo is cropped with one and two fingers, straightened and filtered on a phone`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            var options = BrowserOptions.phone
            options.colourScheme = .dark
            options.hasWebGL = false
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                let photo = try await visit.shownIdentifiers()[0]
                try await visit.waitForPicture()
                try await browser.tap(at: visit.middle(of: "document.querySelector('.viewer-edit')"))
                try await browser.wait(for: GalleryVisit.readyEditor)
                #expect(try await visit.clippedControls() == [])
                try await visit.keepScreenshot("photo-editor-phone-dark")
                try await browser.tap(at: visit.place(onSlider: "exposure", at: 0.75))
                try await browser.tap(at: visit.middle(of: "document.querySelector('#editor-tab-filters')"))
                try await browser.wait(for: "document.querySelector('.editor-filter')")
                try await visit.keepScreenshot("photo-editor-filters-phone-dark")
                try await browser.tap(
                    at: visit.middle(of: "document.querySelector('.editor-filter:has([value=mono])')"))
                try await browser.tap(at: visit.middle(of: "document.querySelector('#editor-tab-crop')"))
                try await browser.wait(for: "document.querySelector('.editor-crop')?.checkVisibility()")

                let corner = try await visit.place(ofHandle: "-1,-1")
                try await browser.touch(.start, corner)
                try await browser.moveFinger(from: corner, to: .init(x: corner.x + 80, y: corner.y + 50))
                try await browser.touch(.end)
                let width = try await cropWidth(visit)
                // Two fingers come closer, so the crop becomes smaller.
                let middle = try await visit.middle(of: "document.querySelector('.editor-crop-rectangle')")
                func fingers(_ distance: Double) -> [BrowserSession.Point] {
                    [.init(x: middle.x - distance, y: middle.y), .init(x: middle.x + distance, y: middle.y)]
                }
                try await browser.touch(.start, fingers(80)[0])
                try await browser.touch(.start, fingers(80)[0], fingers(80)[1])
                for distance in [75.0, 70, 65, 60] {
                    try await browser.touch(.move, fingers(distance)[0], fingers(distance)[1])
                }
                try await browser.touch(.end)
                #expect(abs(try await cropWidth(visit) - width * 0.75) < 4)
                try await browser.tap(at: visit.place(onSlider: "straightening", at: 0.6))
                #expect(try await visit.clippedControls() == [])
                try await visit.keepScreenshot("photo-editor-crop-phone-dark")
                try await browser.tap(at: visit.middle(of: "document.querySelector('.editor-done')"))
                try await visit.waitForNoEditor()
                try await visit.waitForNotice("Edit saved.")
                let saved = try #require(try library.recipe(of: photo))
                #expect(saved.filter == .mono && saved[.exposure] > 1 && saved.straightening > 5)
                #expect(saved.crop.x > 0.2 && saved.crop.y > 0.15 && saved.crop.width < 0.7)
            }
        }

        /// Returns the difference between the largest and the smallest of a colour's numbers. That of a grey is 0.
        private func spread(_ colour: [Int]) -> Int {
            (colour.max() ?? 0) - (colour.min() ?? 0)
        }

        private func cropWidth(_ visit: GalleryVisit) async throws -> Double {
            try await visit.browser.evaluate(
                "return document.querySelector('.editor-crop-rectangle').getBoundingClientRect().width")
        }

        @Test func `a photo is edited, cancelled, saved and reverted with the keyboard`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                let photo = try await visit.shownIdentifiers()[0]
                try await visit.openEditor()
                // The tab of the tool has the focus.
                #expect(try await browser.evaluate("return document.activeElement.id") == "editor-tab-adjust")
                try await visit.focusSlider("exposure")
                try await browser.press(.right, .right, .left, .right)
                #expect(try await text(of: "exposure", visit) == "+0.10")
                try await browser.press(.delete)
                #expect(try await text(of: "exposure", visit) == "0.00")
                try await browser.hold(.control) { try await browser.type("z") }
                try await visit.waitForAnnouncement("Undone: Exposure")
                #expect(try await text(of: "exposure", visit) == "+0.10")

                // Cancel asks. Keeping the edit is the default, and discarding needs another key.
                try await browser.press(.escape)
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await visit.keepScreenshot("photo-editor-discard")
                try await browser.press(.escape)
                try await browser.wait(for: "!document.querySelector('dialog.ask')")
                #expect(try await text(of: "exposure", visit) == "+0.10")
                try await browser.press(.escape)
                try await visit.confirm(isFinal: true)
                try await visit.waitForNoEditor()
                #expect(try library.recipe(of: photo) == nil)

                try await browser.wait(for: "document.querySelector('photo-viewer').contains(document.activeElement)")
                try await visit.openEditor()
                try await browser.press(.right, .right)
                try await browser.wait(for: "document.activeElement.id === 'editor-tab-crop'")
                try await browser.type("rf")
                try await visit.waitForAnnouncement("Flipped from left to right")
                try await browser.run("document.querySelector('[data-handle=\"-1,-1\"]').focus()")
                try await browser.hold(.shift) { try await browser.press(.right, .right, .down) }
                try await visit.waitForAnnouncement(
                    "Crop: 90 % of the width, 95 % of the height, 10 % from the left, 5 % from the top")
                try await browser.run("document.querySelector('.editor-crop-rectangle').focus()")
                try await browser.press(.left)
                try await visit.waitForAnnouncement(
                    "Crop: 90 % of the width, 95 % of the height, 9 % from the left, 5 % from the top")
                try await browser.hold(.control) { try await browser.press(.enter) }
                try await visit.waitForNoEditor()
                try await visit.waitForNotice("Edit saved.")
                let saved = try #require(try library.recipe(of: photo))
                #expect(saved.crop == .init(x: 0.09, y: 0.05, width: 0.9, height: 0.95))
                #expect(saved.rotation == 90 && saved.flip == .horizontal)

                try await visit.openEditor()
                try await browser.run("document.querySelector('.editor [data-action=revert]').focus()")
                try await browser.press(.enter)
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.press(.escape)
                try await browser.wait(for: "!document.querySelector('dialog.ask')")
                #expect(try library.recipe(of: photo) == saved)
                try await browser.press(.enter)
                try await visit.confirm(isFinal: true)
                try await visit.waitForNoEditor()
                try await visit.waitForNotice("The original is shown again.")
                #expect(try library.recipe(of: photo) == nil)
            }
        }

        private func text(of slider: String, _ visit: GalleryVisit) async throws -> String {
            try await visit.browser.evaluate(
                "return document.querySelector(`#editor-${arguments[0]}`).getAttribute('aria-valuetext')", slider)
        }

        @Test func `an edit of the command is continued in the page and back`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let photo = try await visit.shownIdentifiers()[0]
                let command = LibraryCommand(library: library.folder)
                try await command.run("edit", photo, "--exposure", "0.5", "--filter", "noir", "--crop", "1:1")
                let first = try #require(try library.recipe(of: photo))
                try await visit.openViewer(at: 0)
                try await visit.openEditor()
                #expect(try await text(of: "exposure", visit) == "+0.50")
                try await visit.focusSlider("contrast")
                try await browser.press(.right, .right)
                try await browser.hold(.control) { try await browser.press(.enter) }
                try await visit.waitForNotice("Edit saved.")
                var second = first
                second[.contrast] = 2
                #expect(try library.recipe(of: photo) == second)
                try await command.run("edit", photo, "--straighten", "2")
                try await visit.openEditor()
                #expect(try await text(of: "straightening", inTool: "crop", visit) == "+2.0°")
                try await visit.chooseTool("adjust")
                #expect(try await text(of: "contrast", visit) == "+2")
                try await visit.clickInEditor("cancel")
                try await visit.waitForNoEditor()
                second.straightening = 2
                #expect(try library.recipe(of: photo) == second)
            }
        }

        private func text(of slider: String, inTool tool: String, _ visit: GalleryVisit) async throws -> String {
            try await visit.chooseTool(tool)
            return try await text(of: slider, visit)
        }
    }
}
