import Albumen
import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// The list of folders whose new files are imported by themselves.
    @Suite struct WatchedFolderPageTests {
        @Test func `a folder is added, its photos come in, its refused files are named, and it's removed`() async throws
        {
            let library = try TemporaryLibrary()
            let camera = try TemporaryFolder()
            try camera.write(SampleMedia.photograph(width: 400, height: 300), to: "a.jpg")
            try camera.write(Data("no photo".utf8), to: "b.jpg")
            try await GalleryVisit.run(library.folder, mayReport: "refused: ") { visit in
                let browser = visit.browser
                try await openList(visit)
                try await browser.wait(
                    for: "document.querySelector('.import-folders > p').textContent.startsWith('No f')")
                try await add("/nowhere", visit)
                try await browser.wait(
                    for:
                        "document.querySelector('.import-content > [role=status]').textContent.startsWith('/nowhere: ')"
                )
                // Browsers log each answer that isn't a success.
                _ = try await browser.takeConsole()
                try await add(camera.path, visit)
                try await browser.wait(
                    for: """
                        document.querySelector(".import-folder-facts")?.textContent.includes("1 file imported")
                        && document.querySelector(".import-refused > summary")?.textContent === "1 file can't be read"
                        """)
                try await visit.keepScreenshot("folders")
                #expect(try library.library.owner.assetUUIDs().count == 1)
                try await browser.find("li[data-folder] > .text-button").click()
                try await browser.wait(
                    for: "document.querySelectorAll('li[data-folder]').length === 0")
                #expect(try library.library.watchedFolders().isEmpty)
            }
        }

        private func openList(_ visit: GalleryVisit) async throws {
            let browser = visit.browser
            try await browser.run("location.hash = '#/imports'")
            try await visit.waitForTitle("Imports")
            try await browser.find(".covers-message .button").click()
            try await browser.find(".import-content > .text-button").click()
            try await browser.wait(
                for: "document.querySelector('.import-dialog h2')?.textContent === 'Import from Folders'")
        }

        /// Types a path into the form and presses Enter.
        private func add(_ path: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.run(
                """
                const field = document.querySelector(".import-folders .ask-field > input");
                field.value = arguments[0];
                field.focus();
                """, path)
            try await visit.browser.press(.enter)
        }
    }
}
