import Albumen
import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import PhotoLibrary
import Testing

extension PageTests {
    /// The page that shows the library's condition.
    @Suite struct StatusPageTests {
        private static let facts = "document.querySelectorAll('.status-section').length === 4"

        @Test func `a whole library has no problems, and the page shows its sizes`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForGrid()
                try await browser.find(".sidebar-link[data-page=status]").click()
                try await browser.wait(for: "location.pathname === '/status' && \(Self.facts)")
                let text: String = try await browser.evaluate("return document.body.innerText")
                #expect(text.contains("No problems are known."))
                #expect(text.contains(library.folder.path))
                #expect(text.contains("The library is only on this machine."))
                #expect(text.contains("3 files"))
                try await visit.keepScreenshot("status-whole")
                try await browser.find(".side-page-back").click()
                try await visit.waitForGrid()
            }
        }

        @Test(arguments: [BrowserOptions.ColourScheme.light, .dark], [false, true])
        func `damage and a place are shown, in a wide and a narrow window`(
            _ scheme: BrowserOptions.ColourScheme, _ isNarrow: Bool
        ) async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            let place = try TemporaryFolder()
            try library.library.connect(
                CloudSettings(address: "dir:\(place.path.dropLast())"), takingOver: false, WorkCancellation())
            let blob = try #require(try library.library.blobs.digests(after: nil, limit: 1).first)
            try FileManager.default.removeItem(at: library.library.blobs.fileURL(of: blob))
            _ = try LibraryVerification(of: library.library).run(reclaimsOrphans: false) { _ in }
            var options = isNarrow ? BrowserOptions.phone : BrowserOptions()
            options.colourScheme = scheme
            try await GalleryVisit.run(
                library.folder, options, mayReport: "albumen: "
            ) { visit in
                let browser = visit.browser
                try await visit.waitForGrid()
                try await browser.open("\(visit.server.origin)/status")
                try await browser.wait(for: "location.pathname === '/status' && \(Self.facts)")
                let code: String = try await browser.evaluate(
                    "return document.querySelector('.status-problem[data-fault]').dataset.code")
                #expect(code == "damagedOriginals")
                let text: String = try await browser.evaluate("return document.body.innerText")
                #expect(text.contains("1 original damaged or missing"))
                #expect(text.contains("is missing"))
                #expect(text.contains("dir:\(place.path.dropLast())"))
                let isClipped: Bool = try await browser.evaluate(
                    "return document.documentElement.scrollWidth > innerWidth")
                #expect(!isClipped)
                try await visit.keepScreenshot("status-\(scheme)-\(isNarrow ? "narrow" : "wide")")
                // The damaged photo opens.
                try await browser.find(".status-damage").click()
                try await browser.wait(for: "location.pathname === '/' && location.hash.startsWith('#/albums/')")
            }
        }
    }
}
