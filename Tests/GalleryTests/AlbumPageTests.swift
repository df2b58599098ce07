import Albumen
import AlbumenTestSupport
import Foundation
import Records
import Testing

extension PageTests {
    /// Pages of albums, the head of an album, and the sidebar.
    @Suite struct AlbumPageTests {
        private struct Cost: Decodable {
            let nodes: Int
            let cards: Int
            let coverRequests: Int
            let pictures: Int
        }

        @Test func `a page of 5,000 albums costs as much as its window`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(50)
            let photos = try library.library.owner.assetUUIDs()
            let albums = (0..<5000).map { _ in UUID().uuidString }
            var operations = albums.enumerated().map { index, uuid in
                Transaction.Operation.createCollection(
                    NewCollection(uuid: uuid, kind: .album, title: "Album \(4999 - index)"))
            }
            operations += albums.enumerated().map { index, uuid in
                .editMembers(ListEdit(.add([photos[index % photos.count]])), albumUUID: uuid)
            }
            _ = try library.library.owner.commit(operations)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                // The sidebar lists all albums, unless its section is folded.
                try await browser.find("[data-focus=fold-albums]").click()
                try await browser.run("performance.setResourceTimingBufferSize(10000)")
                try await visit.open("#/albums", titled: "Albums")
                #expect(try await visit.waitForCovers().first == "Album 0")
                try await visit.keepScreenshot("albums")
                for top in [3_000, 200_000, 10_000_000] {
                    try await browser.run("document.querySelector('collection-covers').scrollTop = arguments[0]", top)
                    try await visit.waitForStillness()
                    _ = try await visit.waitForCovers()
                }
                let titles = try await visit.waitForCovers()
                #expect(titles.last == "Album 4999")
                let cost: Cost = try await browser.evaluate(
                    """
                    const addresses = performance.getEntriesByType("resource").map(({ name }) => name);
                    return {
                      nodes: document.querySelectorAll("*").length,
                      cards: document.querySelectorAll(".cover-card").length,
                      coverRequests: addresses.filter((name) => name.includes("/api/covers")).length,
                      pictures: document.querySelectorAll(".cover-picture img").length,
                    };
                    """)
                #expect(cost.nodes < 1500)
                #expect(cost.cards <= 100)
                #expect(cost.pictures <= 100)
                #expect((1...20).contains(cost.coverRequests))
            }
        }

        @Test func `albums can be opened, renamed and deleted with the keyboard`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try addAlbums(["Sea", "Lake", "Hill"], to: library)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await browser.find("[data-list=albums]").click()
                try await visit.waitForTitle("Albums")
                #expect(try await visit.waitForCovers() == ["Hill", "Lake", "Sea"])
                try await browser.wait(for: "document.querySelector('.page-count').textContent === '3 albums'")
                try await browser.run("document.querySelector('.cover-link').focus()")
                try await browser.press(.right, .enter)
                try await visit.waitForTitle("Lake")
                try await browser.goBack()
                try await visit.waitForTitle("Albums")
                _ = try await visit.waitForCovers()
                try await browser.run("document.querySelector('.cover-link[tabindex=\"0\"]').focus()")
                try await browser.wait(for: "document.activeElement.textContent.includes('Lake')")
                try await browser.press(.f2)
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.type("Pond")
                try await browser.press(.enter)
                try await browser.wait(
                    for: "[...document.querySelectorAll('.cover-title')].map((each) => each.textContent).join()"
                        + " === 'Hill,Pond,Sea'")
                try await browser.wait(for: "document.activeElement.textContent.includes('Pond')")
                try await browser.press(.end, .delete)
                try await visit.confirm(isFinal: true)
                try await browser.wait(
                    for: "[...document.querySelectorAll('.cover-title')].map((each) => each.textContent).join()"
                        + " === 'Hill,Pond'")
            }
        }

        @Test func `a folder opens a page of its albums`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try addAlbums(["Sea", "Lake"], to: library)
            let folder = UUID().uuidString
            let albums = try library.library.owner.topLevelCollections().map(\.uuid)
            try library.commit(.createCollection(NewCollection(uuid: folder, kind: .folder, title: "Trips")))
            try library.commit(.editChildren(ListEdit(.add(albums)), folderUUID: folder))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.open("#/albums", titled: "Albums")
                #expect(try await visit.waitForCovers() == ["Trips"])
                try await visit.keepScreenshot("folder-cover")
                try await browser.find(".cover-link").click()
                try await visit.waitForTitle("Trips")
                #expect(try await visit.waitForCovers() == ["Lake", "Sea"])
                // Deleted elsewhere.
                try library.commit(.deleteCollection(uuid: folder))
                try await visit.waitForTitle("Albums")
                try await browser.wait(for: "document.body.innerText.includes('No Albums')")
            }
        }

        @Test func `albums are in the chosen order, which the browser remembers`() async throws {
            let library = try TemporaryLibrary()
            let titles = ["Lake 10", "Sea", "Lake 2"]
            for title in titles {
                let album = NewCollection(uuid: UUID().uuidString, kind: .album, title: title)
                try library.commit(.createCollection(album))
            }
            try library.commit(
                .editChildren(
                    ListEdit(.move([2], to: 0)), folderUUID: nil))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.open("#/albums", titled: "Albums")
                #expect(try await visit.waitForCovers() == ["Lake 10", "Lake 2", "Sea"])
                try await chooseOrder("newest", visit)
                #expect(try await visit.waitForCovers() == ["Lake 2", "Sea", "Lake 10"])
                try await chooseOrder("name", visit)
                #expect(try await visit.waitForCovers() == ["Lake 2", "Lake 10", "Sea"])
                try await visit.keepScreenshot("albums-by-name")
                try await browser.reload()
                try await visit.waitForTitle("Albums")
                #expect(try await visit.waitForCovers() == ["Lake 2", "Lake 10", "Sea"])
                // The sidebar keeps the order by hand.
                #expect(try await visit.ownTitles().filter { titles.contains($0) } == ["Lake 10", "Lake 2", "Sea"])
                try await chooseOrder("custom", visit)
                #expect(try await visit.waitForCovers() == ["Lake 10", "Lake 2", "Sea"])
            }
        }

        private func chooseOrder(_ order: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.run(
                """
                const field = document.querySelector(".covers-sort");
                field.value = arguments[0];
                field.dispatchEvent(new Event("change", { bubbles: true }));
                """, order)
        }

        @Test func `imports have a page with open, rename and delete, and deleting keeps the photos`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let links = "document.querySelectorAll('[data-list=imports]').length"
                #expect(try await browser.evaluate("return \(links)") == 1)
                try await browser.find("[data-list=imports]").click()
                try await visit.waitForTitle("Imports")
                let imported = try await visit.waitForCovers()
                #expect(imported.count == 1)
                try await visit.keepScreenshot("imports")
                try await browser.find(".cover-more").click()
                try await visit.choose(inMenu: "Rename")
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.type("Camera")
                try await browser.press(.enter)
                try await browser.wait(for: "document.querySelector('.cover-title')?.textContent === 'Camera'")
                try await browser.find(".cover-more").click()
                try await visit.choose(inMenu: "Open")
                try await visit.waitForTitle("Camera")
                try await visit.waitForCount(6)
                try await browser.goBack()
                try await visit.waitForTitle("Imports")
                _ = try await visit.waitForCovers()
                try await browser.find(".cover-more").click()
                try await visit.choose(inMenu: "Delete Import")
                try await visit.confirm(isFinal: true)
                try await browser.wait(for: "document.body.innerText.includes('No Imports')")
                try await visit.open("#/", titled: "Photos")
                try await visit.waitForCount(6)
            }
        }

        @Test func `albums open by touch on a phone`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try addAlbums(["Sea", "Lake"], to: library)
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                try await visit.tap(".sidebar-button")
                try await browser.wait(for: "document.querySelector('album-sidebar').isOpen")
                try await visit.waitForStillness()
                try await visit.tap("[data-list=albums]")
                try await visit.waitForTitle("Albums")
                #expect(try await visit.waitForCovers() == ["Lake", "Sea"])
                try await visit.waitForStillness()
                try await visit.keepScreenshot("albums-phone")
                try await visit.tap(".cover-link")
                try await visit.waitForTitle("Lake")
                try await visit.waitForCount(1)
                try await browser.wait(for: "!document.querySelector('album-head').hidden")
                try await visit.keepScreenshot("album-phone")
            }
        }

        @Test func `sections fold and stay folded`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                let hidden = "document.querySelector(\"[data-album$='205']\")"
                // Even when they are empty.
                try await browser.wait(for: "\(hidden) && document.querySelector(\"[data-album$='1000000201']\")")
                try await browser.run("document.querySelector('[data-focus=fold-utilities]').focus()")
                try await browser.press(.enter)
                try await browser.wait(for: "!\(hidden)")
                #expect(
                    try await browser.evaluate(
                        "return document.activeElement.getAttribute('aria-expanded')") == "false")
                try await browser.reload()
                try await visit.waitForGrid()
                try await browser.wait(for: "document.querySelector('[data-focus=fold-utilities]')")
                #expect(try await browser.evaluate("return \(hidden) === null"))
                try await browser.find("[data-focus=fold-utilities]").click()
                try await browser.wait(for: hidden)
            }
        }

        // MARK: The head

        @Test func `an album's head shows its days, and its description can be written and undone`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try addAlbums(["Lake"], to: library)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await browser.find(".sidebar-own .sidebar-link").click()
                try await browser.wait(
                    for: "document.querySelector('.album-dates')?.textContent.includes('2024')")
                try await browser.find(".album-description-text").click()
                // Letters are text and not shortcuts.
                try await browser.type("By the lake i.")
                try await browser.hold(.control) { try await browser.press(.enter) }
                try await visit.waitForNotice("Description changed")
                try await visit.keepScreenshot("album-head")
                try await browser.wait(
                    for: "document.querySelector('.album-description-text').textContent === 'By the lake i.'")
                let album = try #require(try library.library.owner.topLevelCollections().first)
                #expect(album.description == "By the lake i.")
                try await browser.find(".undo-button").click()
                try await visit.waitForNotice("undone")
                try await browser.wait(
                    for: "document.querySelector('.album-description-text').textContent === 'Add a description'")
                // Escape keeps the former text.
                try await browser.find(".album-description-text").click()
                try await browser.type("x")
                try await browser.press(.escape)
                try await browser.wait(for: "document.activeElement.textContent === 'Add a description'")
            }
        }

        @Test func `an album can be sorted by date and keeps its own order`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let byDate = try library.library.owner.assetUUIDs()
            let own = [3, 1, 5, 0].map { byDate[$0] }
            try addAlbums(["Lake"], to: library, own)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                let newest = try await visit.shownIdentifiers()
                let sorted = newest.filter(own.contains)
                try await browser.find(".sidebar-own .sidebar-link").click()
                try await waitForShown(own, visit)
                for (order, expected) in [("newest", sorted), ("oldest", sorted.reversed()), ("standard", own)] {
                    try await browser.run(
                        """
                        const sort = document.querySelector(".album-sort");
                        sort.value = arguments[0];
                        sort.dispatchEvent(new Event("change"));
                        """, order)
                    try await waitForShown(expected, visit)
                    if order == "newest" {
                        try await visit.keepScreenshot("album-newest")
                        try await browser.reload()
                        try await browser.wait(for: "document.querySelector('.album-sort')?.value === 'newest'")
                        try await waitForShown(expected, visit)
                    }
                }
            }
        }

        @Test(arguments: [false, true])
        func `an empty album says how to add photos and takes them`(isPhone: Bool) async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try addAlbums(["Lake"], to: library, [])
            try await GalleryVisit.run(library.folder, isPhone ? .phone : BrowserOptions()) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                let shown = try await visit.shownIdentifiers()
                let album = try #require(try library.library.owner.topLevelCollections().first)
                try await visit.open("#/albums/\(album.uuid)", titled: "Lake")
                try await browser.wait(for: "document.body.innerText.includes('This Album Is Empty')")
                try await visit.waitForStillness()
                try await visit.keepScreenshot("album-empty-\(isPhone)")
                func press(_ selector: String) async throws {
                    if isPhone { try await visit.tap(selector) } else { try await browser.find(selector).click() }
                }
                try await press(".grid-message .button")
                try await visit.waitForTitle("Photos")
                try await browser.wait(for: "!document.querySelector('.picking-bar').hidden")
                try await visit.waitForPictures()
                for rank in [1, 3] {
                    let name = try #require(shown.indices.contains(rank) ? rank : nil)
                    let point = try await visit.middle(ofTile: name)
                    try await visit.click(at: point)
                }
                try await browser.wait(for: "document.querySelector('.picking-add').textContent === 'Add 2 items'")
                try await visit.keepScreenshot("picking-\(isPhone)")
                try await press(".picking-add")
                try await visit.waitForTitle("Lake")
                try await waitForShown([shown[1], shown[3]], visit)
                #expect(try await browser.evaluate("return document.querySelector('.picking-bar').hidden"))
                // Cancelling leads back, too.
                try await press(".album-tools .album-tool")
                try await visit.waitForTitle("Photos")
                try await press(".picking-bar .text-button")
                try await visit.waitForTitle("Lake")
            }
        }

        // MARK: Parts

        /// Adds albums at the front, each with the given photos or the first one.
        private func addAlbums(_ titles: [String], to library: TemporaryLibrary, _ assets: [String]? = nil) throws {
            let members = try assets ?? Array(library.library.owner.assetUUIDs().prefix(1))
            for title in titles {
                let uuid = UUID().uuidString
                try library.commit(.createCollection(NewCollection(uuid: uuid, kind: .album, title: title)))
                if !members.isEmpty { try library.commit(.editMembers(ListEdit(.add(members)), albumUUID: uuid)) }
            }
        }

        private func waitForShown(_ identifiers: [String], _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: """
                    (() => {
                      const { timeline } = document.querySelector("photo-grid");
                      return timeline?.count === arguments[0].length && arguments[0].every((identifier, rank) => {
                        return timeline.item(rank)?.identifier === identifier;
                      });
                    })()
                    """, identifiers)
        }
    }
}

extension LibraryView {
    /// Returns the UUIDs of all visible assets, the newest first.
    func assetUUIDs() throws -> [String] {
        var fetch = AssetFetch()
        fetch.orderings = [.newestFirst]
        let rows = try assetIdentifiers(fetch)
        let records = try assets(withIdentifiers: rows)
        return rows.compactMap { records[$0]?.uuid }
    }
}
