import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Formats that browsers can't show.
    @Suite struct FormatTests {
        @Test func `a HEIC is visible`() async throws {
            let folder = try TemporaryFolder()
            try SampleHEIC.write(width: 640, height: 426, to: folder.file("IMG_1.HEIC"))
            let library = try TemporaryLibrary()
            try library.importPaths([folder.path])
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.openViewer(at: 0)
                let type: String = try await visit.browser.evaluate(
                    """
                    const { identifier } = document.querySelector("photo-grid").timeline.item(0);
                    return (await (await fetch(`/api/assets/${identifier}`)).json()).resources[0].contentType;
                    """)
                #expect(type == "image/heic")
                let width = try await visit.waitForPicture(ofRank: 0)
                #expect(width == 640)
                let colours: Int = try await visit.browser.evaluate(
                    """
                    const image = [...document.querySelectorAll("photo-viewer img")]
                      .find((image) => image.currentSrc.includes("/preview"));
                    const canvas = new OffscreenCanvas(32, 32).getContext("2d");
                    canvas.drawImage(image, 0, 0, 32, 32);
                    return new Set(new Uint32Array(canvas.getImageData(0, 0, 32, 32).data.buffer)).size;
                    """)
                #expect(colours > 100)
                try await visit.keepScreenshot("heic")
            }
        }
    }
}
