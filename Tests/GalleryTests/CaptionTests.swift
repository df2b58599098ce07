import Albumen
import AlbumenTestSupport
import Foundation
import Records
import Testing

extension PageTests {
    /// Captions in the grid and in the viewer.
    @Suite struct CaptionTests {
        private static let shown = "document.querySelector('.viewer-slide.is-awake .viewer-caption')"

        @Test(arguments: [(1440, 900), (820, 1180), (390, 844)])
        func `a caption is below the photo in the viewer, and in the photo's name`(
            width: Int, height: Int
        ) async throws {
            let library = try SamplePhotos(count: 4).makeLibrary()
            let options = width == 390 ? BrowserOptions.phone : BrowserOptions(width: width, height: height)
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await visit.waitForEditing(byTouch: width == 390)
                var change = AssetChange()
                change.caption = "At the lake"
                try library.commit(.change(change, assetUUID: try await visit.shownIdentifiers()[1]))
                try await browser.wait(
                    for: """
                        [...document.querySelectorAll(".photo-tile")]
                          .some(({ ariaLabel }) => ariaLabel === "Photo, At the lake, May 8, 2024, 2 of 4")
                        """)
                try await visit.openViewer(at: 1)
                try await visit.waitForPicture(ofRank: 1)
                try await browser.wait(for: "\(Self.shown)?.innerText === 'At the lake'")
                let name: String = try await browser.evaluate(
                    """
                    return document.querySelector(".viewer-slide.is-awake .viewer-layers [alt]:not([alt=''])")?.alt
                      ?? document.querySelector(".viewer-slide.is-awake .viewer-layers").ariaLabel;
                    """)
                #expect(name.contains("At the lake"))
                let announced: String = try await browser.evaluate(
                    "return document.querySelector('.viewer-surface [aria-live]').textContent")
                #expect(announced.contains("At the lake"))
                try await visit.waitForStillness()
                let place: [String: Double] = try await browser.evaluate(
                    """
                    const caption = \(Self.shown).firstChild.getBoundingClientRect();
                    const picture = document.querySelector(".is-awake .viewer-frame").getBoundingClientRect();
                    const stage = document.querySelector(".viewer-stage").getBoundingClientRect();
                    return { top: caption.top, bottom: caption.bottom, picture: picture.bottom, stage: stage.bottom };
                    """)
                let (top, bottom) = (try #require(place["top"]), try #require(place["bottom"]))
                #expect(try bottom <= #require(place["stage"]))
                // There is space below the picture in the narrow windows.
                if width < 1440 { #expect(try top >= #require(place["picture"])) }
                try await visit.keepScreenshot("caption-\(width)")
                try await browser.type("z")
                try await browser.wait(
                    for: """
                        !document.querySelector(".viewer-slide.is-awake.is-zoomed") || !\(Self.shown).checkVisibility()
                        """)
                try await browser.press(.right)
                try await browser.wait(for: "\(Self.shown)?.hidden")
            }
        }
    }
}
