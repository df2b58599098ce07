import Albumen
import AlbumenTestSupport
import Foundation
import Records
import Testing

extension PageTests {
    /// Undoing the last change, and only that one.
    @Suite struct UndoTests {
        @Test func `undo reverts a new order and keeps an earlier favorite`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let album = try addCollection("Lake", .album, to: library)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let all = try await visit.shownIdentifiers()
                try library.commit(.editMembers(ListEdit(.add(all)), albumUUID: album))
                try await visit.open("#/albums/\(album)", titled: "Lake")
                try await visit.waitForCount(6)
                try await visit.waitForPictures()
                try await favorite(1, visit)
                // The focused photo and another one move together, and return to positions apart from each other.
                try await visit.focusTile(1)
                try await browser.hold(.control) { try await visit.click(at: visit.middle(ofTile: 4)) }
                try await browser.hold(.control) { try await visit.click(at: visit.middle(ofTile: 1)) }
                try await visit.waitForSelected(2)
                try await browser.hold(.alt) {
                    try await browser.hold(.shift) { try await browser.press(.right) }
                }
                try await visit.waitForNotice("2 items moved")
                #expect(try members(of: album, in: library) != all)
                try await undo(visit)
                #expect(try members(of: album, in: library) == all)
                #expect(try isFavorite(all[1], in: library))
            }
        }

        @Test func `undo reverts a name, a move and a new album, and keeps an earlier favorite`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let lake = try addCollection("Lake", .album, to: library)
            _ = try addCollection("Hill", .album, to: library)
            _ = try addCollection("Trips", .folder, to: library)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let photo = try await visit.shownIdentifiers()[1]
                let before = try await visit.ownTitles()
                #expect(before == ["Trips", "Hill", "Lake"])
                try await favorite(1, visit)

                try await choose("Rename", of: "Lake", visit)
                try await answer("Pond", visit)
                try await visit.waitForNotice("Pond")
                try await undo(visit)
                #expect(try await visit.ownTitles() == before)

                try await favorite(2, visit)
                try await choose("Move Up", of: "Lake", visit)
                try await visit.waitForNotice("“Lake” was moved")
                #expect(try await visit.ownTitles() == ["Trips", "Lake", "Hill"])
                try await undo(visit)
                #expect(try await visit.ownTitles() == before)

                try await choose("Move to…", of: "Lake", visit)
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.press(.down, .enter)
                try await visit.waitForNotice("“Lake” was moved")
                #expect(try parent(of: lake, in: library) == "Trips")
                try await undo(visit)
                #expect(try parent(of: lake, in: library) == nil)
                #expect(try await visit.ownTitles() == before)

                for entry in ["New Album", "New Folder"] {
                    try await browser.find(".sidebar-add").click()
                    try await visit.choose(inMenu: entry)
                    try await answer("Sea", visit)
                    try await visit.waitForNotice("“Sea” was created")
                    #expect(try await visit.ownTitles() == ["Sea"] + before)
                    try await undo(visit)
                    #expect(try await visit.ownTitles() == before)
                }

                // An album comes back to its place.
                try await favorite(3, visit)
                try await choose("Delete Album", of: "Hill", visit)
                try await visit.confirm(isFinal: true)
                try await visit.waitForNotice("“Hill” was deleted")
                #expect(try await visit.ownTitles() == ["Trips", "Lake"])
                try await undo(visit)
                #expect(try await visit.ownTitles() == before)
                // So does a folder with its album.
                try await choose("Move to…", of: "Lake", visit)
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.press(.down, .enter)
                try await visit.waitForNotice("“Lake” was moved")
                try await choose("Delete Folder", of: "Trips", visit)
                try await visit.confirm(isFinal: true)
                try await visit.waitForNotice("“Trips” was deleted")
                #expect(try await visit.ownTitles() == ["Hill"])
                try await undo(visit)
                #expect(try await visit.ownTitles() == ["Trips", "Lake", "Hill"])
                #expect(try parent(of: lake, in: library) == "Trips")
                let shown = try await visit.shownIdentifiers()
                for each in [photo, shown[2], shown[3]] { #expect(try isFavorite(each, in: library)) }
            }
        }

        @Test func `undoing a new album for photos deletes the album and keeps them`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await browser.hold(.control) { try await visit.click(at: visit.middle(ofTile: 1)) }
                try await visit.waitForSelected(1)
                try await browser.find("[data-action=add]").click()
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.press(.enter)
                try await answer("Sea", visit)
                try await visit.waitForNotice("1 item added to “Sea”")
                #expect(try await visit.ownTitles() == ["Sea"])
                try await browser.find(".undo-button").click()
                try await visit.waitForNotice("undone")
                #expect(try await visit.ownTitles() == [])
                try await visit.waitForCount(6)
            }
        }

        @Test func `undoing Hide selects the photos again`() async throws {
            let library = try SamplePhotos(count: 8).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await browser.hold(.control) { try await visit.click(at: visit.middle(ofTile: 1)) }
                try await browser.hold(.control) { try await visit.click(at: visit.middle(ofTile: 3)) }
                try await visit.waitForSelected(2)
                try await browser.find("[data-action=hide]").click()
                try await visit.waitForCount(6)
                try await visit.waitForNotice("2 items hidden")
                try await browser.wait(for: "document.querySelector('selection-bar').hidden")
                try await browser.hold(.control) { try await browser.type("z") }
                try await visit.waitForCount(8)
                try await visit.waitForSelected(2)
            }
        }

        // MARK: Parts

        /// Makes a photo a favorite, which can be undone.
        private func favorite(_ rank: Int, _ visit: GalleryVisit) async throws {
            try await visit.focusTile(rank)
            try await visit.browser.type(".")
            try await visit.waitForNotice("1 item made a favorite")
        }

        private func undo(_ visit: GalleryVisit) async throws {
            try await visit.browser.hold(.control) { try await visit.browser.type("z") }
            try await visit.waitForNotice("undone")
        }

        /// Chooses an entry in the menu of an album or folder in the sidebar.
        private func choose(_ label: String, of title: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.run(
                """
                const row = [...document.querySelectorAll(".sidebar-own .sidebar-row")].find((each) => {
                  return each.querySelector(".sidebar-title").textContent === arguments[0];
                });
                row.querySelector("button[aria-haspopup]").click();
                """, title)
            try await visit.choose(inMenu: label)
        }

        /// Types the answer to the open question.
        private func answer(_ text: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(for: "document.querySelector('dialog.ask[open] input')")
            try await visit.browser.type(text)
            try await visit.browser.press(.enter)
        }

        private func addCollection(
            _ title: String, _ kind: CollectionRecord.Kind, to library: TemporaryLibrary
        ) throws -> String {
            let uuid = UUID().uuidString
            try library.commit(.createCollection(NewCollection(uuid: uuid, kind: kind, title: title)))
            return uuid
        }

        private func parent(of uuid: String, in library: TemporaryLibrary) throws -> String? {
            let view = library.library.owner
            return try view.parent(of: #require(try view.collection(uuid: uuid)))?.title
        }

        private func isFavorite(_ uuid: String, in library: TemporaryLibrary) throws -> Bool {
            try #require(try library.library.owner.assets(uuids: [uuid])[uuid]).isFavorite
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
