import AlbumenTestSupport
import Foundation
import Pixels
import Testing

extension PageTests {
    /// Pictures at their own size.
    @Suite struct ViewerPixelTests {
        private static let middle = BrowserSession.Point(x: 720, y: 450)

        @Test(arguments: [6400, 4100])
        func `at 100 percent each pixel of a TIFF is a pixel of the screen`(width: Int) async throws {
            let library = try library(SampleTIFF.checkerboard(width: width, height: 1500), "a.tif")
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
                try await visit.browser.type("z")
                try await visit.waitForZoom(100)
                try await waitForPixels(visit)
                try await visit.keepScreenshot("pixels-\(width)")
                try await expectCheckerboard(visit)
                // At another place, too.
                try await visit.browser.drag(along: [Self.middle, .init(x: 433, y: 391)])
                try await waitForPixels(visit)
                try await expectCheckerboard(visit)
                let requests = try await visit.sharpRequests().filter { !$0.hasPrefix("tile?") }
                #expect(requests == [width > 5760 ? "tiles?" : "rendition?long=5760"])
            }
        }

        @Test func `a zoom with the wheel requests one size`() async throws {
            let jpeg = try SampleMedia.photograph(width: 4800, height: 3600)
            for (name, bytes, requests) in [
                ("a.jpg", jpeg, ["originals/photo"]),
                ("a.tif", SampleTIFF.checkerboard(width: 6400, height: 4000), ["tiles?"]),
            ] {
                let library = try library(bytes, name)
                try await GalleryVisit.run(library.folder) { visit in
                    try await visit.openViewer(at: 0)
                    try await visit.waitForPicture(ofRank: 0)
                    try await visit.waitForStillness()
                    #expect(try await visit.sharpRequests() == [], "The preview is sharp enough.")
                    try await visit.browser.turnWheel(by: -240, times: 6, at: Self.middle)
                    try await waitForPixels(visit)
                    #expect(try await visit.sharpRequests().filter { !$0.hasPrefix("tile?") } == requests)
                    try await visit.browser.press(.escape)
                    try await visit.waitForNoViewer()
                }
            }
        }

        @Test func `a small picture is enlarged to 200 percent at most before a zoom`() async throws {
            let library = try library(SampleMedia.photograph(width: 200, height: 150), "a.jpg")
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
                try await visit.waitForStillness()
                let fitted = try await visit.shownPicture()
                #expect([fitted.width, fitted.height] == [400, 300])
                try await visit.keepScreenshot("small-picture")
                try await visit.browser.type("+")
                try await visit.browser.type("+")
                try await visit.waitForStillness()
                #expect(try await visit.shownPicture().width > 800)
                try await visit.browser.type("0")
                try await visit.waitForFitted()
                #expect(try await visit.shownPicture() == fitted)
            }
        }

        @Test func `a picture that can't be decoded is requested once per visit`() async throws {
            let library = try SamplePhotos(count: 120).makeLibrary()
            // Its date is the file's, so it is the oldest.
            try library.add([.image("broken.jpg")])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                let count: Int = try await browser.evaluate(
                    "return document.querySelector('photo-grid').timeline.count")
                try #require(count == 121)
                for _ in 0..<3 {
                    try await browser.run("document.querySelector('photo-grid').reveal(arguments[0])", count - 1)
                    try await browser.wait(for: "document.querySelector('.photo-tile.is-broken')")
                    try await browser.run("document.querySelector('photo-grid').reveal(0)")
                    try await browser.wait(for: "!document.querySelector('.photo-tile.is-broken')")
                }
                try await visit.openViewer(at: count - 1)
                try await browser.wait(
                    for: """
                        document.querySelector(".viewer-notice p")?.innerText.includes("“broken.jpg” cannot be shown.")
                          && document.querySelector(".viewer-notice a")?.download === "broken.jpg"
                        """)
                try await visit.keepScreenshot("undecodable")
                let requests: [String] = try await browser.evaluate(
                    """
                    const { identifier } = document.querySelector("photo-grid").timeline.item(arguments[0]);
                    return performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
                      .filter((path) => path.startsWith(`/api/assets/${identifier}/`));
                    """, count - 1)
                // The second request asks for the reason.
                #expect((1...2).contains(requests.count), "\(requests)")
                // The browser reports each failed request.
                _ = try await browser.takeConsole()
            }
        }

        @Test func `the editor names a picture that can't be decoded, and offers its original`() async throws {
            let library = try TemporaryLibrary()
            try library.add([.image("broken.jpg")])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.wait(for: "document.querySelector('.photo-tile.is-broken')")
                try await browser.run("document.querySelector('photo-grid').reveal(0, { focus: true })")
                try await browser.press(.enter)
                try await browser.wait(for: "document.querySelector('.viewer-notice a')")
                try await browser.wait(for: "document.querySelector('selection-bar')")
                try await browser.type("e")
                try await browser.wait(
                    for: """
                        document.querySelector(".editor-status")?.innerText.startsWith("“broken.jpg” is damaged")
                          && document.querySelector(".editor-download").download === "broken.jpg"
                        """)
                try await visit.keepScreenshot("editor-undecodable")
                try await browser.press(.escape)
                try await browser.wait(for: "!document.querySelector('.editor-status')")
                // The browser reports each failed request.
                _ = try await browser.takeConsole()
            }
        }

        // MARK: Parts

        private func library(_ bytes: Data, _ name: String) throws -> TemporaryLibrary {
            let folder = try TemporaryFolder()
            try folder.write(bytes, to: name)
            let library = try TemporaryLibrary()
            try library.importPaths([folder.path])
            return library
        }

        /// Waits until the whole picture or its tiles are shown.
        private func waitForPixels(_ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: "document.querySelector('.viewer-tile-layer img, .viewer-layers img[data-picture=full]')")
            try await visit.waitForStillness()
            try await visit.browser.wait(for: "document.querySelector('.viewer-pixel-status').textContent === ''")
        }

        /// In a checkerboard of single pixels, all pixels are grey if the browser scales it, even a little.
        private func expectCheckerboard(_ visit: GalleryVisit) async throws {
            let bitmap = try await PNGCodec.decode(visit.browser.screenshot())
            var wrong = 0
            for y in 380..<420 {
                for x in 600..<700 {
                    let (here, next) = (bitmap.colour(x: x, y: y).green, bitmap.colour(x: x + 1, y: y).green)
                    if abs(Int(here) - Int(next)) < 200 { wrong += 1 }
                }
            }
            #expect(wrong == 0, "of 4000 pixels")
        }
    }
}
