import Albumen
import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// The views of years and months.
    @Suite struct PeriodViewTests {
        private struct Card: Decodable, Equatable {
            let name: String
            let isFocused: Bool
        }

        private struct Top: Decodable {
            let rank: Int
            let isShown: Bool
        }

        /// 15 May 2024 at noon (UTC).
        private static let noon = 737_467_200.0
        /// The mean length of a month.
        private static let month = 30.4375 * 86_400

        /// Ten photos in each of 60 months, the newest in May 2024.
        private func makeLibrary() throws -> TemporaryLibrary {
            let library = try TemporaryLibrary()
            let times = (0..<600).map { index in
                Self.noon - Double(index / 10) * Self.month - Double(index % 10) * 60
            }
            try library.addPhotos(at: times)
            return library
        }

        @Test func `years lead to months and months to their photos, and Back returns to each place`() async throws {
            let library = try makeLibrary()
            for options in [BrowserOptions(), .phone] {
                try await GalleryVisit.run(library.folder, options) { visit in
                    let browser = visit.browser
                    let suffix = options.isPhone ? "phone" : "wide"
                    try await visit.waitForPictures()
                    try await browser.wait(for: "document.querySelector('selection-bar')")
                    try await press(visit, "years", options)
                    try await visit.waitForCards("#/years/2024")
                    #expect(try await cards(visit).first == Card(name: "2024, 50 items", isFocused: true))
                    try await visit.waitForStillness()
                    try await visit.keepScreenshot("years-\(suffix)")
                    try await choose(visit, "2022", options)
                    try await visit.waitForCards("#/months/2022")
                    #expect(try await focusedCard(visit) == "December 2022, 10 items")
                    try await visit.waitForStillness()
                    try await visit.keepScreenshot("months-\(suffix)")
                    try await choose(visit, "November 2022", options)
                    try await visit.waitForAddress("#/days/2022-11")
                    try await visit.waitForFocus(onTile: 180)
                    #expect(try await top(visit).isShown)
                    try await browser.run("history.back()")
                    try await visit.waitForCards("#/months/2022-11")
                    #expect(try await focusedCard(visit) == "November 2022, 10 items")
                    try await browser.run("history.back()")
                    try await visit.waitForCards("#/years/2022")
                    #expect(try await focusedCard(visit) == "2022, 120 items")
                    try await press(visit, "days", options)
                    try await browser.wait(for: "document.querySelector('period-overview').hidden")
                }
            }
        }

        @Test func `the arrow keys move between the cards, and Enter opens one`() async throws {
            let library = try makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                try await browser.run("document.querySelector('[data-unit=months]').focus()")
                try await browser.press(.enter)
                try await visit.waitForCards("#/months/2024-05")
                try await browser.press(.right, .right, .left)
                #expect(try await focusedCard(visit) == "April 2024, 10 items")
                try await browser.press(.end)
                #expect(try await focusedCard(visit) == "June 2019, 10 items")
                try await browser.press(.home, .down)
                let below: [Double] = try await browser.evaluate(
                    """
                    const [first] = document.querySelectorAll(".period-card");
                    const { activeElement } = document;
                    return [first, activeElement].map((card) => card.getBoundingClientRect().left);
                    """)
                #expect(below[0] == below[1], "down stays in the column")
                try await browser.press(.home, .right, .enter)
                try await visit.waitForAddress("#/days/2024-04")
                try await visit.waitForFocus(onTile: 10)
                // The photo opens and closes at that place.
                try await browser.press(.enter)
                try await visit.waitForViewer(at: 10)
                try await browser.press(.escape)
                try await visit.waitForAddress("#/days/2024-04")
                try await visit.waitForFocus(onTile: 10)
            }
        }

        @Test func `Control and the wheel lead to the finer view of the card under the pointer, and back`()
            async throws
        {
            let library = try makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                try await visit.browser.run("location.hash = '#/years'")
                try await visit.waitForCards("#/years")
                let script = "document.querySelector(`.period-card[aria-label^='2023']`)"
                try await visit.turnWheelWithControl(by: -120, at: visit.middle(of: script))
                try await visit.waitForCards("#/months/2023")
                try await visit.turnWheelWithControl(by: 120, at: visit.middle(of: "document.activeElement"))
                try await visit.waitForCards("#/years/2023")
                // There is no coarser view.
                try await visit.turnWheelWithControl(by: 120, at: visit.middle(of: "document.activeElement"))
                let hash: String = try await visit.browser.evaluate("return location.hash")
                #expect(hash == "#/years/2023")
            }
        }

        @Test func `the button for all photos leads to the view's place, or to where the photos were`() async throws {
            let library = try makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                try await visit.browser.run("document.querySelector('photo-grid').reveal(205, { align: 'start' })")
                try await visit.waitForPictures()
                let before = try await top(visit).rank
                try await press(visit, "months", BrowserOptions())
                try await visit.waitForCards("#/months/2022-09")
                try await press(visit, "days", BrowserOptions())
                try await visit.waitForAddress("#/")
                #expect(try await top(visit).rank == before)
                try await press(visit, "months", BrowserOptions())
                try await visit.waitForCards("#/months/2022-09")
                try await visit.browser.press(.end)
                try await press(visit, "days", BrowserOptions())
                try await visit.waitForAddress("#/days/2019-06")
                try await visit.waitForFocus(onTile: 590)
            }
        }

        @Test func `an address opens a view at its place`() async throws {
            let library = try makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                try await browser.run("location.hash = '#/months/2021-03'")
                try await visit.waitForCards("#/months/2021-03")
                #expect(try await focusedCard(visit) == "March 2021, 10 items")
                try await visit.reload()
                try await visit.waitForCards("#/months/2021-03")
                #expect(try await focusedCard(visit) == "March 2021, 10 items")
                try await browser.run("location.hash = '#/days/2020'")
                try await browser.wait(for: "document.querySelector('photo-grid').topRank > 390")
                #expect(try await top(visit).isShown)
                let hidden: Bool = try await browser.evaluate(
                    "return document.querySelector('period-overview').hidden")
                #expect(hidden)
            }
        }

        @Test func `a change of the library is shown, and the view stays at its place`() async throws {
            let library = try makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.browser.run("location.hash = '#/months/2021-03'")
                try await visit.waitForCards("#/months/2021-03")
                // A month of its own above all others, and one more photo of March 2021.
                try library.addPhotos(at: [Self.noon + 31 * 86_400, Self.noon - 38 * Self.month + 5])
                try await visit.browser.wait(
                    for: """
                        document.activeElement.getAttribute("aria-label") === "March 2021, 11 items"
                          && document.activeElement.querySelector("img.is-loaded") !== null
                        """)
            }
        }

        @Test func `an album in an order of its own has no years and months`() async throws {
            let library = try makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                let trash = "A1B0A1B0-0000-4000-8000-001000000201"
                try library.commit(.trash(assetUUID: try await visit.shownIdentifiers()[0]))
                try await visit.browser.run("location.hash = '#/albums/\(trash)/months'")
                try await visit.browser.wait(
                    for: """
                        document.querySelector("photo-grid").timeline?.isByDate === false
                          && document.querySelector(".view-switch").hidden
                          && document.querySelector("period-overview:not([hidden])") === null
                        """)
            }
        }

        @Test func `only the cards near the window exist`() async throws {
            let library = try TemporaryLibrary()
            try library.addPhotos(at: (0..<700).map { Self.noon - Double($0) * Self.month })
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                try await visit.browser.run("location.hash = '#/months'")
                try await visit.waitForCards("#/months")
                for _ in 0..<6 {
                    let count: Int = try await visit.browser.evaluate(
                        """
                        const overview = document.querySelector("period-overview");
                        overview.scrollTop += 3000;
                        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
                        return document.querySelectorAll(".period-card").length;
                        """)
                    #expect(count > 6 && count < 50)
                }
                try await visit.waitForCards("#/months")
                let requests: [String] = try await visit.browser.evaluate(
                    """
                    return performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
                      .filter((path) => path.endsWith("/months"));
                    """)
                #expect(requests.count == 1)
            }
        }

        @Test(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
        func `the views are accessible in light and dark mode`() async throws {
            let library = try makeLibrary()
            for options in [BrowserOptions(), BrowserOptions(colourScheme: .dark), .phone] {
                var options = options
                options.bypassesContentSecurityPolicy = true
                try await GalleryVisit.run(library.folder, options) { visit in
                    try await visit.waitForPictures()
                    for unit in ["months", "years"] {
                        try await visit.browser.run("location.hash = `#/${arguments[0]}`", unit)
                        try await visit.waitForCards("#/\(unit)")
                        try await visit.waitForStillness()
                        let findings = try await AccessibilityChecker.findings(in: visit.browser)
                        #expect(findings.filter(\.isSerious).isEmpty, "\(unit): \(findings)")
                        let suffix = "\(options.isPhone ? "phone" : "wide")-\(options.colourScheme)"
                        try await visit.keepScreenshot("axe-\(unit)-\(suffix)")
                    }
                }
            }
        }

        // MARK: Parts

        /// Presses a button of the switch.
        private func press(_ visit: GalleryVisit, _ unit: String, _ options: BrowserOptions) async throws {
            let script = "document.querySelector('[data-unit=\(unit)]')"
            if options.isPhone {
                try await visit.touch(script)
            } else {
                try await visit.click(at: visit.middle(of: script))
            }
        }

        /// Presses the card whose name begins with the text.
        private func choose(_ visit: GalleryVisit, _ name: String, _ options: BrowserOptions) async throws {
            let script = "document.querySelector(`.period-card[aria-label^='\(name)']`)"
            try await visit.browser.run("(\(script)).scrollIntoView({ block: 'center' })")
            try await visit.waitForStillness()
            if options.isPhone {
                try await visit.touch(script)
            } else {
                try await visit.click(at: visit.middle(of: script))
            }
        }

        private func cards(_ visit: GalleryVisit) async throws -> [Card] {
            try await visit.browser.evaluate(
                """
                return [...document.querySelectorAll(".period-card")].map((card) => ({
                  name: card.getAttribute("aria-label"), isFocused: card === document.activeElement,
                }));
                """)
        }

        private func focusedCard(_ visit: GalleryVisit) async throws -> String? {
            try await cards(visit).first(where: \.isFocused)?.name
        }

        private func top(_ visit: GalleryVisit) async throws -> Top {
            try await visit.browser.evaluate(
                """
                const grid = document.querySelector("photo-grid");
                return { rank: grid.topRank, isShown: !grid.inert };
                """)
        }
    }
}
