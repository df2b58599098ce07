import Albumen
import AlbumenTestSupport
import Foundation
import Records
import Testing

extension PageTests {
    /// The dialog that adds photos to an album, and drops on albums.
    @Suite struct AlbumFilterTests {
        @Test func `typing filters the albums, and Return adds the photos to the first match`() async throws {
            let library = try SamplePhotos(count: 4).makeLibrary()
            for title in ["Lake", "Élan", "Sea"] { try addAlbum(title, to: library) }
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await browser.hold(.control) { try await visit.click(at: visit.middle(ofTile: 1)) }
                try await visit.waitForSelected(1)
                try await browser.find("[data-action=add]").click()
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                // The focus is on the list, and letters go to the field.
                try await browser.type("zx")
                try await browser.wait(for: "document.querySelector('.picker-message').textContent.includes('“zx”')")
                try await browser.press(.enter)
                #expect(try await browser.evaluate("return document.querySelector('dialog.ask[open]') !== null"))
                try await browser.run("document.querySelector('.picker-filter').select()")
                try await browser.type("ELA")
                try await browser.wait(
                    for: """
                        [...document.querySelectorAll(".picker-choice")].filter((each) => each.offsetHeight > 0)
                          .map(({ textContent }) => textContent).join() === "New Album,Élan"
                        """)
                try await visit.keepScreenshot("album-filter")
                try await browser.press(.enter)
                try await visit.waitForNotice("1 item added to “Élan”")
            }
        }

        @Test func `dropping photos onto an album that has them says so`() async throws {
            let library = try SamplePhotos(count: 4).makeLibrary()
            try addAlbum("Lake", to: library)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                for notice in ["1 item added to “Lake”", "All of them are in “Lake” already"] {
                    let photo = try await visit.middle(ofTile: 2)
                    try await browser.drag(along: [
                        photo, BrowserSession.Point(x: photo.x - 20, y: photo.y), visit.place(inSidebar: "Lake"),
                    ])
                    try await visit.waitForNotice(notice)
                }
            }
        }

        private func addAlbum(_ title: String, to library: TemporaryLibrary) throws {
            try library.commit(
                .createCollection(NewCollection(uuid: UUID().uuidString, kind: .album, title: title)))
        }
    }
}
