import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Pictures in the browser's cache.
    @Suite struct PictureCacheTests {
        /// The pictures of purged assets aren't in the browser's cache any longer.
        @Test func `a purge clears the browser's cache`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let address: String = try await browser.evaluate("return document.querySelector('.photo-tile img').src")
                #expect(try await cachedStatus(of: address, browser) == 200)
                try await visit.focusTile(0)
                try await browser.press(.delete)
                try await visit.confirm()
                try await visit.waitForCount(2)
                try await browser.find("[data-album$='1000000201']").click()
                try await visit.waitForCount(1)
                try await browser.find(".page-select").click()
                try await visit.click(at: visit.middle(ofTile: 0))
                try await visit.waitForSelected(1)
                try await browser.find("[data-action=purge]").click()
                try await visit.confirm(isFinal: true)
                try await visit.waitForCount(0)
                #expect(try await cachedStatus(of: address, browser) == nil)
                let status: Int = try await browser.evaluate(
                    "return (await fetch(arguments[0])).status", address)
                #expect(status == 404)
                _ = try await browser.takeConsole()
            }
        }

        /// Showing a picture again needs no request while it's fresh in the cache.
        @Test func `cached pictures are shown again without a request`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                try await browser.run("location.reload()")
                try await visit.waitForGrid()
                try await visit.waitForPictures()
                let transferred: [Int] = try await browser.evaluate(
                    """
                    return performance.getEntriesByType("resource")
                      .filter(({ name }) => name.includes("/thumbnail")).map(({ transferSize }) => transferSize);
                    """)
                #expect(!transferred.isEmpty)
                #expect(transferred.allSatisfy { $0 == 0 }, "\(transferred)")
            }
        }

        /// Returns the status cached for an address without asking the server, or `nil` if it isn't cached.
        private func cachedStatus(of address: String, _ browser: BrowserSession) async throws -> Int? {
            try await browser.evaluate(
                """
                try {
                  return (await fetch(arguments[0], { cache: "only-if-cached", mode: "same-origin" })).status;
                } catch (error) {
                  return null;
                }
                """, address)
        }
    }
}
