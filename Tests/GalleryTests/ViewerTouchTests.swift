import AlbumenTestSupport
import Testing

extension PageTests {
    /// The viewer on a phone.
    @Suite struct ViewerTouchTests {
        private static let middle = BrowserSession.Point(x: 195, y: 430)

        @Test func `a swipe from anywhere turns to the next photo`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder, .phone) { visit in
                try await visit.openViewer(at: 2)
                try await visit.waitForStillness()
                // No button is in the way of a finger.
                let steps: Int = try await visit.browser.evaluate(
                    "return [...document.querySelectorAll('.viewer-step')].filter((each) => each.checkVisibility()).length"
                )
                #expect(steps == 0)
                for (x, y, rank) in [(380.0, 430.0, 3), (370, 700, 4)] {
                    try await swipe(visit, from: .init(x: x, y: y), to: .init(x: x - 260, y: y + 10))
                    try await visit.waitForViewer(at: rank)
                }
                try await swipe(visit, from: .init(x: 15, y: 430), to: .init(x: 300, y: 420))
                try await visit.waitForViewer(at: 3)
                try await visit.waitForPicture(ofRank: 3)
                try await visit.keepScreenshot("viewer-phone")
            }
        }

        @Test func `a pull down closes the viewer, and a short one springs back`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 1)
                try await visit.waitForPicture(ofRank: 1)
                try await visit.waitForStillness()
                let before = try await visit.shownPicture()

                let short = BrowserSession.Point(x: 195, y: 490)
                try await browser.touch(.start, Self.middle)
                try await browser.moveFinger(from: Self.middle, to: short, steps: 4)
                try await browser.wait(for: "Number(document.querySelector('.viewer-backdrop').style.opacity) < 1")
                let pulled = try await visit.shownPicture()
                #expect(pulled.top > before.top && pulled.width < before.width)
                // The finger rests for longer than the viewer measures, so that it has no speed when it's lifted.
                let start: Double = try await browser.evaluate("return performance.now()")
                try await browser.wait(for: "performance.now() > arguments[0] + 100", start)
                try await browser.touch(.move, short)
                try await browser.touch(.end)
                try await visit.waitForStillness()
                #expect(try await visit.shownPicture() == before)
                try await browser.wait(
                    for: """
                        document.querySelector("photo-viewer").isOpen
                          && document.querySelector(".viewer-backdrop").style.opacity === ""
                        """)

                let long = BrowserSession.Point(x: 230, y: 760)
                try await browser.touch(.start, Self.middle)
                try await browser.moveFinger(from: Self.middle, to: long)
                try await visit.keepScreenshot("viewer-pulled")
                try await browser.touch(.end)
                try await visit.waitForNoViewer()
                // It opens again as ever.
                try await visit.openViewer(at: 2)
                try await visit.waitForStillness()
                #expect(try await visit.shownPicture().width > 300)
            }
        }

        @Test func `another finger cancels a pull`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 1)
                try await visit.waitForStillness()
                let low = BrowserSession.Point(x: 195, y: 760)
                try await browser.touch(.start, Self.middle)
                try await browser.moveFinger(from: Self.middle, to: low, steps: 4)
                try await browser.touch(.start, low, BrowserSession.Point(x: 60, y: 300))
                try await browser.touch(.end)
                try await visit.waitForStillness()
                let isOpen: Bool = try await browser.evaluate("return document.querySelector('photo-viewer').isOpen")
                #expect(isOpen)
                #expect(try await visit.shownPicture().percent == nil)
            }
        }

        @Test func `a pull up opens information and a pull down closes it`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 1)
                try await visit.waitForPicture(ofRank: 1)
                try await visit.waitForStillness()
                try await swipe(visit, from: Self.middle, to: .init(x: 200, y: 180))
                try await browser.wait(
                    for: "document.querySelector('facts-panel').checkVisibility()"
                        + " && document.querySelector('facts-panel').innerText.includes('.JPG')")
                try await visit.waitForStillness()
                try await visit.keepScreenshot("viewer-phone-information")
                try await swipe(visit, from: .init(x: 195, y: 120), to: .init(x: 195, y: 330))
                try await browser.wait(for: "!document.querySelector('facts-panel').checkVisibility()")
                try await visit.waitForViewer(at: 1)
            }
        }

        @Test func `a double tap zooms, a finger pans, and two fingers pinch`() async throws {
            let library = try TemporaryLibrary()
            let folder = try TemporaryFolder()
            try folder.write(SampleMedia.photograph(width: 2400, height: 1800), to: "a.jpg")
            try library.importPaths([folder.path])
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await visit.waitForPicture(ofRank: 0)
                try await visit.waitForStillness()
                try await browser.tap(at: Self.middle)
                try await browser.tap(at: Self.middle)
                try await visit.waitForZoom(100)
                try await visit.waitForStillness()
                let before = try await visit.shownPicture()
                #expect(abs(before.width - 2400) < 1)
                try await swipe(visit, from: Self.middle, to: .init(x: 95, y: 330))
                try await visit.waitForStillness()
                let after = try await visit.shownPicture()
                #expect(after.left < before.left - 60 && after.top < before.top - 60)
                try await visit.waitForViewer(at: 0)

                for (start, end) in [(160.0, 20.0), (20.0, 190.0)] {
                    let points = (0...6).map { start + (end - start) * Double($0) / 6 }.map { reach in
                        [BrowserSession.Point(x: 195 - reach, y: 430), BrowserSession.Point(x: 195 + reach, y: 430)]
                    }
                    try await browser.touch(.start, points[0][0], points[0][1])
                    for each in points.dropFirst() { try await browser.touch(.move, each[0], each[1]) }
                    try await browser.touch(.end)
                    try await visit.waitForStillness()
                    let percent = try await visit.shownPicture().percent
                    if end < start { #expect(percent == nil) } else { #expect((percent ?? 0) > 50) }
                }
            }
        }

        private func swipe(
            _ visit: GalleryVisit, from start: BrowserSession.Point, to end: BrowserSession.Point
        ) async throws {
            try await visit.browser.touch(.start, start)
            try await visit.browser.moveFinger(from: start, to: end)
            try await visit.browser.touch(.end)
        }
    }
}
