@_spi(Storage) import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

extension PageTests {
    /// The headings of days in the grid, and the label of the day while scrolling.
    @Suite struct DayHeadingTests {
        private struct Heading: Decodable, Equatable {
            let text: String
            let state: String
            let isContinued: Bool
            let top: Double
        }

        /// 7 May 2024 at noon (UTC).
        private static let noon = 736_776_000.0

        /// Five photos of 7 May and seven of 5 May.
        private static let times = (0..<12).map { noon - Double($0) * 60 - ($0 < 5 ? 0 : 2 * 86_400) }

        @Test func `a check selects the photos of its day by mouse, keyboard and touch`() async throws {
            let library = try TemporaryLibrary()
            try library.addPhotos(at: Self.times)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                #expect(try await headings(visit).first?.text == "Tue, May 7, 2024")
                try await visit.click(at: visit.middle(of: Self.check("May 7")))
                try await visit.waitForSelected(5)
                #expect(try await state(visit, "May 7") == "true")
                try await visit.keepScreenshot("day-selected")
                // Without one of its photos, the day is selected in part.
                try await visit.click(at: visit.middle(ofTile: 1))
                try await visit.waitForSelected(4)
                #expect(try await state(visit, "May 7") == "mixed")
                try await visit.click(at: visit.middle(of: Self.check("May 7")))
                try await visit.waitForSelected(5)
                // Shift and Tab lead from a photo to the check of its day.
                try await visit.focusTile(8)
                try await browser.hold(.shift) { try await browser.press(.tab) }
                try await browser.wait(for: "document.activeElement.textContent.includes('May 5')")
                try await browser.press(.space)
                try await visit.waitForSelected(12)
                try await browser.press(.space)
                try await visit.waitForSelected(5)
            }
            try await GalleryVisit.run(library.folder, .phone) { visit in
                try await visit.browser.wait(for: "document.querySelector('selection-bar')")
                try await visit.touch(Self.check("May 7"))
                try await visit.waitForSelected(5)
                try await visit.keepScreenshot("day-selected-phone")
            }
        }

        @Test func `a day of 20,000 photos is selected at once, also those that are not loaded`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(20_000, areOfOneDay: true)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                try await visit.click(at: visit.middle(of: "document.querySelector('.day-check')"))
                try await visit.browser.wait(
                    for: """
                        document.querySelector(".selection-count")?.textContent.startsWith("20,000 ")
                          && document.querySelector(".day-check").getAttribute("aria-checked") === "true"
                        """)
                let requests: [String] = try await visit.browser.evaluate(
                    """
                    return performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
                      .filter((path) => /(days|identifiers)$/.test(path)).map((path) => path.split("/").at(-1));
                    """)
                #expect(requests == ["days", "identifiers", "identifiers"])
                try await visit.click(at: visit.middle(ofTile: 3))
                try await visit.browser.wait(
                    for: "document.querySelector('.day-check').getAttribute('aria-checked') === 'mixed'")
            }
        }

        @Test func `a day that goes on beside another is named again, and a phone has one name in a row`()
            async throws
        {
            let library = try TemporaryLibrary()
            // Seven photos of a day do not fill two rows.
            try library.addPhotos(at: (0..<30).map { Self.noon - Double($0 / 7) * 86_400 - Double($0) })
            for options in [BrowserOptions(), BrowserOptions(colourScheme: .dark), .phone] {
                try await GalleryVisit.run(library.folder, options) { visit in
                    try await visit.waitForPictures()
                    let headings = try await headings(visit)
                    let names = options.isPhone ? /[A-Z].*\d{4}/ : /[A-Z][a-z]{2}, May \d, 2024/
                    #expect(headings.allSatisfy { $0.text.wholeMatch(of: names) != nil }, "\(headings)")
                    if options.isPhone {
                        #expect(Set(headings.map(\.top)).count == headings.count, "one name in a row")
                        #expect(headings.contains { $0.text.contains(/May 6.–.7, 2024/) }, "\(headings)")
                    } else {
                        #expect(headings.contains { $0.isContinued })
                        for heading in headings where heading.isContinued {
                            #expect(headings.contains { $0.text == heading.text && $0.top < heading.top })
                        }
                    }
                    let suffix = "\(options.isPhone ? "phone" : "wide")-\(options.colourScheme)"
                    try await visit.keepScreenshot("headings-\(suffix)")
                }
            }
        }

        @Test func `a heading names the towns of its day, and follows their locations`() async throws {
            let library = try TemporaryLibrary()
            try library.addPhotos(at: Self.times)
            let assets = try library.library.owner.assetUUIDs()
                .compactMap { uuid in try library.library.storage.catalog.read { try $0.asset(uuid: uuid) } }
                .sorted { ($0.creationDate ?? .distantPast) > ($1.creationDate ?? .distantPast) }
            let (belem, lisbon, sintra) = ((38.6987, -9.1929), (38.7223, -9.1393), (38.8029, -9.3817))
            func locate(_ numbers: Range<Int>, _ place: (Double, Double)) throws {
                for asset in assets[numbers] {
                    var change = AssetChange()
                    change.location = AssetLocation(latitude: place.0, longitude: place.1)
                    try library.commit(.change(change, assetUUID: asset.uuid))
                }
            }
            try locate(0..<4, belem)
            try locate(5..<9, lisbon)
            try locate(9..<11, sintra)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                // The second one is too narrow for its places.
                let texts = try await headings(visit).map(\.text)
                #expect(texts == ["Tue, May 7, 2024 Lisbon, Belém", "Sun, May 5, 2024"])
                let title = "(\(Self.check("May 5"))).parentElement.title"
                #expect(try await visit.browser.evaluate("return \(title)") == "Lisbon, Sintra")
                try await visit.keepScreenshot("headings-places")
                try locate(5..<9, sintra)
                try await visit.browser.wait(for: "\(title) === 'Sintra'")
            }
            var options = BrowserOptions.phone
            options.colourScheme = .dark
            try await GalleryVisit.run(library.folder, options) { visit in
                try await visit.waitForPictures()
                try await visit.keepScreenshot("headings-places-phone")
            }
        }

        @Test func `the day is shown while the reader scrolls fast`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(20_000)
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                try await visit.browser.run(
                    """
                    window.pills = [];
                    const pill = document.querySelector(".grid-day");
                    const look = () => {
                      const grid = document.querySelector("photo-grid");
                      if (grid.classList.contains("is-scrolling")) {
                        const isLoaded = grid.timeline.item(grid.topRank) !== undefined;
                        window.pills.push({ isLoaded, text: pill.hidden ? "" : pill.textContent });
                      }
                      requestAnimationFrame(look);
                    };
                    look();
                    """)
                let ends: [BrowserSession.Point] = try await visit.browser.evaluate(
                    """
                    const scrubber = document.querySelector("time-scrubber");
                    const { left, right, top, bottom } = scrubber.getBoundingClientRect();
                    const x = (left + right) / 2;
                    return [{ x, y: top + 40 }, { x, y: bottom - 40 }];
                    """)
                let path = (0...30).map { step in
                    BrowserSession.Point(x: ends[0].x, y: ends[0].y + (ends[1].y - ends[0].y) * Double(step) / 30)
                }
                try await visit.browser.drag(along: path)
                let pills: [Pill] = try await visit.browser.evaluate("return window.pills")
                #expect(pills.contains { !$0.isLoaded }, "the drag is faster than the photos load")
                #expect(pills.allSatisfy { $0.text.contains("20") }, "\(pills)")
            }
        }

        private struct Pill: Decodable {
            let isLoaded: Bool
            let text: String
        }

        /// Returns a script for the check of a day.
        private static func check(_ text: String) -> String {
            "[...document.querySelectorAll('.day-check')].find((each) => each.textContent.includes('\(text)'))"
        }

        private func state(_ visit: GalleryVisit, _ text: String) async throws -> String {
            try await visit.browser.evaluate("return (\(Self.check(text))).getAttribute('aria-checked')")
        }

        private func headings(_ visit: GalleryVisit) async throws -> [Heading] {
            try await visit.browser.evaluate(
                """
                return [...document.querySelectorAll(".day-check")].map((check) => ({
                  text: check.textContent, state: check.getAttribute("aria-checked"),
                  isContinued: check.parentElement.classList.contains("is-continued"),
                  top: check.getBoundingClientRect().top,
                }));
                """)
        }
    }
}
