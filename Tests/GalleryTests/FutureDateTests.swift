import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Testing

extension PageTests {
    /// Photos with a future date are collapsed into one line.
    @Suite struct FutureDateTests {
        @Test func `future photos are in one line, which expands`() async throws {
            let (library, past, future) = try makeLibrary(future: 3)
            for options in [BrowserOptions(), BrowserOptions(colourScheme: .dark), .phone] {
                try await GalleryVisit.run(library.folder, options) { visit in
                    let browser = visit.browser
                    try await visit.waitForPictures()
                    let suffix = "\(options.isPhone ? "phone" : "wide")-\(options.colourScheme)"
                    #expect(try await visit.shownIdentifiers() == past)
                    #expect(
                        try await line(visit) == ["3 photos have a date in the future", "Show", "false"])
                    let years: [String] = try await browser.evaluate(
                        "return [...document.querySelectorAll('.scrubber-labels > span')]"
                            + ".map((each) => each.textContent)"
                    )
                    #expect(!years.contains("2099"))
                    let title: String = try await browser.evaluate(
                        "return document.querySelector('.page-count').textContent")
                    #expect(title == "43 items")
                    try await visit.waitForStillness()
                    try await visit.keepScreenshot("future-folded-\(suffix)")
                    // Tab reaches the line before the photos.
                    try await browser.run("document.querySelector('.grid-fold > button').focus()")
                    try await browser.press(.enter)
                    try await visit.waitForCount(43)
                    try await visit.waitForPictures()
                    #expect(try await visit.shownIdentifiers() == future.reversed() + past)
                    #expect(try await line(visit)[1...] == ["Hide", "true"])
                    try await visit.keepScreenshot("future-shown-\(suffix)")
                    try await browser.run("document.querySelector('.grid-fold > button').click()")
                    try await visit.waitForCount(40)
                    #expect(try await visit.shownIdentifiers() == past)
                }
            }
        }

        @Test func `thousands of future photos are one line`() async throws {
            let (library, past, future) = try makeLibrary(future: 2_345)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                #expect(try await line(visit)[0] == "2,345 photos have a date in the future")
                #expect(try await visit.shownIdentifiers() == past)
                try await visit.browser.run("document.querySelector('.grid-fold > button').click()")
                try await visit.waitForCount(2_385)
                try await visit.browser.run("document.querySelector('photo-grid').reveal(2344, { focus: true })")
                try await visit.waitForFocus(onTile: 2_344)
                let (last, first): (String, String) = (future[0], past[0])
                let shown: [String] = try await visit.browser.evaluate(
                    "return document.querySelector('photo-grid').timeline.identifiers(2344, 2345)")
                #expect(shown == [last, first])
            }
        }

        @Test func `the address of a future photo opens it and expands the line`() async throws {
            let (library, _, future) = try makeLibrary(future: 3)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.browser.run(
                    "location.hash = `#/albums/A1B0A1B0-0000-4000-8000-000000000209/${arguments[0]}`", future[1])
                try await visit.waitForViewer(at: 1)
                try await visit.waitForCount(43)
            }
        }

        @Test(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
        func `the line is accessible in light and dark mode`() async throws {
            let (library, _, _) = try makeLibrary(future: 3)
            for scheme in [BrowserOptions.ColourScheme.light, .dark] {
                var options = BrowserOptions()
                options.colourScheme = scheme
                options.bypassesContentSecurityPolicy = true
                try await GalleryVisit.run(library.folder, options) { visit in
                    try await visit.waitForPictures()
                    try await visit.waitForStillness()
                    let findings = try await AccessibilityChecker.findings(in: visit.browser)
                    #expect(findings.filter(\.isSerious).isEmpty, "\(findings)")
                }
            }
        }

        // MARK: Parts

        /// Returns the line's text, its effect, and whether it's expanded.
        private func line(_ visit: GalleryVisit) async throws -> [String] {
            try await visit.browser.evaluate(
                """
                const button = document.querySelector(".grid-fold:not([hidden]) > button");
                return [...[...button.children].map((part) => part.textContent), button.getAttribute("aria-expanded")];
                """)
        }

        /// Creates a library with 40 photos of recent years, the newest first, and others of 2099, the oldest first.
        private func makeLibrary(
            future count: Int
        ) throws -> (library: TemporaryLibrary, past: [String], future: [String]) {
            let library = try TemporaryLibrary()
            let picture = try SampleMedia.photograph(width: 400, height: 300)
            func add(_ dates: [Double]) throws -> [String] {
                try library.add(
                    dates.map { date in
                        var probe = MediaProbe(
                            kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 400, pixelHeight: 300)
                        probe.captureDate = MediaProbe.CaptureDate(
                            secondsSinceReferenceDate: date, utcOffsetInSeconds: nil, source: .exifOriginal)
                        return TemporaryLibrary.Sample("\(date).jpg", probe, bytes: picture + Data("\(date)".utf8))
                    }
                ).compactMap(\.assetUUID)
            }
            let past = try add((0..<40).map { 700_000_000 - Double($0) * 86_400 * 30 })
            // The first of January 2099.
            let future = try add((0..<count).map { 3_092_688_000 + Double($0) * 60 })
            return (library, past, future)
        }
    }
}
