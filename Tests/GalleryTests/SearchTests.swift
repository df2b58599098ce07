import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// The search of the gallery and of the picker.
    @Suite struct SearchTests {
        @Test func `a text shows the photos that match it, and its address is kept`() async throws {
            let photos = try SamplePhotos(count: 12)
            let library = try photos.makeLibrary()
            let name = photos.names[3].replacing(".JPG", with: "")
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.type("/")
                try await browser.wait(for: "document.activeElement.matches('.search-input')")
                try await browser.type(name)
                try await visit.waitForCount(1)
                let found: String = try await browser.evaluate("return location.hash")
                #expect(found == "#/search/\(name)")
                try await visit.keepScreenshot("search")
                try await browser.reload()
                try await visit.waitForCount(1)
                let written: String = try await browser.evaluate(
                    "return document.querySelector('.search-input').value + document.title")
                #expect(written.hasPrefix(name) && written.contains("Results"))
                try await browser.type("/")
                try await browser.type("nothing at all")
                try await browser.wait(
                    for: "document.querySelector('.grid-message')?.innerText.includes('nothing at all')")
                try await visit.keepScreenshot("search-empty")
                try await browser.press(.escape)
                try await visit.waitForCount(12)
                let address: String = try await browser.evaluate("return location.hash")
                #expect(address == "#/")
            }
        }

        @Test func `a photo that was found opens, and Back leads to the results`() async throws {
            let photos = try SamplePhotos(count: 12)
            let library = try photos.makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.type("/")
                try await browser.type("2024")
                try await visit.waitForCount(12)
                try await browser.press(.enter)
                try await visit.openViewer(at: 2)
                try await browser.wait(for: "/^#\\/search\\/2024\\/[0-9A-F-]{36}$/.test(location.hash)")
                try await browser.goBack()
                try await browser.wait(for: "!document.querySelector('photo-viewer').isOpen")
                let address: String = try await browser.evaluate("return location.hash")
                #expect(address == "#/search/2024")
            }
        }
    }
}
