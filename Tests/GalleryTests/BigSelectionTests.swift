import Albumen
import AlbumenTestSupport
import Foundation
import Testing

/// An app's selection of a hundred thousand photos only costs as much as one window of them.
@Suite("A big selection in Chromium", .enabled(if: ChromeDriver.isPresent, Comment(rawValue: ChromeDriver.absence)))
struct BigSelectionTests {
    private static let count = 100_000
    /// The largest number of bytes for a page with its first photos.
    private static let byteLimit = 1_500_000

    private struct Cost: Decodable {
        let requests: Int
        let bytes: Int
        /// The longest time of the server for a request, in milliseconds.
        let longest: Double
    }

    @Test(.enabled(if: TestLength.isLong, "only in script/test --long"))
    func `the access page and the picker of a selection of 100,000 photos cost a window`() async throws {
        let library = try TemporaryLibrary()
        // The app “test” created these photos, so they are its selection.
        try library.addGeneratedPhotos(Self.count + 1_000)
        try library.library.setAccess(.limited, ofClient: "test", author: "test")
        let rows = try library.library.owner.assetIdentifiers(AssetFetch())
        try library.library.deselect(Array(rows[50_000..<51_000]), fromClient: "test", author: "test")
        try library.library.setAccess(.limited, ofClient: "small", author: "test")
        try library.library.choose(Array(rows.prefix(150)), forClient: "small", author: "test")
        try await GalleryVisit.run(library.folder) { visit in
            let browser = visit.browser
            try await visit.openAccess()
            try await visit.waitForCard("test", "100,000 items chosen")
            try await browser.wait(for: "document.querySelectorAll('[data-client=test] .photo-parts-photo').length > 0")
            let shown: Int = try await browser.evaluate(
                "return document.querySelectorAll('[data-client=test] .photo-parts-photo').length")
            #expect(shown <= 100)
            try await expectWindow("access page", visit)
            try await expectQuickParts(visit)
            try await visit.keepScreenshot("100000-access")

            try await browser.find("[data-client=test] .photo-parts-photo").click()
            try await browser.find("[data-client=test] .client-bar .button").click()
            try await visit.waitForCard("test", "99,999 items chosen")

            let (page, windows) = (try await browser.window(), try await browser.windows())
            try await browser.find("[data-client=test] .client-buttons button:nth-child(2)").click()
            try await browser.useNewWindow(besides: windows)
            try await visit.waitForPicker()
            try await visit.focusPicker()
            try await visit.waitForChosen("99,999 items chosen")
            try await browser.wait(for: "document.querySelectorAll('.photo-tile[aria-selected=true]').length >= 15")
            try await visit.waitForStillness()
            try await expectWindow("picker", visit)
            try await visit.keepScreenshot("100000-selection")
            try await visit.click(at: visit.middle(ofTile: 3))
            try await visit.waitForChosen("99,998 items chosen")
            try await visit.closePicker(by: ".picker-add", returningTo: page)
            try await visit.waitForCard("test", "99,998 items chosen")
        }
        #expect(try library.library.chosenAssets(ofClient: "test").count == Self.count - 2)
    }

    /// Checks the number and the bytes of the page's requests, and prints the longest of them.
    private func expectWindow(_ name: String, _ visit: GalleryVisit) async throws {
        let cost: Cost = try await visit.browser.evaluate(
            """
            const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
            const answers = entries.filter((entry) => new URL(entry.name).pathname.startsWith("/api/"));
            return {
              requests: answers.filter((entry) => !new URL(entry.name).pathname.endsWith("/thumbnail")).length,
              bytes: entries.reduce((sum, entry) => sum + entry.transferSize, 0),
              longest: Math.max(...answers.flatMap((entry) => entry.serverTiming).map((time) => time.duration)),
            };
            """)
        print("\(name) of a selection of \(Self.count): \(cost)")
        #expect(cost.bytes <= Self.byteLimit && cost.requests <= 20, "\(name): \(cost)")
    }

    /// Compares the server's times for parts of the large selection with those of a small one, in turn.
    private func expectQuickParts(_ visit: GalleryVisit) async throws {
        let medians: [Double] = try await visit.browser.evaluate(
            """
            const times = { test: [], small: [] };
            const cursors = { test: null, small: null };
            for (let round = 0; round < 60; round += 1) {
              for (const client of Object.keys(times)) {
                const after = cursors[client] === null ? "" : `&after=${cursors[client]}`;
                const answer = await fetch(`/api/clients/${client}/assets?count=50${after}`);
                cursors[client] = (await answer.json()).next;
                times[client].push(Number(answer.headers.get("Server-Timing").match(/dur=([0-9.]+)/)[1]));
              }
            }
            return Object.values(times).map((list) => list.sort((one, other) => one - other)[list.length / 2]);
            """)
        print("server's median time for 50 of \(Self.count) and of 150 chosen photos, in milliseconds: \(medians)")
        // A count in an index of 100,000 rows is part of each answer.
        #expect(medians[0] <= max(medians[1] * 5, 20), "\(medians)")
    }
}
