import AlbumenTestSupport
import Foundation
import Testing

/// Twenty thousand photos, and a hundred thousand in `script/test --long`, only cost as much as one window of them.
///
/// Runs beside the other tests of the page, because creating the library takes most of its time.
@Suite(
    "A big library in Chromium", .enabled(if: ChromeDriver.isPresent, Comment(rawValue: ChromeDriver.absence)))
struct BigLibraryTests {
    private struct FirstScreen: Decodable {
        let visibleThumbnails: Int
        let otherRequests: [String]
        let repeatedRequests: Int
        let bytes: Int
    }

    private static let count = TestLength.isLong ? 100_000 : 20_000
    private static let windowSize = 100
    private static let windowWorkInMilliseconds = 20.0
    private static let middle = BrowserSession.Point(x: 800, y: 500)

    @Test func `the first screen and scrolling to the end stay within their limits`() async throws {
        let library = try TemporaryLibrary()
        try library.addGeneratedPhotos(Self.count)
        var options = BrowserOptions()
        options.scriptOfNewPages = Self.nodeCounter
        try await GalleryVisit.run(library.folder, options) { visit in
            try await visit.waitForPictures()
            try await visit.waitForStillness()
            try await expectLightFirstScreen(visit)
            try await visit.keepScreenshot("100000")

            // Waits for the modules that load after the first screen, such as the viewer, because their memory doesn't
            // grow.
            try await visit.browser.wait(for: "customElements.get('photo-viewer') !== undefined")
            try await scrollALittle(visit)
            let before = try await visit.browser.heapSize()
            try await scrollEndToEnd(visit)
            let after = try await visit.browser.heapSize()
            #expect(after <= before * 1.5, "the heap grew from \(before) to \(after) bytes")
            let mostNodes: Int = try await visit.browser.evaluate("return mostNodes")
            #expect(mostNodes < 1500)
            try await expectQuickWindows(visit)

            try await visit.open(visit.server.ask(forPhotos: #"{"limit": 5}"#))
            try await visit.waitForPictures()
            try await visit.waitForStillness()
            try await expectLightFirstScreen(visit)
            try await visit.keepScreenshot("100000-picker")
        }
    }

    /// Records the largest number of nodes, including text, that the page had in any frame.
    private static let nodeCounter = """
        window.mostNodes = 0;
        (function count() {
          let nodes = 0;
          const walk = document.createTreeWalker(document);
          while (walk.nextNode()) nodes += 1;
          window.mostNodes = Math.max(window.mostNodes, nodes);
          requestAnimationFrame(count);
        })();
        """

    private func expectLightFirstScreen(_ visit: GalleryVisit) async throws {
        let screen: FirstScreen = try await visit.browser.evaluate(
            """
            const grid = document.querySelector("photo-grid");
            const frame = grid.getBoundingClientRect();
            const visible = new Set();
            for (const image of grid.querySelectorAll(".photo-tile img")) {
              const rect = image.getBoundingClientRect();
              if (rect.bottom > frame.top && rect.top < frame.bottom) visible.add(image.currentSrc);
            }
            const entries = [
              ...performance.getEntriesByType("navigation"),
              ...performance.getEntriesByType("resource"),
            ];
            const names = entries.map((entry) => entry.name);
            return {
              visibleThumbnails: visible.size,
              otherRequests: names.filter((name) => !visible.has(name)).map((name) => new URL(name).pathname),
              // The picker asks in parts whether photos qualify.
              repeatedRequests: names.filter((name) => !name.endsWith("/eligibility"))
                .filter((name, index, all) => all.indexOf(name) !== index).length,
              bytes: entries.reduce((sum, entry) => sum + entry.transferSize, 0),
            };
            """)
        #expect(screen.visibleThumbnails >= 15)
        #expect(screen.otherRequests.count <= 20, "\(screen.otherRequests)")
        #expect(screen.repeatedRequests == 0)
        #expect(screen.bytes <= 1_500_000)
    }

    private func scrollALittle(_ visit: GalleryVisit) async throws {
        try await visit.browser.turnWheel(by: 400, times: 10, at: Self.middle)
        try await visit.focusTile(0)
        try await visit.browser.press(.pageDown, .home)
        try await visit.waitForFocus(onTile: 0)
        try await visit.waitForStillness()
    }

    /// Scrolls from the first photo to the last and back in each possible way.
    private func scrollEndToEnd(_ visit: GalleryVisit) async throws {
        let browser = visit.browser
        try await browser.turnWheel(by: 400, times: 60, at: Self.middle)
        try await visit.focusTile(0)
        for _ in 0..<20 { try await browser.press(.pageDown) }
        try await browser.press(.end)
        try await visit.waitForFocus(onTile: Self.count - 1)
        try await visit.waitForPictures()
        try await browser.turnWheel(by: -400, times: 60, at: Self.middle)
        try await browser.press(.home)
        try await visit.waitForFocus(onTile: 0)

        try await dragScrubber(visit, down: true)
        try await browser.wait(for: "document.querySelector('photo-grid').tileRect(arguments[0])", Self.count - 1)
        try await dragScrubber(visit, down: false)
        try await browser.wait(for: "document.querySelector('photo-grid').tileRect(0)")

        // Jumps to parts that weren't visible before.
        try await browser.run(
            """
            const grid = document.querySelector("photo-grid");
            for (let rank = 0; rank < grid.timeline.count; rank += 2027) {
              grid.reveal(rank, { align: "start" });
              while (!grid.tileRect(rank)) await new Promise((resolve) => setTimeout(resolve, 10));
            }
            grid.reveal(0, { align: "start" });
            """)
        try await visit.waitForPictures()
        try await visit.waitForStillness()
    }

    private func dragScrubber(_ visit: GalleryVisit, down: Bool) async throws {
        let ends: [BrowserSession.Point] = try await visit.browser.evaluate(
            """
            const { left, right, top, bottom } = document.querySelector("time-scrubber").getBoundingClientRect();
            const x = (left + right) / 2;
            return [{ x, y: top + 2 }, { x, y: bottom - 2 }];
            """)
        let path = (0...40).map { step in
            let part = Double(down ? step : 40 - step) / 40
            return BrowserSession.Point(x: ends[0].x, y: ends[0].y + (ends[1].y - ends[0].y) * part)
        }
        try await visit.browser.drag(along: path)
    }

    /// Checks the processor time that the server needs for a window. Other work of the machine doesn't count.
    private func expectQuickWindows(_ visit: GalleryVisit) async throws {
        let before = try processorTimeInMilliseconds(of: visit.server)
        let count: Int = try await visit.browser.evaluate(
            """
            const [count, size] = arguments;
            const { collection, version } = document.querySelector("photo-grid").timeline;
            let windows = 0;
            for (let from = 0; from < count; from += size) {
              const answer = await fetch(
                `/api/collections/${collection}/timeline/${version}?from=${from}&count=${size}`,
              );
              await answer.arrayBuffer();
              if (answer.ok) windows += 1;
            }
            return windows;
            """, Self.count, Self.windowSize)
        try #require(count == Self.count / Self.windowSize)
        let work = try processorTimeInMilliseconds(of: visit.server) - before
        #expect(work / Double(count) < Self.windowWorkInMilliseconds)
    }

    private func processorTimeInMilliseconds(of server: GalleryProcess) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(server.processIdentifier)/stat", encoding: .utf8)
        let fields = try #require(status.split(separator: ")").last).split(separator: " ")
        // The times of the program and of the kernel, in clock ticks.
        let ticks = fields[11...12].compactMap { Double($0) }.reduce(0, +)
        return ticks * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
