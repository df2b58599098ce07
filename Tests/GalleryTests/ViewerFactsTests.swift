import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import MediaWork
import Records
import Testing

extension PageTests {
    /// A photo's files and facts in the viewer.
    @Suite struct ViewerFactsTests {
        @Test(
            .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)), arguments: [false, true])
        func `a RAW and its JPEG have a switch`(isPhone: Bool) async throws {
            let library = try TemporaryLibrary()
            try library.importPaths([RealMedia.folder.appending(path: "raw/raw-jpeg-pair").path])
            try await GalleryVisit.run(library.folder, isPhone ? .phone : BrowserOptions()) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
                try await browser.wait(for: "document.querySelectorAll('.viewer-originals button').length === 2")
                try await expectOriginals(visit, pressed: "JPEG")
                try await visit.waitForStillness()
                if isPhone {
                    let point: BrowserSession.Point = try await browser.evaluate(
                        """
                        const { left, top, width, height } =
                          document.querySelectorAll(".viewer-originals button")[1].getBoundingClientRect();
                        return { x: left + width / 2, y: top + height / 2 };
                        """)
                    try await browser.tap(at: point)
                } else {
                    try await browser.type("o")
                }
                try await browser.wait(
                    for: """
                        document.querySelector(".viewer-slide.is-awake .viewer-layers img").currentSrc
                          .includes("version=original")
                        """)
                try await expectOriginals(visit, pressed: "RAW")
                try await visit.waitForStillness()
                try await visit.keepScreenshot("raw-\(isPhone)")
                try await browser.find(".viewer-originals button").click()
                try await browser.wait(
                    for: """
                        !document.querySelector(".viewer-slide.is-awake .viewer-layers img").currentSrc
                          .includes("version=original")
                        """)
                try await expectOriginals(visit, pressed: "JPEG")
            }
        }

        @Test func `a RAW that can't be decoded shows a message, and its JPEG can still be shown`() async throws {
            let library = try TemporaryLibrary()
            let raw = TemporaryLibrary.Sample.image("IMG_1.DNG") {
                ($0.isRAW, $0.uniformTypeIdentifier) = (true, "com.adobe.raw-image")
                ($0.pixelWidth, $0.pixelHeight) = (640, 480)
            }
            var photo = TemporaryLibrary.Sample.image("IMG_1.JPG") { ($0.pixelWidth, $0.pixelHeight) = (640, 480) }
            photo.bytes = try SampleMedia.photograph(width: 640, height: 480)
            try library.add([photo, raw])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
                try await browser.wait(for: "document.querySelector('.viewer-originals button')")
                try await browser.type("o")
                try await browser.wait(
                    for: "document.querySelector('.viewer-notice')?.innerText.includes('“IMG_1.DNG” is damaged')")
                let file: String? = try await browser.evaluate(
                    "return document.querySelector('.viewer-notice a[href]')?.download")
                #expect(file == "IMG_1.DNG")
                try await visit.keepScreenshot("raw-damaged")
                try await browser.type("o")
                try await browser.wait(for: "!document.querySelector('.viewer-notice')")
                _ = try await browser.takeConsole()
            }
        }

        @Test(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
        func `the switch and a zoomed picture are accessible on a phone`() async throws {
            let library = try TemporaryLibrary()
            var photo = TemporaryLibrary.Sample.image("IMG_1.JPG") { ($0.pixelWidth, $0.pixelHeight) = (2400, 1800) }
            photo.bytes = try SampleMedia.photograph(width: 2400, height: 1800)
            let raw = TemporaryLibrary.Sample.image("IMG_1.DNG") {
                ($0.isRAW, $0.uniformTypeIdentifier) = (true, "com.adobe.raw-image")
            }
            try library.add([photo, raw])
            var options = BrowserOptions.phone
            // The policy doesn't allow the checker's scripts.
            options.bypassesContentSecurityPolicy = true
            try await GalleryVisit.run(library.folder, options) { visit in
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
                try await visit.browser.wait(for: "document.querySelector('.viewer-originals button')")
                try await visit.browser.type("z")
                try await visit.waitForZoom(100)
                try await visit.waitForStillness()
                let findings = try await AccessibilityChecker.findings(in: visit.browser)
                #expect(findings.filter(\.isSerious).isEmpty, "\(findings)")
                try await visit.keepScreenshot("viewer-phone-zoomed")
            }
        }

        @Test func `the panel leads to an album of the photo`() async throws {
            let library = try SamplePhotos(count: 4).makeLibrary()
            let album = UUID().uuidString
            try library.commit(.createCollection(NewCollection(uuid: album, kind: .album, title: "Lake")))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let identifier = try await visit.shownIdentifiers()[2]
                try library.commit(.editMembers(ListEdit(.add([identifier])), albumUUID: album))
                try await visit.openViewer(at: 2)
                try await browser.type("i")
                try await browser.wait(for: "document.querySelector('.facts-albums a')?.textContent === 'Lake'")
                try await visit.waitForStillness()
                try await visit.keepScreenshot("viewer-albums")
                try await browser.find(".facts-albums a").click()
                try await visit.waitForNoViewer()
                try await browser.wait(for: "location.hash === `#/albums/${arguments[0]}`", album)
                try await visit.waitForCount(1)
            }
        }

        private func expectOriginals(_ visit: GalleryVisit, pressed: String) async throws {
            let names: [String] = try await visit.browser.evaluate(
                """
                return [...document.querySelectorAll(".viewer-originals [aria-pressed=true]")]
                  .map(({ textContent }) => textContent);
                """)
            #expect(names == [pressed])
        }
    }
}
