import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

extension PageTests {
    /// Keys work from the first moment, wherever the focus is.
    @Suite struct KeyboardTests {
        private static let count = 400

        @Test(arguments: [BrowserOptions(), .phone])
        func `keys scroll and go to photos before anything has the focus`(options: BrowserOptions) async throws {
            try await run(options) { visit in
                let browser = visit.browser
                #expect(try await focusIsOnNothing(visit))
                try await browser.press(.pageDown)
                try await browser.wait(for: "document.querySelector('photo-grid').scrollTop > 200")
                try await browser.press(.pageUp)
                try await browser.wait(for: "document.querySelector('photo-grid').scrollTop === 0")
                try await browser.press(.space)
                try await browser.wait(for: "document.querySelector('photo-grid').scrollTop > 200")
                #expect(try await browser.evaluate("return document.querySelector('photo-viewer').isOpen !== true"))
                try await browser.press(.home)
                try await visit.waitForFocus(onTile: 0)
            }
            try await run(options) { visit in
                try await visit.browser.press(.end)
                try await visit.waitForFocus(onTile: Self.count - 1)
            }
            try await run(options) { visit in
                // The first arrow key goes to a photo in the window, the next ones move.
                try await visit.browser.press(.right)
                try await visit.waitForFocus(onTile: 0)
                try await visit.browser.press(.right)
                try await visit.waitForFocus(onTile: 1)
            }
        }

        @Test func `the first arrow key after scrolling goes to a photo in the window`() async throws {
            try await run { visit in
                let browser = visit.browser
                try await browser.turnWheel(by: 400, times: 4, at: BrowserSession.Point(x: 800, y: 500))
                try await visit.waitForStillness()
                let before: Double = try await browser.evaluate("return document.querySelector('photo-grid').scrollTop")
                try await browser.press(.down)
                try await browser.wait(for: "document.activeElement.matches('.photo-tile')")
                let (after, rank): (Double, Int) = try await (
                    browser.evaluate("return document.querySelector('photo-grid').scrollTop"),
                    browser.evaluate(
                        "return document.querySelector('photo-grid').photoOf(document.activeElement).rank")
                )
                #expect(before > 1000)
                #expect(after == before)
                #expect(rank > 20)
            }
        }

        @Test func `Control-A selects photos and never text, and Delete deletes them`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.hold(.control) { try await browser.type("a") }
                try await visit.waitForSelected(12)
                let text: String = try await browser.evaluate("return String(getSelection())")
                #expect(text == "")
                try await browser.press(.escape)
                try await browser.wait(for: "document.querySelector('selection-bar').hidden")
                try await browser.hold(.control) { try await browser.type("a") }
                try await visit.waitForSelected(12)
                try await browser.press(.delete)
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                // Keys belong to the dialog.
                try await browser.hold(.control) { try await browser.type("a") }
                try await browser.press(.escape)
                try await browser.wait(for: "!document.querySelector('dialog.ask')")
                try await visit.waitForSelected(12)
                try await browser.press(.delete)
                try await visit.confirm()
                try await visit.waitForCount(0)
                // A click on Undo leaves the focus where keys work.
                try await browser.find(".undo-button").click()
                try await visit.waitForCount(12)
                try await visit.waitForPictures()
                try await browser.press(.end)
                try await visit.waitForFocus(onTile: 11)
            }
        }

        @Test func `keys work after choosing an album with the mouse and with the keyboard`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            let album = UUID().uuidString
            let photos = try library.library.owner.assetIdentifiers(AssetFetch())
            let uuids = try library.library.owner.assets(withIdentifiers: photos).values.map(\.uuid)
            try library.commit(
                .createCollection(NewCollection(uuid: album, kind: .album, title: "Lake")),
                .editMembers(ListEdit(.add(uuids)), albumUUID: album))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                try await browser.find(".sidebar-own a").click()
                try await browser.wait(for: "document.querySelector('.page-title').textContent === 'Lake'")
                try await visit.waitForPictures()
                try await browser.press(.end)
                try await visit.waitForFocus(onTile: 11)
                // Choosing the album that is shown goes to its beginning.
                try await browser.run("document.querySelector('.sidebar-own a').focus()")
                try await browser.press(.enter)
                try await browser.wait(for: "document.activeElement.matches('.grid-space')")
                try await browser.press(.right)
                try await browser.wait(for: "document.activeElement.matches('.photo-tile')")
                try await browser.hold(.control) { try await browser.type("a") }
                try await visit.waitForSelected(12)
            }
        }

        @Test func `keys work after closing the viewer with the mouse`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                try await visit.click(at: visit.middle(ofTile: 3))
                try await visit.waitForViewer(at: 3)
                try await visit.browser.find(".viewer-close").click()
                try await visit.waitForNoViewer()
                try await visit.browser.press(.right)
                try await visit.waitForFocus(onTile: 4)
            }
        }

        @Test func `a photo in focus is made a favorite, hidden or deleted with a key`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.focusTile(2)
                try await browser.type(".")
                try await visit.waitForNotice("favorite")
                try await browser.wait(
                    for: "document.querySelector('photo-grid').timeline.item(2).kinds.includes('favorite')")
                try await browser.type(".")
                try await browser.wait(
                    for: "!document.querySelector('photo-grid').timeline.item(2).kinds.includes('favorite')")
                try await visit.waitForFocus(onTile: 2)
                try await browser.type("h")
                try await visit.waitForCount(5)
                try await browser.hold(.control) { try await browser.type("z") }
                try await visit.waitForCount(6)
                // Without a photo in focus and without a selection, there is nothing to delete.
                try await browser.run("document.activeElement.blur()")
                try await browser.press(.delete)
                #expect(try await browser.evaluate("return document.querySelector('dialog.ask') === null"))
            }
        }

        @Test func `text fields, menus and the toolbar keep their keys`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            try library.commit(
                .createCollection(NewCollection(uuid: UUID().uuidString, kind: .album, title: "Lake")))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await browser.find(".sidebar-own .sidebar-more").click()
                try await browser.wait(for: "document.activeElement.matches('.popup-item')")
                try await browser.press(.end)
                try await browser.wait(
                    for: "document.activeElement === document.querySelector('.popup-menu').lastElementChild")
                try await browser.press(.home, .enter)
                try await browser.wait(for: "document.activeElement.matches('dialog.ask input')")
                try await browser.hold(.control) { try await browser.type("a") }
                try await browser.type("a.h?/")
                try await browser.wait(for: "document.activeElement.value === 'a.h?/'")
                try await browser.press(.escape)
                try await browser.wait(for: "!document.querySelector('dialog.ask')")
                let isUntouched: Bool = try await browser.evaluate(
                    """
                    return document.querySelector("selection-bar").hidden
                      && document.querySelector(".shortcut-sheet") === null;
                    """)
                #expect(isUntouched)
                try await browser.hold(.control) { try await browser.type("a") }
                try await visit.waitForSelected(12)
                try await browser.run("document.querySelector('[data-action=trash]').focus()")
                // There is no button after the last one.
                try await browser.press(.right)
                #expect(try await browser.evaluate("return document.activeElement.dataset.action === 'trash'"))
            }
        }

        @Test(arguments: [("en-US", "Keyboard Shortcuts"), ("zh-CN", "键盘快捷键")])
        func `a question mark shows all shortcuts in the user's language`(
            language: String, title: String
        ) async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            var options = BrowserOptions()
            options.languages = [language]
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await visit.focusTile(2)
                try await browser.type("?")
                try await browser.wait(for: "document.querySelector('.shortcut-sheet[open]')")
                let (shown, first): (String, String) = try await (
                    browser.evaluate("return document.querySelector('.shortcut-sheet h2').textContent"),
                    browser.evaluate("return document.querySelector('.shortcut-sheet h3').textContent")
                )
                #expect(shown == title)
                try await visit.keepScreenshot("shortcuts-\(language)")
                // The sheet receives all keys.
                try await browser.press(.delete, .end)
                try await browser.type("?")
                try await browser.wait(for: "!document.querySelector('.shortcut-sheet')")
                try await visit.waitForFocus(onTile: 2)
                try await browser.press(.enter)
                try await visit.waitForViewer(at: 2)
                try await browser.type("?")
                try await browser.wait(for: "document.querySelector('.shortcut-sheet[open]')")
                let firstInViewer: String = try await browser.evaluate(
                    "return document.querySelector('.shortcut-sheet h3').textContent")
                #expect(firstInViewer != first)
                try await browser.press(.escape)
                try await browser.wait(for: "!document.querySelector('.shortcut-sheet')")
                try await visit.waitForViewer(at: 2)
            }
        }

        // MARK: Parts

        private func run(
            _ options: BrowserOptions = BrowserOptions(), _ body: (GalleryVisit) async throws -> Void
        ) async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(Self.count)
            try await GalleryVisit.run(library.folder, options) { visit in
                try await visit.waitForPictures()
                try await body(visit)
            }
        }

        private func focusIsOnNothing(_ visit: GalleryVisit) async throws -> Bool {
            try await visit.browser.evaluate("return document.activeElement === document.body")
        }
    }
}
