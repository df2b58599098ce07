import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

extension PageTests {
    /// Changes of the library by the page.
    @Suite struct EditingTests {
        @Test func `several photos can be selected and marked as favorites`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await browser.hold(.control) { try await visit.click(at: visit.middle(ofTile: 1)) }
                try await visit.waitForSelected(1)
                try await browser.hold(.shift) { try await visit.click(at: visit.middle(ofTile: 4)) }
                try await visit.waitForSelected(4)
                try await visit.click(at: visit.middle(ofTile: 2))
                try await visit.waitForSelected(3)
                try await visit.keepScreenshot("selected")
                try await browser.find("[data-action=favorite]").click()
                try await visit.waitForNotice("3")
                try await visit.waitForSelected(3)
                let favorites: [Int] = try await browser.evaluate(
                    """
                    const { timeline } = document.querySelector("photo-grid");
                    return [...Array(12).keys()].filter((rank) => timeline.item(rank).kinds.includes("favorite"));
                    """)
                #expect(favorites == [1, 3, 4])
                try await browser.press(.escape)
                try await browser.wait(for: "document.querySelector('selection-bar').hidden")
            }
        }

        @Test func `the check of a photo under the mouse selects it`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                let point = try await visit.middle(ofTile: 1)
                try await browser.movePointer(to: point)
                // The style of the check comes with the modules for editing.
                try await browser.wait(
                    for: """
                        [...document.querySelectorAll('.photo-tile:hover')]
                          .some((tile) => getComputedStyle(tile, '::before').content === '""')
                        """)
                try await visit.keepScreenshot("check-under-mouse")
                for (rank, count) in [(1, 1), (3, 2)] {
                    let check: BrowserSession.Point = try await browser.evaluate(
                        """
                        const { right, bottom } = document.querySelector("photo-grid").tileRect(arguments[0]);
                        return { x: right - 18, y: bottom - 18 };
                        """, rank)
                    try await visit.click(at: check)
                    try await visit.waitForSelected(count)
                }
                try await visit.keepScreenshot("selected-by-check")
                try await visit.focusTile(3)
                try await browser.press(.escape)
                try await browser.wait(for: "document.querySelector('selection-bar').hidden")
                // The rest of the photo opens it.
                try await visit.click(at: visit.middle(ofTile: 2))
                try await visit.waitForViewer(at: 2)
            }
        }

        @Test func `photos can be added to an album with the keyboard`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            let album = try addAlbum("Best", to: library)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let shown = try await visit.shownIdentifiers()
                try await visit.focusTile(2)
                try await browser.hold(.shift) { try await browser.press(.right, .right) }
                try await visit.waitForSelected(3)
                try await browser.run("document.querySelector('[data-action=add]').focus()")
                try await browser.press(.enter)
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.press(.down, .enter)
                try await visit.waitForNotice("Best")
                #expect(try members(of: album, in: library) == Array(shown[2...4]))
                try await browser.hold(.control) { try await browser.type("z") }
                try await browser.wait(
                    for: "document.querySelector('.sidebar-own .sidebar-count').textContent === ''")
                #expect(try members(of: album, in: library) == [])
            }
        }

        @Test func `all photos can be selected with the keyboard`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.focusTile(0)
                try await visit.browser.hold(.control) { try await visit.browser.type("a") }
                try await visit.waitForSelected(12)
                try await visit.browser.press(.right, .space)
                try await visit.waitForSelected(11)
            }
        }

        @Test func `an album can be dragged into a folder and a photo onto an album`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            let album = try addAlbum("Lake", to: library)
            try library.commit(
                .createCollection(NewCollection(uuid: UUID().uuidString, kind: .folder, title: "Trips")))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                #expect(try await visit.ownTitles() == ["Trips", "Lake"])
                let (lake, trips) = (
                    try await visit.place(inSidebar: "Lake"), try await visit.place(inSidebar: "Trips")
                )
                try await browser.drag(along: [lake, BrowserSession.Point(x: lake.x, y: lake.y - 12), trips])
                try await browser.wait(for: "document.querySelector('.sidebar-own li li .sidebar-title')")
                let folder = try library.library.owner.parent(
                    of: #require(try library.library.owner.collection(uuid: album)))
                #expect(folder?.title == "Trips")

                let photo = try await visit.middle(ofTile: 3)
                let shown = try await visit.shownIdentifiers()
                try await browser.drag(along: [
                    photo, BrowserSession.Point(x: photo.x - 20, y: photo.y), visit.place(inSidebar: "Lake"),
                ])
                try await visit.waitForNotice("Lake")
                #expect(try members(of: album, in: library) == [shown[3]])
            }
        }

        @Test func `photos of an album can be arranged by dragging and with the keyboard`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let album = try addAlbum("Lake", to: library)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let all = try await visit.shownIdentifiers()
                try library.commit(.editMembers(ListEdit(.add(all)), albumUUID: album))
                try await browser.run("location.hash = `#/albums/${arguments[0]}`", album)
                try await browser.wait(for: "document.querySelector('.page-title').textContent === 'Lake'")
                try await visit.waitForCount(6)
                try await visit.waitForPictures()
                let (photo, target) = (try await visit.middle(ofTile: 0), try await visit.middle(ofTile: 2))
                try await browser.drag(along: [
                    photo, BrowserSession.Point(x: photo.x + 20, y: photo.y),
                    BrowserSession.Point(x: target.x + 20, y: target.y),
                ])
                let dragged = [all[1], all[2], all[0]] + all[3...]
                try await waitForShown(dragged, visit)
                #expect(try members(of: album, in: library) == dragged)
                try await visit.focusTile(0)
                try await browser.hold(.alt) {
                    try await browser.hold(.shift) { try await browser.press(.right) }
                }
                let shifted = [all[2], all[1], all[0]] + all[3...]
                try await waitForShown(shifted, visit)
                #expect(try members(of: album, in: library) == shifted)
            }
        }

        @Test func `undo restores deleted photos`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                let before = try await visit.shownIdentifiers()
                try await visit.focusTile(5)
                try await visit.browser.press(.delete)
                try await visit.keepScreenshot("delete")
                try await visit.confirm()
                try await visit.waitForCount(11)
                #expect(try await visit.shownIdentifiers() == before.filter { $0 != before[5] })
                try await visit.browser.find(".undo-button").click()
                try await visit.waitForCount(12)
                #expect(try await visit.shownIdentifiers() == before)
            }
        }

        @Test func `photos in Recently Deleted can be restored or purged`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.focusTile(0)
                try await browser.hold(.shift) { try await browser.press(.right) }
                try await visit.waitForSelected(2)
                try await browser.press(.delete)
                try await visit.confirm()
                try await visit.waitForCount(4)
                try await browser.find("[data-album$='1000000201']").click()
                try await visit.waitForCount(2)
                try await visit.waitForPictures()
                try await visit.keepScreenshot("recently-deleted")
                for (action, left) in [("restore", 1), ("purge", 0)] {
                    try await browser.find(".page-select").click()
                    try await visit.click(at: visit.middle(ofTile: 0))
                    try await visit.waitForSelected(1)
                    try await browser.find("[data-action=\(action)]").click()
                    if action == "purge" { try await visit.confirm(isFinal: true) }
                    try await visit.waitForCount(left)
                }
                try await browser.run("location.hash = '#/'")
                try await visit.waitForCount(5)
            }
        }

        /// A restart of the server or another opened link starts another session.
        @Test func `a change of another session uses its token`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await browser.run(
                    """
                    const send = window.fetch;
                    window.asked = [];
                    window.fetch = (address, request) => {
                      if (address === "/api/session") window.asked.push(address);
                      const headers = { ...request?.headers };
                      // Claims once that the page's token is of another session.
                      if (headers["Albumen-CSRF-Token"] !== undefined && window.asked.length === 1) {
                        headers["Albumen-CSRF-Token"] = "stale";
                      }
                      return send(address, { ...request, headers });
                    };
                    """)
                try await visit.openViewer(at: 1)
                for isFavorite in ["true", "false"] {
                    try await browser.type(".")
                    try await browser.wait(
                        for: "document.querySelector('.viewer-favorite').getAttribute('aria-pressed') === arguments[0]",
                        isFavorite)
                    let shown = try await visit.shownIdentifiers()
                    try await browser.wait(
                        for: """
                            await (async () => {
                              const asset = await (await fetch(`/api/assets/${arguments[0]}`)).json();
                              return String(asset.isFavorite) === arguments[1];
                            })()
                            """, shown[1], isFavorite)
                }
                let asked: Int = try await browser.evaluate("return window.asked.length")
                #expect(asked == 2)
                let console = try await browser.takeConsole()
                #expect(console.contains { $0.message.contains("403") })
            }
        }

        // MARK: Parts

        private func waitForShown(_ identifiers: [String], _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: """
                    (() => {
                      const { timeline } = document.querySelector("photo-grid");
                      return arguments[0].every((identifier, rank) => timeline.item(rank)?.identifier === identifier);
                    })()
                    """, identifiers)
        }

        private func addAlbum(_ title: String, to library: TemporaryLibrary) throws -> String {
            let uuid = UUID().uuidString
            try library.commit(.createCollection(NewCollection(uuid: uuid, kind: .album, title: title)))
            return uuid
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
