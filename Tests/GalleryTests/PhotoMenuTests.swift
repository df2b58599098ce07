import Albumen
import AlbumenTestSupport
import Foundation
import MediaRequests
import Records
import Testing

extension PageTests {
    /// The menu of a photo, in the grid and in the viewer.
    @Suite struct PhotoMenuTests {
        @Test func `a right click opens the menu of the photo with its actions`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            var options = BrowserOptions()
            // The policy doesn't allow the checker's scripts.
            options.bypassesContentSecurityPolicy = true
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                let shown = try await visit.shownIdentifiers()
                // The first input also loads the modules.
                try await browser.rightClick(at: visit.middle(ofTile: 2))
                try await browser.wait(for: "document.querySelector('.popup-menu')?.contains(document.activeElement)")
                #expect(
                    try await entries(visit) == [
                        "Open", "Add to Album", "Favorite", "Download", "Edit", "Hide", "Delete",
                    ])
                let roles: [String] = try await browser.evaluate(
                    """
                    const menu = document.querySelector(".popup-menu");
                    return [menu, ...menu.children].map((each) => each.getAttribute("role"));
                    """)
                #expect(roles == ["menu"] + Array(repeating: "menuitem", count: 7))
                try await visit.keepScreenshot("photo-menu-light")
                if AccessibilityChecker.isPresent {
                    #expect(try await AccessibilityChecker.findings(in: browser).filter(\.isSerious).isEmpty)
                }
                try await browser.press(.down, .down, .enter)
                try await visit.waitForNotice("1 item made a favorite")
                #expect(try isFavorite(shown[2], in: library))
                try await visit.waitForFocus(onTile: 2)

                try await browser.rightClick(at: visit.middle(ofTile: 2))
                try await waitForEntry("Unfavorite", visit)
                try await browser.press(.escape)
                try await waitForNoMenu(visit)
                try await visit.waitForFocus(onTile: 2)
            }
        }

        @Test func `the menu of a selected photo acts on the selection, and another's on that photo`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let shown = try await visit.shownIdentifiers()
                for rank in [1, 3] {
                    try await browser.hold(.control) { try await visit.click(at: visit.middle(ofTile: rank)) }
                }
                try await visit.waitForSelected(2)
                try await browser.rightClick(at: visit.middle(ofTile: 3))
                try await waitForEntry("Favorite", visit)
                #expect(try await !entries(visit).contains("Open"))
                try await visit.choose(inMenu: "Favorite")
                try await visit.waitForNotice("2 items made favorites")
                for rank in [1, 3] { #expect(try isFavorite(shown[rank], in: library)) }

                try await browser.rightClick(at: visit.middle(ofTile: 0))
                try await waitForEntry("Hide", visit)
                try await visit.choose(inMenu: "Hide")
                try await visit.waitForNotice("1 item hidden")
                try await visit.waitForCount(5)
                // The selection stays.
                try await visit.waitForSelected(2)
                try await browser.hold(.control) { try await browser.type("z") }
                try await visit.waitForCount(6)
            }
        }

        @Test func `Shift with F10 opens the menu, and its entries open and edit the photo`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let album = UUID().uuidString
            try library.commit(.createCollection(NewCollection(uuid: album, kind: .album, title: "Lake")))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try library.commit(
                    .editMembers(ListEdit(.add(try await visit.shownIdentifiers())), albumUUID: album))
                try await visit.open("#/albums/\(album)", titled: "Lake")
                try await visit.waitForCount(6)
                try await visit.focusTile(1)
                try await openByKey(visit)
                #expect(try await entries(visit).contains("Remove from Album"))
                try await visit.choose(inMenu: "Edit")
                try await waitForEntry("Adjust and Crop…", visit)
                try await browser.press(.escape)
                try await waitForNoMenu(visit)
                try await visit.waitForFocus(onTile: 1)
                try await openByKey(visit)
                try await visit.choose(inMenu: "Remove from Album")
                try await visit.waitForCount(5)
                try await visit.focusTile(1)
                try await openByKey(visit)
                try await browser.press(.enter)
                try await visit.waitForViewer(at: 1)
            }
        }

        @Test func `the viewer has the menu, over which its own keys do nothing`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let shown = try await visit.shownIdentifiers()
                try await visit.openViewer(at: 2)
                try await visit.waitForPicture(ofRank: 2)
                try await browser.rightClick(at: .init(x: 700, y: 880))
                try await waitForEntry("Information", visit)
                try await visit.keepScreenshot("photo-menu-viewer")
                // Keys of the viewer: next, favorite, close.
                try await browser.press(.right, .end)
                try await browser.type(".")
                try await browser.press(.escape)
                try await waitForNoMenu(visit)
                try await visit.waitForViewer(at: 2)
                #expect(try !isFavorite(shown[2], in: library))

                try await openByKey(visit)
                #expect(try await !entries(visit).contains("Open"))
                try await visit.choose(inMenu: "Favorite")
                try await visit.waitForNotice("1 item made a favorite")
                #expect(try isFavorite(shown[2], in: library))
                try await openByKey(visit)
                try await visit.choose(inMenu: "Information")
                try await browser.wait(for: "document.querySelector('facts-panel').checkVisibility()")
            }
        }

        @Test func `the viewer's menu makes the RAW or the JPEG the original, which Undo takes back`() async throws {
            let library = try TemporaryLibrary()
            var photo = TemporaryLibrary.Sample.image("IMG_1.JPG") { ($0.pixelWidth, $0.pixelHeight) = (640, 480) }
            photo.bytes = try SampleMedia.photograph(width: 640, height: 480)
            var raw = TemporaryLibrary.Sample.image("IMG_1.DNG") {
                ($0.isRAW, $0.uniformTypeIdentifier) = (true, "com.adobe.raw-image")
                ($0.pixelWidth, $0.pixelHeight) = (700, 500)
            }
            // A worker decodes a JPEG whatever its type in the catalog is.
            raw.bytes = try SampleMedia.photograph(width: 700, height: 500)
            try library.add([photo, raw])
            let asset = try #require(try library.library.owner.assetUUIDs().first)
            func waitForChoice(_ choice: OriginalChoice) async throws {
                try await waitUntil { try library.library.owner.asset(withUUID: asset)?.originalChoice == choice }
            }
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                func waitForSwitch(_ names: String) async throws {
                    try await browser.wait(
                        for: """
                            [...document.querySelectorAll('.viewer-originals button')]
                              .map(({ textContent }) => textContent).join() === arguments[0]
                            """, names)
                }
                try await visit.waitForEditing()
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
                try await waitForSwitch("JPEG,RAW")
                try await openByKey(visit)
                try await visit.keepScreenshot("photo-menu-raw")
                try await visit.choose(inMenu: "Use RAW as Original")
                try await visit.waitForNotice("The RAW is the original now.")
                try await waitForChoice(.raw)
                try await waitForSwitch("RAW,JPEG")
                try await openByKey(visit)
                #expect(try await entries(visit).contains("Use JPEG as Original"))
                try await browser.press(.escape)
                try await waitForNoMenu(visit)
                try await browser.hold(.control) { try await browser.type("z") }
                try await waitForChoice(.compressed)
                try await waitForSwitch("JPEG,RAW")
            }
        }

        @Test func `on a phone, a finger that rests on a photo selects it, without a menu`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder, .phone) { visit in
                try await visit.waitForEditing(byTouch: true)
                let point = try await visit.middle(ofTile: 1)
                try await visit.browser.touch(.start, point)
                try await visit.waitForSelected(1)
                try await visit.browser.touch(.end)
                try await visit.waitForSelected(1)
                #expect(try await visit.browser.evaluate("return document.querySelector('.popup-menu') === null"))
            }
        }

        @Test func `a photo of an album becomes its cover, which Undo and the album's menu take back`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let album = UUID().uuidString
            let photos = try library.library.owner.assetUUIDs()
            try library.commit(
                .createCollection(NewCollection(uuid: album, kind: .album, title: "Lake")),
                .editMembers(ListEdit(.add(photos)), albumUUID: album))
            func waitForCover(_ uuid: String?) async throws {
                try await waitUntil { try library.library.owner.chosenCovers().values.first?.uuid == uuid }
            }
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.open("#/albums/\(album)", titled: "Lake")
                try await visit.waitForCount(6)
                try await visit.focusTile(3)
                try await openByKey(visit)
                try await visit.choose(inMenu: "Make Album Cover")
                try await visit.waitForNotice("“Lake” has a new cover.")
                try await waitForCover(photos[3])
                try await visit.focusTile(3)
                try await openByKey(visit)
                #expect(try await !entries(visit).contains("Make Album Cover"))
                try await browser.press(.escape)
                try await waitForNoMenu(visit)
                try await browser.hold(.control) { try await browser.type("z") }
                try await waitForCover(nil)
                try await visit.openViewer(at: 2)
                try await openByKey(visit)
                try await visit.choose(inMenu: "Make Album Cover")
                try await visit.waitForNotice("“Lake” has a new cover.")
                try await waitForCover(photos[2])
                try await browser.press(.escape)
                try await visit.waitForNoViewer()

                try await visit.open("#/albums", titled: "Albums")
                try await waitForCard(photos[2], visit)
                // A change by another program shows at once.
                try library.commit(.setCover(assetUUID: photos[4], albumUUID: album))
                try await waitForCard(photos[4], visit)
                try await browser.run("document.querySelector('.cover-more').click()")
                try await visit.choose(inMenu: "Use Default Cover")
                try await visit.waitForNotice("“Lake” has its default cover again.")
                try await waitForCard(photos[0], visit)
            }
        }

        // MARK: Parts

        /// Waits until the first card of a page of albums shows a photo.
        private func waitForCard(_ photo: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: """
                    document.querySelector(".cover-picture img")?.src.includes(arguments[0])
                    """, photo)
        }

        private func openByKey(_ visit: GalleryVisit) async throws {
            try await visit.browser.hold(.shift) { try await visit.browser.press(.f10) }
            try await visit.browser.wait(
                for: "document.querySelector('.popup-menu')?.contains(document.activeElement)")
        }

        private func entries(_ visit: GalleryVisit) async throws -> [String] {
            try await visit.browser.evaluate(
                "return [...document.querySelectorAll('.popup-item')].map(({ textContent }) => textContent)")
        }

        private func waitForEntry(_ label: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: """
                    [...document.querySelectorAll(".popup-item")]
                      .some(({ textContent }) => textContent === arguments[0])
                    """, label)
        }

        private func waitForNoMenu(_ visit: GalleryVisit) async throws {
            try await visit.browser.wait(for: "!document.querySelector('.popup-menu')")
        }

        private func isFavorite(_ uuid: String, in library: TemporaryLibrary) throws -> Bool {
            try #require(try library.library.owner.assets(uuids: [uuid])[uuid]).isFavorite
        }
    }
}
