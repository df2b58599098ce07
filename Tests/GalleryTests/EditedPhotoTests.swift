import Albumen
import AlbumenTestSupport
import Foundation
import Pixels
import Records
import Testing

extension PageTests {
    /// Photos that other programs edit while the page is open (`§6.2`).
    @Suite struct EditedPhotoTests {
        /// A library with a gradient of 800 by 600 pixels.
        private func makeLibrary() throws -> TemporaryLibrary {
            let library = try TemporaryLibrary()
            let folder = try TemporaryFolder()
            try folder.write(SampleMedia.photograph(width: 800, height: 600), to: "photo.jpg")
            try library.importPaths([folder.url.path])
            return library
        }

        /// Edits the photo as another app does: it becomes upright and plain.
        private func edit(_ library: TemporaryLibrary, red: UInt8 = 0, green: UInt8 = 0) throws {
            let folder = try TemporaryFolder()
            let rendering = SampleBitmap.plain(width: 300, height: 600, red: red, green: green)
            try folder.write(JPEGCodec.encode(rendering, quality: 95), to: "rendering.jpg")
            let view = library.library.view(for: .owner(through: "test"))
            let uuid = try #require(try view.assets(withIdentifiers: view.assetIdentifiers(AssetFetch())).values.first)
                .uuid
            let edit = AssetEdit(
                adjustment: AdjustmentData(
                    formatIdentifier: "com.example.painter", formatVersion: "2", data: Data("recipe".utf8)),
                renderings: [EditRendering(type: .fullSizePhoto, file: folder.file("rendering.jpg"))])
            try view.commit([.edit(edit, assetUUID: uuid)])
        }

        /// Waits until the middle of the picture in the viewer has a colour.
        private func wait(for colour: String, _ visit: GalleryVisit) async throws {
            let tests = [
                "red": "red > 200 && green < 60", "green": "green > 150 && red < 60",
                "gradient": "!(red > 200 && green < 60) && !(green > 150 && red < 60)",
            ]
            try await visit.browser.wait(
                for: """
                    (() => {
                      const image = document.querySelector(".viewer-slide.is-awake .viewer-layers img:last-of-type");
                      if (!image?.complete || !image.naturalWidth) return false;
                      const context = new OffscreenCanvas(32, 32).getContext("2d");
                      context.drawImage(image, 0, 0, 32, 32);
                      const [red, green] = context.getImageData(16, 16, 1, 1).data;
                      return \(tests[colour] ?? "false");
                    })()
                    """)
        }

        private func waitForShape(isUpright: Bool, _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: """
                    (() => {
                      const frame = document.querySelector(".viewer-slide.is-awake .viewer-frame");
                      return frame !== null && (frame.offsetHeight > frame.offsetWidth) === arguments[0];
                    })()
                    """, isUpright)
        }

        @Test(arguments: [false, true])
        func `an edit by another program appears, can be compared and reverted`(isPhone: Bool) async throws {
            let library = try makeLibrary()
            try await GalleryVisit.run(library.folder, isPhone ? .phone : BrowserOptions()) { visit in
                let browser = visit.browser
                try await visit.waitForEditing(byTouch: isPhone)
                try await visit.waitForStream()
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
                try await waitForShape(isUpright: false, visit)
                #expect(try await browser.evaluate("return document.querySelector('.viewer-compare').hidden"))

                try edit(library, red: 255)
                try await waitForShape(isUpright: true, visit)
                try await wait(for: "red", visit)
                try await browser.wait(for: "!document.querySelector('.viewer-compare').hidden")

                if isPhone {
                    let button = try await visit.middle(
                        of: "document.querySelector('.viewer-slide.is-awake .viewer-compare')")
                    try await browser.touch(.start, button)
                    try await wait(for: "gradient", visit)
                    try await waitForShape(isUpright: false, visit)
                    try await visit.keepScreenshot("compare-phone")
                    try await browser.touch(.end)
                } else {
                    // The key, as long as it's held.
                    try await browser.run(
                        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }))")
                    try await wait(for: "gradient", visit)
                    try await waitForShape(isUpright: false, visit)
                    try await visit.keepScreenshot("compare")
                    try await browser.run(
                        "document.body.dispatchEvent(new KeyboardEvent('keyup', { key: 'c', bubbles: true }))")
                }
                try await waitForShape(isUpright: true, visit)
                try await wait(for: "red", visit)

                // Another edit replaces the first.
                try edit(library, green: 200)
                try await wait(for: "green", visit)
                try await browser.run("document.querySelector('.viewer-information').click()")
                try await browser.wait(
                    for: """
                        document.querySelector('facts-panel [data-fact="edit"]')?.textContent
                          .includes('com.example.painter')
                        """)
                try await visit.keepScreenshot("edited-\(isPhone ? "phone" : "wide")")

                try await browser.run("document.querySelector('.facts-revert').click()")
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await visit.keepScreenshot("revert-question-\(isPhone ? "phone" : "wide")")
                try await visit.confirm(isFinal: true)
                try await waitForShape(isUpright: false, visit)
                try await wait(for: "gradient", visit)
                try await visit.waitForNotice("The original is shown again.")
                try await browser.wait(for: "!document.querySelector('.facts-revert')")
                #expect(try await browser.evaluate("return document.querySelector('.viewer-compare').hidden"))
            }
        }

        @Test func `the grid shows the edited photo`() async throws {
            let library = try makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.waitForStream()
                try edit(library, red: 255)
                try await visit.browser.wait(
                    for: """
                        (() => {
                          const image = document.querySelector("photo-grid .photo-tile img, photo-grid photo-tile img");
                          return image?.complete && image.naturalHeight > image.naturalWidth;
                        })()
                        """)
            }
        }
    }
}
