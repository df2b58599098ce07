import Albumen
import AlbumenTestSupport
import Foundation
import Records
import Testing

extension PageTests {
    /// Hidden, Recently Deleted, and large deletions.
    @Suite struct UtilityAlbumTests {
        private static let hidden = "#/albums/A1B0A1B0-0000-4000-8000-000000000205"
        private static let trash = "#/albums/A1B0A1B0-0000-4000-8000-001000000201"

        @Test(arguments: [false, true])
        func `opening Hidden requests no picture before the user's click`(isPhone: Bool) async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let photos = try library.library.owner.assets().prefix(2)
            for photo in photos { try library.commit(.setHidden(true, assetUUID: photo)) }
            try await GalleryVisit.run(library.folder, isPhone ? .phone : BrowserOptions()) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                for address in [Self.hidden, "\(Self.hidden)/\(photos[0])"] {
                    try await visit.open(address, titled: "Hidden")
                    try await browser.wait(for: "document.body.innerText.includes('Show hidden photos')")
                    try await visit.waitForStillness()
                    #expect(try await requests(of: Array(photos), browser).isEmpty)
                    #expect(try await requests(of: [Self.hidden.suffix(36).description], browser).isEmpty)
                    #expect(try await browser.evaluate("return document.querySelectorAll('.photo-tile').length") == 0)
                }
                try await visit.keepScreenshot("hidden-\(isPhone)")
                // Reloading asks again.
                try await browser.reload()
                try await browser.wait(for: "document.querySelector('.page-stage .button')")
                try await visit.waitForStillness()
                #expect(try await requests(of: Array(photos), browser).isEmpty)
                try await visit.open(Self.hidden, titled: "Hidden")
                if isPhone {
                    try await visit.tap(".page-stage .button")
                } else {
                    try await browser.run("document.querySelector('.page-stage .button').focus()")
                    try await browser.press(.enter)
                }
                try await visit.waitForCount(2)
                try await visit.waitForPictures()
                // Leaving the album hides its photos again.
                try await visit.open("#/", titled: "Photos")
                try await visit.waitForCount(4)
                try await visit.open(Self.hidden, titled: "Hidden")
                try await browser.wait(for: "document.querySelector('.page-stage .button')")
                #expect(try await browser.evaluate("return document.querySelectorAll('.photo-tile').length") == 0)
            }
        }

        @Test func `Recently Deleted shows days, restores all, and deletes all with one question`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(150)
            let photos = try library.library.owner.assets()
            _ = try library.library.owner.commit(
                photos.prefix(120).map { .trash(assetUUID: $0) }, confirmedRemovals: 120)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.open(Self.trash, titled: "Recently Deleted")
                try await visit.waitForCount(120)
                try await visit.waitForPictures()
                try await browser.wait(
                    for: "[...document.querySelectorAll('.tile-days')].length > 5"
                        + " && document.querySelector('.tile-days').textContent === '30 days'")
                try await browser.wait(
                    for: "document.querySelector('album-head').innerText.includes('Nothing is deleted by itself')")
                try await visit.keepScreenshot("trash")
                try await browser.find(".album-tool").click()
                try await visit.confirm()
                try await visit.waitForNotice("120 items restored")
                try await visit.waitForCount(0)
                try await browser.wait(for: "document.querySelector('album-head').hidden")

                _ = try library.library.owner.commit(
                    photos.prefix(120).map { .trash(assetUUID: $0) }, confirmedRemovals: 120)
                try await visit.waitForCount(120)
                try await browser.wait(for: "!document.querySelector('album-head').hidden")
                try await browser.find(".album-tool.is-danger").click()
                try await browser.wait(for: "document.querySelector('dialog.ask input')")
                try await visit.keepScreenshot("delete-all")
                // The number is not typed yet.
                try await browser.press(.enter)
                let dialogs = "document.querySelectorAll('dialog.ask[open]').length"
                #expect(try await browser.evaluate("return \(dialogs)") == 1)
                try await browser.type("120")
                try await browser.press(.enter)
                try await visit.waitForNotice("120 items permanently deleted")
                #expect(try await browser.evaluate("return document.querySelectorAll('dialog.ask').length") == 0)
                #expect(try library.library.owner.assets().count == photos.count - 120)
            }
        }

        @Test func `a large deletion asks one question with its count and can be undone`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(150)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.focusTile(0)
                let count: Int = try await browser.evaluate(
                    "return document.querySelector('photo-grid').timeline.count")
                try await browser.hold(.control) { try await browser.type("a") }
                try await browser.wait(
                    for: "document.querySelector('.selection-count').textContent.startsWith(String(arguments[0]))",
                    count)
                try await browser.run(
                    """
                    window.dialogs = 0;
                    new MutationObserver((records) => {
                      for (const { addedNodes } of records) {
                        for (const node of addedNodes) if (node.localName === "dialog") window.dialogs += 1;
                      }
                    }).observe(document.body, { childList: true });
                    """)
                try await browser.press(.delete)
                try await browser.wait(
                    for: "document.querySelector('dialog.ask .is-danger')?.textContent.includes(String(arguments[0]))",
                    count)
                try await visit.keepScreenshot("large-deletion")
                // Cancel has the focus, so a key that is pressed too soon deletes nothing.
                #expect(try await browser.evaluate("return document.activeElement.textContent") == "Cancel")
                try await visit.confirm(isFinal: true)
                try await visit.waitForCount(0)
                #expect(try await browser.evaluate("return window.dialogs") == 1)
                try await browser.find(".undo-button").click()
                try await visit.waitForNotice("Deletion undone.")
                try await visit.waitForCount(count)
            }
        }

        @Test func `an unknown address leads to a page with a link to the library`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.open("\(visit.server.origin)/nowhere")
                try await visit.keepScreenshot("missing")
                let title: String = try await browser.evaluate("return document.querySelector('h1').textContent")
                #expect(title == "Page not found")
                #expect(
                    try await browser.evaluate(
                        "return performance.getEntriesByType('navigation')[0].responseStatus") == 404)
                try await browser.find("a").click()
                try await visit.waitForGrid()
                // The status itself is an entry of the console.
                _ = try await browser.takeConsole()
            }
        }

        /// Returns the addresses that the page has requested and that contain one of the identifiers.
        private func requests(of identifiers: [String], _ browser: BrowserSession) async throws -> [String] {
            try await browser.evaluate(
                """
                return performance.getEntriesByType("resource").map(({ name }) => name)
                  .filter((name) => arguments[0].some((identifier) => name.includes(identifier)));
                """, identifiers)
        }
    }
}

extension LibraryView {
    fileprivate func assets() throws -> [String] {
        let rows = try assetIdentifiers(AssetFetch())
        let records = try assets(withIdentifiers: rows)
        return rows.compactMap { records[$0]?.uuid }
    }
}
