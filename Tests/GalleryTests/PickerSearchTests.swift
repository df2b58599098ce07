import AlbumenTestSupport
import Foundation
import NIOHTTP1
import Testing

extension PageTests {
    /// The search that an app requests in the picker (`PHPickerConfiguration.searchText`, OS 27).
    @Suite struct PickerSearchTests {
        @Test func `searchText: the picker begins with a search, which the owner and the app replace`() async throws {
            let photos = try SamplePhotos(count: 12)
            try await run(photos.makeLibrary()) { visit in
                let (browser, server) = (visit.browser, visit.server)
                let name = String(photos.names[3].dropLast(4))
                let pick = try await server.ask(forPhotos: #"{"limit": 0, "search": "\#(name)"}"#)
                try await visit.open(pick)
                try await waitForTiles(1, visit)
                let title: String = try await browser.evaluate(
                    "return document.querySelector('.page-title').innerText")
                #expect(title == "Results for “\(name)”")
                try await visit.keepScreenshot("picker-search")
                // The owner leaves the search.
                try await focusSearch(visit)
                try await browser.hold(.control) { try await browser.type("a") }
                try await browser.press(.delete)
                try await waitForTiles(12, visit)
                let other = String(photos.names[5].dropLast(4))
                #expect(try await server.ask(.PATCH, of: pick, #"{"search": "\#(other)"}"#).status == 200)
                try await waitForTiles(1, visit)
                try await browser.wait(for: "location.hash === '#/search/\(other)'")
                #expect(try await server.ask(.PATCH, of: pick, #"{"search": ""}"#).status == 200)
                try await waitForTiles(12, visit)
                // What the owner searches afterwards stays when the app changes something else.
                try await focusSearch(visit)
                try await browser.type(name)
                try await waitForTiles(1, visit)
                #expect(try await server.ask(.PATCH, of: pick, #"{"limit": 2}"#).status == 200)
                try await browser.wait(for: "document.querySelector('.picker-news').innerText.includes('2 items')")
                try await waitForTiles(1, visit)
            }
        }

        @Test(arguments: [#""mode": "compact""#, #""disabled": ["search", "collectionNavigation"]"#])
        func `searchText: without a search field, a button shows all photos`(_ configuration: String) async throws {
            let photos = try SamplePhotos(count: 6)
            try await run(photos.makeLibrary(), .phone) { visit in
                let pick = try await visit.server.ask(
                    forPhotos: #"{"limit": 2, "search": "\#(photos.names[2].dropLast(4))", \#(configuration)}"#)
                try await visit.open(pick)
                try await waitForTiles(1, visit)
                let name = configuration.contains("compact") ? "row" : "plain"
                try await visit.keepScreenshot("picker-search-\(name)")
                try await visit.browser.find(".page-header .text-button").click()
                try await waitForTiles(6, visit)
                let isLeft: Bool = try await visit.browser.evaluate(
                    "return !document.querySelector('.page-header .text-button').checkVisibility()")
                #expect(isLeft)
                try await visit.keepScreenshot("picker-search-left-\(name)")
            }
        }

        @Test func `searchText: a press right after the app's search chooses nothing`() async throws {
            let photos = try SamplePhotos(count: 6)
            try await run(photos.makeLibrary()) { visit in
                let pick = try await visit.server.ask(forPhotos: #"{"limit": 0}"#)
                try await visit.open(pick)
                let name = String(photos.names[4].dropLast(4))
                #expect(try await visit.server.ask(.PATCH, of: pick, #"{"search": "\#(name)"}"#).status == 200)
                let isQuiet: Bool = try await visit.browser.evaluate(
                    """
                    return (async () => {
                    while (document.querySelectorAll(".photo-tile").length !== 1) {
                      await new Promise((resolve) => setTimeout(resolve, 5));
                    }
                    return document.documentElement.hasAttribute("data-quiet");
                    })();
                    """)
                #expect(isQuiet)
            }
        }

        private func run(
            _ library: TemporaryLibrary, _ options: BrowserOptions = BrowserOptions(),
            _ body: (GalleryVisit) async throws -> Void
        ) async throws {
            try await GalleryVisit.run(library.folder, options, body)
        }

        /// Waits until the page takes input again, as it shows other photos.
        private func focusSearch(_ visit: GalleryVisit) async throws {
            try await visit.browser.wait(for: "!document.documentElement.hasAttribute('data-quiet')")
            try await visit.browser.type("/")
            try await visit.browser.wait(for: "document.activeElement.closest('search-field')")
        }

        private func waitForTiles(_ count: Int, _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(for: "document.querySelectorAll('.photo-tile').length === \(count)")
        }
    }
}
