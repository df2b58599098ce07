import Albumen
import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Edits of several photos from the grid and the viewer: copied edits and turns.
    @Suite struct PastedEditTests {
        @Test func `an edit is pasted onto 20 photos with progress, undone, and a paste is cancelled`() async throws {
            let library = try SamplePhotos(count: 21).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let photos = try await visit.shownIdentifiers()
                try library.edit(photos[0]) { ($0.filter, $0[.exposure]) = (.mono, 0.5) }
                let recipe = try #require(try library.recipe(of: photos[0]))
                try await visit.focusTile(0)
                try await visit.waitForEditing()
                try await visit.focusTile(0)
                try await browser.hold(.control) { try await browser.type("c") }
                try await visit.waitForNotice("Edit copied.")
                try await browser.hold(.control) { try await browser.type("a") }
                try await browser.press(.space)
                try await visit.waitForSelected(20)
                try await watchNotice(browser)
                try await browser.hold(.control) { try await browser.type("v") }
                try await visit.waitForNotice("Edit pasted onto 20 photos.")
                try await visit.keepScreenshot("pasted-edit")
                let texts: [String] = try await browser.evaluate("return window.texts")
                let expected = [0, 4, 8, 12, 16, 20].map { "Pasting: \($0) of 20…" }
                #expect(texts.filter { $0.hasPrefix("Pasting") } == expected)
                #expect(try photos.allSatisfy { try library.recipe(of: $0) == recipe })

                try await browser.find(".undo-button").click()
                try await visit.waitForNotice("Change undone.")
                #expect(try photos.dropFirst().allSatisfy { try library.recipe(of: $0) == nil })
                #expect(try library.recipe(of: photos[0]) == recipe)

                // Cancelled after the first four: those keep the edit, and can be undone.
                try await watchNotice(browser, cancelAt: "Pasting: 4 of 20…")
                try await browser.hold(.control) { try await browser.type("v") }
                try await visit.waitForNotice("Stopped. 4 photos have the edit.")
                #expect(try photos.dropFirst().filter { try library.recipe(of: $0) == recipe }.count == 4)
                try await browser.find(".undo-button").click()
                try await visit.waitForNotice("Change undone.")
                #expect(try photos.dropFirst().allSatisfy { try library.recipe(of: $0) == nil })
            }
        }

        /// Collects the texts of the notice in `texts`, and clicks its button at one of them.
        private func watchNotice(_ browser: BrowserSession, cancelAt text: String = "") async throws {
            try await browser.run(
                """
                window.watcher?.disconnect();
                window.texts = [];
                window.watcher = new MutationObserver(() => {
                  const notice = document.querySelector(".undo-notice");
                  const text = notice.querySelector("span")?.textContent ?? "";
                  if (text === "" || text === window.texts.at(-1)) return;
                  window.texts.push(text);
                  if (text === arguments[0]) notice.querySelector("button").click();
                });
                window.watcher.observe(document.querySelector(".undo-notice"), {
                  childList: true, subtree: true, characterData: true,
                });
                """, text)
        }

        @Test func `keys turn photos in the grid and the viewer`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let photos = try await visit.shownIdentifiers()
                try await visit.waitForEditing()
                try await visit.focusTile(0)
                try await browser.type("r")
                try await visit.waitForNotice("Rotated.")
                #expect(try library.recipe(of: photos[0])?.rotation == 90)
                try await visit.waitForPictures()
                try await browser.hold(.shift) { try await browser.press(.right) }
                try await visit.waitForSelected(2)
                try await browser.type("r")
                try await visit.waitForNotice("2 photos rotated.")
                #expect(try photos.map { try library.recipe(of: $0)?.rotation } == [180, 90, nil])
                try await browser.hold(.shift) { try await browser.type("R") }
                try await visit.waitForNotice("2 photos rotated.")
                try await browser.wait(
                    for: """
                        await (async () => {
                          const rotation = async (asset) =>
                            (await (await fetch(`/api/assets/${asset}/adjustments`)).json()).recipe.rotation ?? 0;
                          return await rotation(arguments[0]) === 90 && await rotation(arguments[1]) === 0;
                        })()
                        """, photos[0], photos[1])
                try await browser.press(.escape)
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture()
                // Turns that come while one is being saved are not lost.
                try await browser.hold(.shift) { try await browser.type("RR") }
                try await visit.waitForNotice("Rotated.")
                #expect(try library.recipe(of: photos[0])?.rotation == 270)
                try await browser.find(".undo-button").click()
                try await visit.waitForNotice("Change undone.")
                #expect(try library.recipe(of: photos[0])?.rotation == 90)
            }
        }
    }
}
