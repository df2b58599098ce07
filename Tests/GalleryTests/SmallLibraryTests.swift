import AlbumenTestSupport
import Testing

extension PageTests {
    /// Libraries without photos or with a single one.
    @Suite struct SmallLibraryTests {
        @Test func `an empty library shows how to import`() async throws {
            let library = try TemporaryLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.browser.wait(for: "document.body.innerText.includes('albumen import')")
                try await visit.keepScreenshot("empty")
            }
        }

        @Test func `a single photo keeps its aspect ratio and is not enlarged`() async throws {
            let library = try SamplePhotos(count: 1).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                let shape: BrowserSession.Point = try await visit.browser.evaluate(
                    """
                    const { width, height } = document.querySelector("photo-grid").tileRect(0);
                    return { x: width, y: height };
                    """)
                #expect(shape.y < 300)
                #expect(abs(shape.x / shape.y - 1.5) < 0.05)
                try await visit.keepScreenshot("one-photo")
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
            }
        }
    }
}
