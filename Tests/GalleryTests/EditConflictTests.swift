import Albumen
import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Edits in the page while another program edits, and while the server can't be reached.
    @Suite struct EditConflictTests {
        @Test func `another program's edit is reported, and neither edit is lost`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                let photo = try await visit.shownIdentifiers()[0]
                try await visit.openEditor()
                try await visit.focusSlider("exposure")
                try await browser.press(.right)
                try library.edit(photo) { $0.filter = .noir }
                try await visit.clickInEditor("done")
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await visit.keepScreenshot("photo-editor-conflict")
                // Cancel keeps the edit in the editor, and the other one in the library.
                try await browser.press(.escape)
                try await browser.wait(for: "!document.querySelector('dialog.ask')")
                #expect(try library.recipe(of: photo)?.filter == .noir)

                try await visit.clickInEditor("done")
                try await visit.confirm()
                try await browser.wait(
                    for: "document.querySelector('.editor-status').textContent.startsWith('This is the other')")
                #expect(try await exposure(visit) == "0.00")
                try await visit.keepScreenshot("photo-editor-other-edit")
                try await visit.clickInEditor("undo")
                #expect(try await exposure(visit) == "+0.05")

                // Another edit, and this time the page's replaces it.
                try library.edit(photo) { $0.filter = .mono }
                try await visit.clickInEditor("done")
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.find("dialog.ask [value=replace]").click()
                try await visit.confirm()
                try await visit.waitForNotice("Edit saved.")
                var mine = AdjustmentRecipe()
                mine[.exposure] = 0.05
                #expect(try library.recipe(of: photo) == mine)
                // The undo brings back what was replaced.
                try await browser.find(".undo-button").click()
                try await visit.waitForNotice("Change undone.")
                #expect(try library.recipe(of: photo)?.filter == .mono)
                try await expectOnlyFailedRequests(browser)
            }
        }

        @Test func `an edit survives lost requests, lost answers and a cancelled save`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                let photo = try await visit.shownIdentifiers()[0]
                try await visit.openEditor()
                try await visit.focusSlider("exposure")
                try await browser.press(.right)
                try await lose("request", browser)
                try await browser.hold(.control) { try await browser.press(.enter) }
                try await browser.wait(
                    for: """
                        document.querySelector('.editor:not(.is-busy) .editor-status')?.textContent
                          .endsWith('Your edit is still here.')
                        """)
                try await visit.keepScreenshot("photo-editor-unreachable")
                #expect(try await exposure(visit) == "+0.05" && library.recipe(of: photo) == nil)
                // The slider has the focus again, so keys go on working.
                #expect(try await browser.evaluate("return document.activeElement.id") == "editor-exposure")

                // Cancel ends a save that takes too long.
                try await lose("nothing", browser)
                try await visit.clickInEditor("done")
                try await browser.wait(for: "document.querySelector('.editor.is-busy')")
                try await visit.clickInEditor("cancel")
                try await browser.wait(for: "document.querySelector('.editor:not(.is-busy)')")
                #expect(try await exposure(visit) == "+0.05" && library.recipe(of: photo) == nil)

                // The server saves, but its answer is lost. The next attempt finds that out.
                try await lose("answer", browser)
                try await visit.clickInEditor("done")
                try await browser.wait(
                    for: """
                        document.querySelector('.editor:not(.is-busy) .editor-status')?.textContent
                          .endsWith('Your edit is still here.')
                        """)
                #expect(try library.recipe(of: photo)?[.exposure] == 0.05)
                try await lose("", browser)
                try await visit.clickInEditor("done")
                try await visit.waitForNoEditor()
                try await visit.waitForNotice("Edit saved.")
                #expect(try library.recipe(of: photo)?[.exposure] == 0.05)
                try await expectOnlyFailedRequests(browser)
            }
        }

        private func exposure(_ visit: GalleryVisit) async throws -> String {
            try await visit.browser.evaluate("return document.querySelector('#editor-exposure').ariaValueText")
        }

        /// Loses the requests that save an edit, or the answers to them, or leaves them without an answer (`nothing`).
        private func lose(_ part: String, _ browser: BrowserSession) async throws {
            try await browser.run(
                """
                window.send ??= window.fetch;
                window.fetch = async (address, request) => {
                  const isSave = request?.method === "POST" && String(address).endsWith("/adjustments");
                  if (!isSave || arguments[0] === "") return send(address, request);
                  if (arguments[0] === "answer") await send(address, request);
                  if (arguments[0] !== "nothing") throw new TypeError("The connection is lost.");
                  await new Promise((_, reject) => {
                    request.signal.addEventListener("abort", () => reject(request.signal.reason));
                  });
                };
                """, part)
        }

        /// The browser logs each refused request.
        private func expectOnlyFailedRequests(_ browser: BrowserSession) async throws {
            let complaints = try await browser.takeConsole().filter(\.isComplaint)
            #expect(complaints.allSatisfy { $0.message.contains("/adjustments") && $0.message.contains("409") })
            #expect(!complaints.isEmpty)
        }
    }
}
