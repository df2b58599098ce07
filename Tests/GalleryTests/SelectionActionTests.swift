import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

extension PageTests {
    /// Downloads, and changes of facts of several photos at once.
    @Suite struct SelectionActionTests {
        @Test func `captions, keywords and ratings of several photos change at once`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let shown = try await visit.shownIdentifiers()
                var change = AssetChange()
                (change.caption, change.keywords) = ("Old", ["lake", "sky"])
                try library.commit(.change(change, assetUUID: shown[0]))
                try await select(2, visit)
                try await open("editDescription", visit)
                try await visit.keepScreenshot("edit-description")
                try await browser.type("Trip")
                try await browser.press(.tab, .tab, .space)
                try await browser.run("document.querySelector('dialog.ask input[type=text]').focus()")
                try await browser.type("hill, sea")
                try await browser.press(.enter)
                try await visit.waitForNotice("2 items changed")
                #expect(try facts(shown[0], library) == ["Trip", "lake,sky,hill,sea"])
                #expect(try facts(shown[1], library) == ["Trip", "lake,hill,sea"])
                #expect(try facts(shown[2], library) == ["", ""])
                try await browser.find(".undo-button").click()
                try await waitForUndo(visit)
                #expect(try facts(shown[0], library) == ["Old", "lake,sky"])
                #expect(try facts(shown[1], library) == ["", ""])
            }
        }

        @Test func `dates of several photos move with the first, with a preview`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let shown = try await visit.shownIdentifiers()
                let before = try shown.map { try date($0, library) }
                try await select(3, visit)
                try await open("editDate", visit)
                try await browser.run(
                    """
                    const input = document.querySelector("dialog.ask input[type=datetime-local]");
                    input.value = "2023-01-02T03:04:05";
                    input.dispatchEvent(new Event("input", { bubbles: true }));
                    """)
                try await browser.wait(for: "document.querySelector('.fact-preview').textContent.includes('2023')")
                try await visit.keepScreenshot("edit-date")
                try await browser.press(.enter)
                try await visit.waitForNotice("Dates of 3 items changed")
                let after = try shown.map { try date($0, library) }
                // The oldest of the three is the last in the grid.
                #expect(after[2] == Date(timeIntervalSince1970: 1_672_599_845))
                #expect(after[0].timeIntervalSince(after[2]) == before[0].timeIntervalSince(before[2]))
                #expect(after[3...] == before[3...])
                try await browser.hold(.control) { try await browser.type("z") }
                try await waitForUndo(visit)
                #expect(try shown.map { try date($0, library) } == before)
            }
        }

        @Test func `a place is pasted and removed on a phone`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                try await browser.wait(for: "document.querySelector('selection-bar')")
                let shown = try await visit.shownIdentifiers()
                try await browser.find(".page-select").click()
                for rank in 0..<2 { try await visit.click(at: visit.middle(ofTile: rank)) }
                try await visit.waitForSelected(2)
                try await visit.keepScreenshot("phone-selection")
                try await open("editPlace", visit)
                try await visit.keepScreenshot("phone-place")
                try await browser.run("document.querySelector('dialog.ask input').value = ''")
                try await browser.type("geo:48.2,16.4")
                try await browser.find("dialog.ask .button").click()
                try await visit.waitForNotice("Places of 2 items changed")
                #expect(try place(shown[0], library) == [48.2, 16.4])
                #expect(try place(shown[2], library) == [31.23, 121.47])
                try await open("editPlace", visit)
                try await browser.find(".fact-remove").click()
                try await visit.waitForNotice("Places of 2 items removed")
                #expect(try place(shown[1], library) == [])
                try await browser.find(".undo-button").click()
                try await waitForUndo(visit)
                #expect(try place(shown[1], library) == [48.2, 16.4])
                for (name, action) in [("phone-date", "editDate"), ("phone-description", "editDescription")] {
                    try await open(action, visit)
                    try await visit.keepScreenshot(name)
                    try await browser.find("dialog.ask .text-button:not(.fact-remove)").click()
                    try await browser.wait(for: "!document.querySelector('dialog.ask')")
                }
            }
        }

        @Test func `the originals of a selection are downloaded as one archive`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                // The browser has no folder for downloads, so the test requests the address itself.
                try await browser.run(
                    """
                    HTMLAnchorElement.prototype.click = function () {
                      window.downloaded = { address: this.getAttribute("href"), name: this.download };
                    };
                    """)
                try await select(3, visit)
                try await browser.find("[data-action=download]").click()
                try await browser.wait(for: "document.querySelector('.popup-menu')")
                try await browser.press(.enter)
                try await visit.waitForNotice("Downloading 3 files")
                struct Download: Decodable {
                    let name: String
                    let status: Int
                    let start: [Int]
                }
                let download: Download = try await browser.evaluate(
                    """
                    const answer = await fetch(window.downloaded.address);
                    const bytes = new Uint8Array(await answer.arrayBuffer());
                    return { name: window.downloaded.name, status: answer.status, start: [...bytes.slice(0, 4)] };
                    """)
                #expect(download.status == 200)
                #expect(download.name.hasSuffix(".zip"))
                #expect(download.start == [0x50, 0x4B, 3, 4])
            }
        }

        @Test func `a photo is added to an album in the viewer`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let album = UUID().uuidString
            try library.commit(.createCollection(NewCollection(uuid: album, kind: .album, title: "Lake")))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let shown = try await visit.shownIdentifiers()
                try await visit.openViewer(at: 1)
                try await browser.type("a")
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.press(.down, .enter)
                try await visit.waitForNotice("Lake")
                try await visit.keepScreenshot("viewer-added")
                #expect(try members(of: album, in: library) == [shown[1]])
                try await browser.find(".undo-button").click()
                try await waitForUndo(visit)
                #expect(try members(of: album, in: library) == [])
                try await browser.find(".viewer-add").click()
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.press(.escape)
                try await browser.wait(for: "document.querySelector('photo-viewer').isOpen")
            }
        }

        @Test(
            .enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)),
            arguments: [BrowserOptions.ColourScheme.light, .dark])
        func `the dialogs are accessible`(scheme: BrowserOptions.ColourScheme) async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            var options = BrowserOptions()
            options.colourScheme = scheme
            options.bypassesContentSecurityPolicy = true
            try await GalleryVisit.run(library.folder, options) { visit in
                try await visit.waitForEditing()
                let shown = try await visit.shownIdentifiers()
                var change = AssetChange()
                (change.caption, change.keywords, change.location) = ("Old", ["lake", "sky"], .some(nil))
                try library.commit(.change(change, assetUUID: shown[0]))
                try await select(3, visit)
                for action in ["editDescription", "editDate", "editPlace"] {
                    try await open(action, visit)
                    try await visit.waitForStillness()
                    let findings = try await AccessibilityChecker.findings(in: visit.browser)
                    #expect(findings.filter(\.isSerious).isEmpty, "\(action)")
                    try await visit.keepScreenshot("axe-\(action)-\(scheme)")
                    try await visit.browser.press(.escape)
                    try await visit.browser.wait(for: "!document.querySelector('dialog.ask')")
                }
            }
        }

        // MARK: Parts

        /// Waits for the notice after an undo, which has no button.
        private func waitForUndo(_ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: """
                    document.querySelector(".undo-notice").textContent !== ""
                      && !document.querySelector(".undo-notice button")
                    """)
        }

        private func select(_ count: Int, _ visit: GalleryVisit) async throws {
            try await visit.focusTile(0)
            try await visit.browser.hold(.shift) {
                for _ in 1..<count { try await visit.browser.press(.right) }
            }
            try await visit.waitForSelected(count)
        }

        /// Opens a dialog with the menu of the selection's bar.
        private func open(_ action: String, _ visit: GalleryVisit) async throws {
            let browser = visit.browser
            let index = ["editDescription", "editDate", "editPlace"].firstIndex(of: action) ?? 0
            let isInMenu: Bool = try await browser.evaluate(
                "return document.querySelector('[data-action=edit]').hidden")
            if isInMenu {
                try await browser.find(".selection-more").click()
                try await browser.wait(for: "document.querySelector('.popup-menu')")
                try await browser.run(
                    """
                    const items = [...document.querySelectorAll(".popup-item")];
                    items.find((item) => item.textContent === "Edit").click();
                    """)
            } else {
                try await browser.find("[data-action=edit]").click()
            }
            try await browser.wait(for: "document.querySelector('.popup-menu')?.textContent.includes('Place…')")
            try await browser.find(".popup-item:nth-child(\(index + 1))").click()
            try await browser.wait(for: "document.querySelector('dialog.ask[open] .fact-dialog')")
        }

        private func facts(_ uuid: String, _ library: TemporaryLibrary) throws -> [String] {
            let asset = try #require(try library.library.owner.asset(withUUID: uuid))
            let metadata = try #require(try library.library.owner.metadata(ofAsset: asset.id))
            return [metadata.caption ?? "", metadata.keywords.joined(separator: ",")]
        }

        private func date(_ uuid: String, _ library: TemporaryLibrary) throws -> Date {
            try #require(try library.library.owner.asset(withUUID: uuid)?.creationDate)
        }

        private func place(_ uuid: String, _ library: TemporaryLibrary) throws -> [Double] {
            let asset = try #require(try library.library.owner.asset(withUUID: uuid))
            return [asset.latitude, asset.longitude].compactMap(\.self).map { ($0 * 100).rounded() / 100 }
        }

        private func members(of album: String, in library: TemporaryLibrary) throws -> [String] {
            let collection = try #require(try library.library.owner.collection(uuid: album))
            var fetch = AssetFetch()
            fetch.membership = .album(collection.id)
            let rows = try library.library.owner.assetIdentifiers(fetch)
            let records = try library.library.owner.assets(withIdentifiers: rows)
            return rows.compactMap { records[$0]?.uuid }
        }
    }
}
