import AlbumenTestSupport
import Testing

extension PageTests {
    /// Selecting photos with a finger or pen.
    @Suite struct TouchSelectionTests {
        private typealias Point = BrowserSession.Point

        @Test func `a finger that rests on a photo selects it, and taps select more`() async throws {
            let library = try SamplePhotos(count: 24).makeLibrary()
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.waitForEditing(byTouch: true)
                try await hold(visit, tile: 1)
                try await browser.touch(.end)
                try await visit.waitForSelected(1)
                try await browser.tap(at: visit.middle(ofTile: 4))
                try await visit.waitForSelected(2)
                try await browser.tap(at: visit.middle(ofTile: 1))
                try await visit.waitForSelected(1)
                #expect(try await selectedRanks(visit) == [4])
                let isOpen: Bool = try await browser.evaluate("return document.querySelector('photo-viewer').isOpen")
                #expect(!isOpen)
                try await expectReachableBar(visit)
                try await visit.keepScreenshot("touch-selected")
            }
        }

        @Test func `holding and dragging selects a range, and from a selected photo removes it`() async throws {
            let library = try SamplePhotos(count: 24).makeLibrary()
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.waitForEditing(byTouch: true)
                try await hold(visit, tile: 1)
                try await browser.moveFinger(from: visit.middle(ofTile: 1), to: visit.middle(ofTile: 8))
                try await visit.waitForSelected(8)
                try await browser.moveFinger(from: visit.middle(ofTile: 8), to: visit.middle(ofTile: 5))
                try await browser.touch(.end)
                try await visit.waitForSelected(5)
                #expect(try await selectedRanks(visit) == [1, 2, 3, 4, 5])
                #expect(try await scrollTop(visit) == 0)
                try await hold(visit, tile: 3, selects: false)
                try await browser.moveFinger(from: visit.middle(ofTile: 3), to: visit.middle(ofTile: 4))
                try await browser.touch(.end)
                try await visit.waitForSelected(3)
                #expect(try await selectedRanks(visit) == [1, 2, 5])
                // While photos are being selected, a finger that moves aside needs no rest.
                let (start, end) = (try await visit.middle(ofTile: 6), try await besides(visit, tile: 6))
                try await browser.touch(.start, start)
                try await browser.moveFinger(from: start, to: end)
                try await browser.touch(.end)
                try await browser.wait(
                    for: "document.querySelectorAll('.photo-tile[aria-selected=true]').length > 3")
                #expect(try await scrollTop(visit) == 0)
            }
        }

        @Test func `a finger that moves up or down scrolls and selects nothing`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(300)
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.waitForEditing(byTouch: true)
                let (start, end) = (Point(x: 200, y: 600), Point(x: 205, y: 200))
                try await browser.touch(.start, start)
                try await browser.moveFinger(from: start, to: end, steps: 12)
                try await browser.touch(.end)
                try await browser.wait(for: "document.querySelector('photo-grid').scrollTop > 100")
                #expect(try await browser.evaluate("return document.querySelector('selection-bar').hidden"))
                // The same while photos are being selected.
                try await visit.waitForStillness()
                try await browser.find(".page-select").click()
                let before = try await scrollTop(visit)
                try await browser.touch(.start, start)
                try await browser.moveFinger(from: start, to: end, steps: 12)
                try await browser.touch(.end)
                try await browser.wait(
                    for: "document.querySelector('photo-grid').scrollTop > arguments[0] + 100", before)
                #expect(try await selectedRanks(visit) == [])
            }
        }

        @Test func `a drag at the lower edge scrolls and selects on`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(2000)
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.waitForEditing(byTouch: true)
                try await hold(visit, tile: 2)
                let edge: Point = try await browser.evaluate(
                    """
                    const { left, width, bottom } = document.querySelector("photo-grid").getBoundingClientRect();
                    return { x: left + width / 2, y: bottom - 12 };
                    """)
                try await browser.moveFinger(from: visit.middle(ofTile: 2), to: edge)
                // The tile where the touch began leaves the document.
                try await browser.wait(
                    for: """
                        document.querySelector("photo-grid").topRank > 150
                          && document.querySelector("photo-grid").tileRect(2) === null
                        """)
                try await browser.moveFinger(from: edge, to: Point(x: edge.x, y: 400))
                try await browser.touch(.end)
                try await visit.waitForStillness()
                let (count, last): (Int, Int) = try await (
                    browser.evaluate("return parseInt(document.querySelector('.selection-count').textContent)"),
                    browser.evaluate(
                        """
                        const grid = document.querySelector("photo-grid");
                        const selected = [...document.querySelectorAll(".photo-tile[aria-selected=true]")];
                        return Math.max(...selected.map((tile) => grid.photoOf(tile).rank));
                        """)
                )
                #expect(count == last - 1)
                #expect(count > 150)
                #expect(try await browser.evaluate("return document.querySelector('photo-grid').isMoving") == false)
            }
        }

        @Test func `a pen selects like a finger and drags nothing then`() async throws {
            let library = try SamplePhotos(count: 24).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.waitForPictures()
                try await browser.usePen(.press, at: visit.middle(ofTile: 1))
                try await visit.waitForSelected(1)
                let (start, end) = (try await visit.middle(ofTile: 1), try await visit.middle(ofTile: 3))
                for part in [0.3, 0.6, 1] {
                    try await browser.usePen(
                        .move,
                        at: Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
                }
                try await visit.waitForSelected(3)
                #expect(try await browser.evaluate("return document.querySelector('.drag-ghost') === null"))
                try await browser.usePen(.lift, at: end)
                #expect(try await selectedRanks(visit) == [1, 2, 3])
            }
        }

        @Test func `the actions are at the lower edge of a phone and hide no photo`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(60)
            for scheme in [BrowserOptions.ColourScheme.light, .dark] {
                var options = BrowserOptions.phone
                options.colourScheme = scheme
                try await GalleryVisit.run(library.folder, options) { visit in
                    try await visit.waitForEditing(byTouch: true)
                    try await hold(visit, tile: 0)
                    try await visit.browser.touch(.end)
                    try await visit.browser.press(.end)
                    try await visit.waitForFocus(onTile: 59)
                    try await visit.waitForPictures()
                    try await expectReachableBar(visit)
                    let isVisible: Bool = try await visit.browser.evaluate(
                        """
                        const grid = document.querySelector("photo-grid");
                        const { left, width, bottom } = grid.tileRect(59);
                        const at = grid.photoOf(document.elementFromPoint(left + width / 2, bottom - 3));
                        return at?.rank === 59;
                        """)
                    #expect(isVisible)
                    try await visit.keepScreenshot("phone-bar-\(scheme)")
                    try await visit.browser.find("[data-action$=favorite]").click()
                    try await visit.waitForNotice("1")
                    let isAbove: Bool = try await visit.browser.evaluate(
                        """
                        const notice = document.querySelector(".undo-notice").getBoundingClientRect();
                        return notice.bottom < document.querySelector("selection-bar").getBoundingClientRect().top;
                        """)
                    #expect(isAbove)
                    try await visit.keepScreenshot("phone-notice-\(scheme)")
                }
            }
        }

        // MARK: Parts

        /// Puts a finger on a photo and waits until that selects it, or removes it from the selection.
        private func hold(_ visit: GalleryVisit, tile: Int, selects: Bool = true) async throws {
            try await visit.browser.touch(.start, visit.middle(ofTile: tile))
            try await visit.browser.wait(
                for: """
                    [...document.querySelectorAll(".photo-tile")].some((tile) => {
                      return document.querySelector("photo-grid").photoOf(tile).rank === arguments[0]
                        && tile.getAttribute("aria-selected") === String(arguments[1]);
                    })
                    """, tile, selects)
        }

        private func selectedRanks(_ visit: GalleryVisit) async throws -> [Int] {
            try await visit.browser.evaluate(
                """
                const grid = document.querySelector("photo-grid");
                return [...document.querySelectorAll(".photo-tile[aria-selected=true]")]
                  .map((tile) => grid.photoOf(tile).rank).sort((one, other) => one - other);
                """)
        }

        private func scrollTop(_ visit: GalleryVisit) async throws -> Double {
            try await visit.browser.evaluate("return document.querySelector('photo-grid').scrollTop")
        }

        /// Returns the middle of the photo beside another one in its row.
        private func besides(_ visit: GalleryVisit, tile: Int) async throws -> Point {
            let (here, next, previous) = try await (
                visit.middle(ofTile: tile), visit.middle(ofTile: tile + 1), visit.middle(ofTile: tile - 1)
            )
            return abs(next.y - here.y) < 30 ? next : previous
        }

        /// Checks that all actions in the bar can be touched and are large enough.
        private func expectReachableBar(_ visit: GalleryVisit) async throws {
            let faults: [String] = try await visit.browser.evaluate(
                """
                const bar = document.querySelector("selection-bar").getBoundingClientRect();
                const faults = Math.abs(bar.bottom - innerHeight) > 1 ? ["the bar is not at the lower edge"] : [];
                for (const button of document.querySelectorAll(".selection-action:not([hidden])")) {
                  const { left, top, width, height } = button.getBoundingClientRect();
                  const at = document.elementFromPoint(left + width / 2, top + height / 2);
                  if (width < 44 || height < 44) faults.push(`${button.textContent} is ${width} × ${height}`);
                  if (!button.contains(at)) faults.push(`${button.textContent} is covered`);
                }
                return faults;
                """)
            #expect(faults == [])
        }
    }
}
