import AlbumenTestSupport
import Testing

extension PageTests {
    /// The size of the photos in the grid.
    @Suite struct TileSizeTests {
        private static let wide = BrowserSession.Point(x: 800, y: 500)
        private static let phone = BrowserSession.Point(x: 200, y: 420)

        @Test func `the photo under the pointer keeps its height when Control and the wheel change the size`()
            async throws
        {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(1_000)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.scroll(to: 400)
                for (step, size) in [(-1.0, 2), (-1, 3), (-1, 3), (1, 2), (1, 1), (1, 0)] {
                    let rank = try await rank(near: Self.wide, visit)
                    let point = try await visit.middle(ofTile: rank)
                    try await visit.turnWheelWithControl(by: 120 * step, at: point)
                    try await visit.waitForTileSize(size)
                    #expect(try await abs(part(ofTile: rank, above: point, visit) - 0.5) < 0.05, "at size \(size)")
                    try await visit.waitForPictures()
                    try await visit.waitForStillness()
                    try await visit.keepScreenshot("size-\(size)")
                }
            }
        }

        @Test func `the buttons, the slider and keys change the size, and the browser stores it`() async throws {
            let library = try SamplePhotos(count: 24).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                try await browser.find(".tile-size > button:last-child").click()
                try await visit.waitForTileSize(2)
                let slider: [String] = try await browser.evaluate(
                    """
                    const slider = document.querySelector(".tile-size-slider");
                    slider.focus();
                    return [slider.value, slider.getAttribute("aria-valuetext"), slider.max];
                    """)
                #expect(slider == ["2", "Large", "3"])
                try await browser.press(.right)
                try await visit.waitForTileSize(3)
                try await browser.press(.home)
                try await visit.waitForTileSize(0)
                try await visit.focusTile(5)
                try await browser.type("+")
                try await visit.waitForTileSize(1)
                try await visit.waitForFocus(onTile: 5)
                try await browser.type("=+")
                try await visit.waitForTileSize(3)
                try await visit.waitForFocus(onTile: 5)
                try await browser.type("-")
                try await visit.waitForTileSize(2)
                try await visit.reload()
                try await visit.waitForTileSize(2)
                let value: String = try await browser.evaluate(
                    "return document.querySelector('.tile-size-slider').value")
                #expect(value == "2")
            }
        }

        @Test func `two fingers change the size, and one finger scrolls`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(600)
            try await GalleryVisit.run(library.folder, .phone) { visit in
                try await visit.browser.wait(for: "document.querySelector('selection-bar')")
                try await visit.browser.run(
                    "document.querySelector('photo-grid').reveal(300, { align: 'center' })")
                try await visit.waitForPictures()
                try await visit.waitForStillness()
                let rank = try await rank(near: Self.phone, visit)
                let point = BrowserSession.Point(x: Self.phone.x, y: try await visit.middle(ofTile: rank).y)
                // Fingers that tremble change nothing.
                try await visit.pinch(at: point, from: 120, to: 150)
                let size: Int = try await visit.browser.evaluate(
                    "return document.querySelector('photo-grid').tileSize")
                #expect(size == 1)
                try await visit.pinch(at: point, from: 120, to: 190)
                try await visit.waitForTileSize(2)
                #expect(try await abs(part(ofTile: rank, above: point, visit) - 0.5) < 0.05)
                try await visit.pinch(at: Self.phone, from: 360, to: 90)
                try await visit.waitForTileSize(0)
                try await visit.waitForPictures()
                try await visit.keepScreenshot("size-phone-0")
                let selected: Int = try await visit.browser.evaluate(
                    "return document.querySelectorAll('[aria-selected]').length")
                #expect(selected == 0, "a pinch selects nothing")
                try await visit.touch("document.querySelector('.tile-size > button:last-child')")
                try await visit.waitForTileSize(1)
            }
        }

        @Test func `large photos on a fine screen are sharp`() async throws {
            let library = try TemporaryLibrary()
            let photo = try SampleMedia.photograph(width: 3000, height: 2000)
            let folder = try TemporaryFolder()
            for index in 0..<12 { try folder.write(photo + [UInt8(index)], to: "\(index).jpg") }
            try library.importPaths([folder.path])
            var options = BrowserOptions()
            options.scriptOfNewPages = "Object.defineProperty(window, 'devicePixelRatio', { get: () => 2 });"
            try await GalleryVisit.run(library.folder, options) { visit in
                try await visit.waitForPictures()
                try await visit.browser.run("document.querySelector('photo-grid').tileSize = 3")
                try await visit.browser.wait(
                    for: """
                        [...document.querySelectorAll(".photo-tile")].slice(0, 2).every((tile) => {
                          const image = tile.querySelector("img.is-loaded");
                          return image && image.naturalWidth * 4 >= tile.getBoundingClientRect().width * 2 * 3;
                        })
                        """)
            }
        }

        @Test func `the smallest photos of a large library stay within the limits of the document`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(20_000)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                for size in [0, 3] {
                    try await visit.browser.run("document.querySelector('photo-grid').tileSize = arguments[0]", size)
                    try await visit.browser.turnWheel(by: 900, times: 12, at: Self.wide)
                    try await visit.waitForPictures()
                    let nodes: Int = try await visit.browser.evaluate(
                        """
                        let nodes = 0;
                        const walk = document.createTreeWalker(document);
                        while (walk.nextNode()) nodes += 1;
                        return nodes;
                        """)
                    #expect(nodes < 2500, "at size \(size)")
                }
                try await visit.browser.run("document.querySelector('photo-grid').reveal(19_999, { focus: true })")
                try await visit.waitForFocus(onTile: 19_999)
            }
        }

        /// Returns the part of a photo that is above a point.
        private func part(
            ofTile rank: Int, above point: BrowserSession.Point, _ visit: GalleryVisit
        ) async throws -> Double {
            try await visit.browser.evaluate(
                """
                const { top, height } = document.querySelector("photo-grid").tileRect(arguments[0]);
                return (arguments[1] - top) / height;
                """, rank, point.y)
        }

        /// Returns the photo at a point, or the nearest photo.
        private func rank(near point: BrowserSession.Point, _ visit: GalleryVisit) async throws -> Int {
            try await visit.browser.evaluate(
                "return document.querySelector('photo-grid').photoNear({ x: arguments[0], y: arguments[1] }).rank",
                point.x, point.y)
        }
    }
}
