import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Bringing photos over from other programs, and the undo of an import.
    @Suite struct ImportPageTests {
        @Test func `photos of an export are checked, brought over, shown, and undone`() async throws {
            let library = try TemporaryLibrary()
            let home = try TemporaryFolder()
            try makeExport(in: home)
            try await GalleryVisit.run(library.folder, home: URL(fileURLWithPath: home.path)) { visit in
                let browser = visit.browser
                try await browser.run("location.hash = '#/imports'")
                try await visit.waitForTitle("Imports")
                try await browser.find(".covers-message .button").click()
                try await browser.wait(
                    for: "document.querySelector('.import-choice small')?.textContent.endsWith('Takeout')")
                try await visit.keepScreenshot("sources")
                try await browser.press(.enter)
                try await waitForHeading("Nothing has been changed yet", visit)
                try await visit.keepScreenshot("checked")
                #expect(try await rows(visit).contains("Photos 2 2"))
                #expect(try await rows(visit).contains("Captions 1 1"))
                #expect(try library.library.owner.assetUUIDs().isEmpty)
                try await browser.press(.enter)
                try await waitForHeading("Brought over", visit)
                try await visit.keepScreenshot("result")
                try await browser.press(.enter)
                try await visit.waitForCount(2)
                #expect(try library.library.owner.assetUUIDs().count == 2)

                try await browser.find(".album-tool").click()
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await visit.keepScreenshot("undo")
                try await browser.press(.enter)
                try await visit.waitForTitle("Imports")
                try await browser.wait(for: "document.querySelector('.covers-message .button')")
                #expect(try library.library.owner.assetUUIDs().isEmpty)
            }
        }

        @Test func `a path that can't be read is explained, and files that can't be read are listed`() async throws {
            let library = try TemporaryLibrary()
            let photos = try TemporaryFolder()
            try photos.write(SampleMedia.photograph(width: 400, height: 300), to: "a.jpg")
            try photos.write(Data("no photo".utf8), to: "b.jpg")
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.run("location.hash = '#/imports'")
                try await visit.waitForTitle("Imports")
                try await browser.find(".covers-message .button").click()
                try await type("/nowhere", visit)
                try await browser.wait(
                    for: "document.querySelector('.import-content > [role=status]').textContent.startsWith('/nowhere ')"
                )
                // Browsers log each answer that isn't a success.
                _ = try await browser.takeConsole()
                try await type(photos.path, visit)
                try await waitForHeading("Nothing has been changed yet", visit)
                try await browser.wait(
                    for: "document.querySelector('.import-refused > summary').textContent === \"1 file can't be read\"")
                try await visit.keepScreenshot("refused")
            }
        }

        /// Types a path into the dialog and presses Enter.
        private func type(_ path: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(for: "document.querySelector('.import-choice')")
            try await visit.browser.run(
                """
                const field = document.querySelector(".import-choice .ask-field > input");
                field.value = arguments[0];
                field.focus();
                """, path)
            try await visit.browser.press(.enter)
        }

        private func waitForHeading(_ text: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: "document.querySelector('.import-dialog h2')?.textContent === arguments[0]", text)
        }

        /// The rows of the table, without what isn't used.
        private func rows(_ visit: GalleryVisit) async throws -> [String] {
            try await visit.browser.evaluate(
                """
                return [...document.querySelectorAll(".import-table tbody tr")]
                  .map((row) => [...row.cells].slice(0, 3).map((cell) => cell.textContent).join(" "));
                """)
        }

        private func makeExport(in home: TemporaryFolder) throws {
            let album = home.file("Downloads/Takeout/Google Photos/Sea")
            try FileManager.default.createDirectory(at: album, withIntermediateDirectories: true)
            for (name, width) in [("a.jpg", 400), ("b.jpg", 500)] {
                try SampleMedia.photograph(width: width, height: 300).write(to: album.appending(path: name))
            }
            try Data(
                #"{"title": "a.jpg", "description": "By the sea", "photoTakenTime": {"timestamp": "1577880000"}}"#.utf8
            ).write(to: album.appending(path: "a.jpg.json"))
            try Data(#"{"title": "Sea", "description": "", "access": "", "date": {"timestamp": "1577880000"}}"#.utf8)
                .write(to: album.appending(path: "metadata.json"))
        }
    }
}
