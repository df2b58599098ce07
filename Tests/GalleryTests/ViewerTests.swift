import AlbumenTestSupport
import Testing

extension PageTests {
    /// Viewing photos one after another with keyboard and mouse.
    @Suite struct ViewerTests {
        @Test func `the viewer opens, steps and closes with the keyboard`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.openViewer(at: 1)
                try await visit.browser.press(.right)
                try await visit.waitForViewer(at: 2)
                try await visit.browser.press(.left)
                try await visit.waitForViewer(at: 1)
                try await visit.browser.press(.end)
                try await visit.waitForViewer(at: 5)
                // There is no photo after the last one.
                try await visit.browser.press(.right, .left)
                try await visit.waitForViewer(at: 4)
                try await visit.waitForPicture(ofRank: 4)
                try await visit.keepScreenshot("viewer")
                try await visit.browser.press(.escape)
                try await visit.waitForNoViewer()
                try await visit.waitForFocus(onTile: 4)
            }
        }

        @Test func `a click opens the viewer and Back closes it`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                try await visit.browser.find(".photo-tile").click()
                try await visit.browser.wait(for: "document.querySelector('photo-viewer').isOpen")
                try await visit.browser.goBack()
                try await visit.waitForNoViewer()
                let hash: String = try await visit.browser.evaluate("return location.hash")
                #expect(["", "#/"].contains(hash))
            }
        }

        @Test func `the address of a photo opens it`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.openViewer(at: 3)
                try await visit.browser.reload()
                try await visit.waitForGrid()
                try await visit.waitForViewer(at: 3)
                try await visit.waitForPicture(ofRank: 3)
                try await visit.browser.press(.escape)
                try await visit.waitForNoViewer()
            }
        }
    }
}

extension GalleryVisit {
    /// Waits until the viewer shows a photo's preview, and returns its width in pixels of the picture.
    @discardableResult
    func waitForPicture(ofRank rank: Int) async throws -> Int {
        let find = """
            [...document.querySelectorAll("photo-viewer img")].find((image) => {
              const { identifier } = document.querySelector("photo-grid").timeline.item(arguments[0]);
              const rect = image.getBoundingClientRect();
              return image.currentSrc.includes(`${identifier}/preview`) && image.complete && rect.width > 0
                && rect.left >= 0 && rect.right <= innerWidth + 1;
            })
            """
        try await browser.wait(for: "(\(find)).naturalWidth > 0", rank)
        return try await browser.evaluate("return (\(find)).naturalWidth", rank)
    }
}
