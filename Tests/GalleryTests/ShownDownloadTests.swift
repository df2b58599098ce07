import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Downloads of photos as they're shown.
    @Suite struct ShownDownloadTests {
        @Test func `the viewer's menu offers a JPEG of a TIFF before its original`() async throws {
            let library = try library(["scan.tif"])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
                try await browser.wait(for: "document.querySelector('.viewer-download button:not([disabled])')")
                try await browser.find(".viewer-download button").click()
                try await browser.wait(for: "document.querySelector('.viewer-menu:popover-open')")
                try await visit.keepScreenshot("viewer-download")
                struct Entry: Decodable, Equatable {
                    let text: String
                    let type: String
                    let saves: Bool
                }
                let entries: [Entry] = try await browser.evaluate(
                    """
                    const links = [...document.querySelectorAll(".viewer-menu a")];
                    return Promise.all(links.map(async (link) => {
                      const answer = await fetch(link.href);
                      return {
                        text: link.firstChild.textContent, type: answer.headers.get("content-type"),
                        saves: link.hasAttribute("download"),
                      };
                    }));
                    """)
                #expect(
                    entries == [
                        Entry(text: "As Shown", type: "image/jpeg", saves: true),
                        Entry(text: "scan.tif", type: "image/tiff", saves: true),
                    ])
            }
        }

        @Test func `a selection is downloaded as JPEG`() async throws {
            let library = try library(["scan-0.tif", "scan-1.tif"])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                // The browser has no folder for downloads, so the test requests the address itself.
                try await browser.run(
                    """
                    HTMLAnchorElement.prototype.click = function () { window.address = this.getAttribute("href"); };
                    """)
                try await visit.focusTile(0)
                try await browser.hold(.shift) { try await browser.press(.right) }
                try await visit.waitForSelected(2)
                try await browser.find("[data-action=download]").click()
                try await browser.wait(for: "document.querySelector('.popup-menu')")
                try await visit.keepScreenshot("selection-download")
                try await browser.press(.down, .enter)
                try await visit.waitForNotice("Downloading 2 files. The browser shows the progress.")
                let names: [String] = try await browser.evaluate(
                    """
                    const bytes = await (await fetch(window.address)).arrayBuffer();
                    const text = new TextDecoder("latin1").decode(bytes);
                    return [...new Set(text.match(/scan-[0-9][.][a-z]+/g))];
                    """)
                #expect(names.sorted() == ["scan-0.jpg", "scan-1.jpg"])
            }
        }

        private func library(_ names: [String]) throws -> TemporaryLibrary {
            let folder = try TemporaryFolder()
            for (index, name) in names.enumerated() {
                try folder.write(SampleTIFF.checkerboard(width: 300 + index, height: 200), to: name)
            }
            let library = try TemporaryLibrary()
            try library.importPaths([folder.path])
            return library
        }
    }
}
