import Albumen
import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Changes by another process while the page is open.
    @Suite struct LiveTests {
        private static let count = 1200
        private static let middle = 600

        @Test func `the grid shows a change and keeps its position`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(Self.count)
            let command = LibraryCommand(library: library.folder)
            let files = try newPhotos(1)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.waitForStream()
                let newest = try await visit.seenPhotos().map(\.identifier)
                try await visit.scroll(to: Self.middle)
                let unselected = try await visit.seenPhotos()
                try #require(unselected.count > 8)
                let selected = [unselected[4], unselected[6]]
                try await visit.select(selected)
                // The bar covers a part of the window.
                let before = try await visit.seenPhotos()
                let anchor = before[0]
                #expect(anchor.top < 100)

                try await command.run("set", before[2].identifier, "--favorite")
                try await visit.waitForFavorite(true, before[2])
                let favored = try await visit.seenPhotos()
                #expect(favored.map(\.identifier) == before.map(\.identifier))
                #expect(favored.map(\.top) == before.map(\.top))
                // No picture was loaded again.
                #expect(favored.filter(\.hasPicture).count == before.filter(\.hasPicture).count)
                try await expect(selected, visit)

                try await command.run("import", files.path)
                try await visit.waitForCount(Self.count + 1)
                try await expect(anchor, at: anchor.rank + 1, visit)
                try await expect(selected, visit)

                try await command.run("delete", "--yes", newest[0], newest[1], newest[3])
                try await visit.waitForCount(Self.count - 2)
                try await expect(anchor, at: anchor.rank - 2, visit)
                try await expect(selected, visit)
                try await visit.keepScreenshot("live")

                // Deletes one of the selected photos and the one that keeps the scroll position.
                let seen = try await visit.seenPhotos().filter {
                    ![selected[0].identifier, anchor.identifier].contains($0.identifier)
                }
                try await command.run("delete", "--yes", selected[0].identifier, anchor.identifier)
                try await visit.waitForCount(Self.count - 4)
                try await visit.waitForSelected(1)
                try await expect([selected[1]], visit)
                let after = try await visit.seenPhotos()
                let first = try #require(after.first { $0.identifier == seen[0].identifier })
                #expect(abs(first.top - seen[0].top) <= 1)
                #expect(!after.contains { $0.identifier == anchor.identifier })
            }
        }

        @Test func `a large import is shown in progress`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(Self.count)
            let command = LibraryCommand(library: library.folder)
            let files = try newPhotos(200)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.waitForStream()
                try await visit.scroll(to: Self.middle)
                let before = try await visit.seenPhotos()
                try await visit.select([before[5]])
                try await command.run("import", files.path)
                try await visit.waitForCount(Self.count + 200)
                try await expect(before[0], at: before[0].rank + 200, visit)
                try await expect([before[5]], visit)
                // At the top, new photos are visible as they arrive.
                try await visit.browser.press(.escape)
                try await visit.browser.run("document.querySelector('photo-grid').reveal(0, { align: 'start' })")
                try await visit.waitForPictures()
                let more = try newPhotos(1, in: 2025)
                try await command.run("import", more.path)
                try await visit.waitForCount(Self.count + 201)
                let newest = try await visit.shownIdentifiers()[0]
                try await visit.browser.wait(
                    for: """
                        (() => {
                          const grid = document.querySelector("photo-grid");
                          return grid.topRank === 0 && grid.timeline.loadedRank(arguments[0]) === 0
                            && grid.tileRect(0).top >= grid.getBoundingClientRect().top;
                        })()
                        """, newest)
            }
        }

        @Test func `the viewer keeps its photo and shows the next one if it is deleted`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(Self.count)
            let command = LibraryCommand(library: library.folder)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.waitForStream()
                let newest = try await visit.seenPhotos().map(\.identifier)
                try await visit.openViewer(at: Self.middle)
                let near: [String] = try await visit.browser.evaluate(
                    "return document.querySelector('photo-grid').timeline.identifiers(arguments[0], arguments[0] + 1)",
                    Self.middle)
                try await visit.waitForViewer(ofPhoto: near[0])
                try await visit.waitForViewersFavorite(false)
                try await command.run("set", near[0], "--favorite")
                try await visit.waitForViewersFavorite(true)
                try await command.run("delete", "--yes", newest[0], newest[1])
                try await visit.waitForCount(Self.count - 2)
                try await visit.waitForViewer(ofPhoto: near[0])
                try await visit.waitForViewer(at: Self.middle - 2)
                try await command.run("delete", "--yes", near[0])
                try await visit.waitForCount(Self.count - 3)
                try await visit.waitForViewer(ofPhoto: near[1])
                try await visit.waitForViewer(at: Self.middle - 2)
                try await visit.browser.press(.escape)
                try await visit.waitForNoViewer()
                try await visit.waitForFocus(onTile: Self.middle - 2)
            }
        }

        @Test func `another album's change only updates counts, and a deleted album is left`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            let command = LibraryCommand(library: library.folder)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.waitForStream()
                let shown = try await visit.shownIdentifiers()
                let version: String = try await visit.browser.evaluate(
                    "return document.querySelector('photo-grid').timeline.version")
                let requests = try await visit.timelineRequests()
                try await command.run("album", "create", "Lake")
                try await visit.browser.wait(for: "document.querySelector('.sidebar-own .sidebar-title')")
                let album: String = try await visit.browser.evaluate(
                    "return document.querySelector('.sidebar-own [data-collection]').dataset.collection")
                try await command.run("album", "add", album, shown[0], shown[1])
                try await visit.browser.wait(
                    for: "document.querySelector('.sidebar-own .sidebar-count').textContent === '2'")
                let later: String = try await visit.browser.evaluate(
                    "return document.querySelector('photo-grid').timeline.version")
                #expect(later == version)
                #expect(try await visit.timelineRequests() == requests)

                try await visit.browser.run("location.hash = `#/albums/${arguments[0]}`", album)
                try await visit.waitForCount(2)
                try await command.run("album", "add", album, shown[3])
                try await visit.waitForCount(3)
                try await command.run("album", "delete", album, "--yes")
                try await visit.waitForCount(12)
                try await visit.browser.wait(for: "document.querySelector('.short-notice').textContent !== ''")
                try await visit.browser.wait(for: "!document.querySelector('.sidebar-own .sidebar-title')")
            }
        }

        // MARK: Parts

        private func expect(_ photo: GalleryVisit.SeenPhoto, at rank: Int, _ visit: GalleryVisit) async throws {
            let now = try await visit.seenPhotos().first { $0.identifier == photo.identifier }
            #expect(now?.rank == rank)
            #expect(abs((now?.top ?? -1_000) - photo.top) <= 1)
        }

        private func expect(_ selected: [GalleryVisit.SeenPhoto], _ visit: GalleryVisit) async throws {
            try await visit.waitForSelected(selected.count)
            let seen = try await visit.seenPhotos().filter(\.isSelected).map(\.identifier)
            #expect(seen == selected.map(\.identifier))
        }

        /// Creates a folder with photos that are newer than all others.
        private func newPhotos(_ count: Int, in year: Int = 2024) throws -> TemporaryFolder {
            let folder = try TemporaryFolder()
            for number in 0..<count {
                let name = "NEW_\(year)_\(number).JPG"
                let exif = SampleMedia.Exif(dateTimeOriginal: "\(year):12:31 09:00:04", offsetTimeOriginal: "+08:00")
                let picture = try SampleMedia.photograph(width: 48, height: 32, comment: name)
                try folder.write(SampleMedia.inserting(exif, into: picture), to: name)
            }
            return folder
        }
    }
}

extension GalleryVisit {
    /// The number of the page's requests for timelines.
    fileprivate func timelineRequests() async throws -> Int {
        try await browser.evaluate(
            """
            return performance.getEntriesByType("resource").filter(({ name }) => name.includes("/timeline")).length
            """)
    }

    /// Waits until the page receives changes.
    func waitForStream() async throws {
        try await browser.wait(
            for: """
                performance
                  .getEntriesByType("resource")
                  .filter(({ name }) => name.endsWith("/api/collections")).length > 1
                """)
        try await waitForStillness()
    }
}
