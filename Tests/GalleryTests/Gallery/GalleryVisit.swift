import AlbumenTestSupport
import Foundation
import Testing

/// A browser on the page of a library, with its own server.
struct GalleryVisit: Sendable {
    let server: GalleryProcess
    let browser: BrowserSession

    /// Makes notices last ten minutes instead of six or ten seconds, and controls instead of 2.5, because a test on a busy
    /// machine can be slower than a reader.
    private static let patience = """
        {
          const original = window.setTimeout;
          window.setTimeout = (body, delay, ...rest) =>
            original(body, [2500, 6000, 10000].includes(delay) ? 600_000 : delay, ...rest);
        }

        """

    /// Starts a server and a browser, follows the link, and calls `body` when the grid shows its photos. At the end,
    /// the console must be free of errors and warnings, such as violations of the page's policy. The server must end
    /// normally without reporting an error.
    ///
    /// - Parameter report: The start of the lines that the server may report in spite of that.
    static func run(
        _ library: URL, _ options: BrowserOptions = BrowserOptions(), home: URL? = nil, mayReport report: String? = nil,
        _ body: (GalleryVisit) async throws -> Void
    ) async throws {
        let server = try GalleryProcess(serving: library, home: home)
        var options = options
        options.scriptOfNewPages = patience + (options.scriptOfNewPages ?? "")
        try await BrowserSession.with(options) { browser in
            let visit = GalleryVisit(server: server, browser: browser)
            do {
                try await browser.open(server.link)
                try await visit.waitForGrid()
                try await body(visit)
            } catch {
                // A screenshot, the console and the server explain the error, unless the browser has ended.
                try? await visit.keepScreenshot("failure")
                try? await visit.expectQuietConsole()
                let ending = try server.stop()
                Issue.record("albumen serve: \(ending.ending) after the output\n\(ending.output)\(ending.error)")
                throw error
            }
            try await visit.expectQuietConsole()
        }
        let ending = try server.stop()
        #expect(ending.exitStatus == 0)
        let reports = ending.error.split(separator: "\n").filter { line in report.map { !line.hasPrefix($0) } ?? true }
        #expect(reports.isEmpty)
    }

    /// Waits until the grid shows its photos, or that there are none.
    func waitForGrid() async throws {
        try await browser.wait(
            for: """
                location.pathname === "/" && document.querySelector("photo-grid").timeline.version !== null
                """)
    }

    /// Waits until the pictures of all tiles in the window are visible, including partially visible tiles.
    func waitForPictures() async throws {
        try await browser.wait(
            for: """
                (() => {
                  const grid = document.querySelector("photo-grid");
                  const frame = grid.getBoundingClientRect();
                  const tiles = [...grid.querySelectorAll(".photo-tile")].filter((tile) => {
                    const rect = tile.getBoundingClientRect();
                    return rect.bottom > frame.top && rect.top < frame.bottom;
                  });
                  return tiles.length > 0 && tiles.every((tile) => tile.querySelector("img")?.complete);
                })()
                """)
    }

    /// Waits until all animations and requests have ended.
    func waitForStillness() async throws {
        try await browser.wait(
            for: """
                await (async () => {
                  const requests = () => performance.getEntriesByType("resource").length;
                  let last = requests();
                  for (let quiet = 0; quiet < 20; quiet += 1) {
                    await new Promise((resolve) => requestAnimationFrame(resolve));
                    const moves = document.getAnimations().some((animation) => animation.playState === "running");
                    if (moves || requests() !== last) quiet = 0;
                    last = requests();
                  }
                  return true;
                })()
                """)
    }

    /// Adds a screenshot of the window to the test's attachments (`swift test --attachments-path`).
    func keepScreenshot(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let picture = try await browser.screenshot()
        Attachment.record(Array(picture), named: "\(name).png", sourceLocation: sourceLocation)
    }

    private func expectQuietConsole() async throws {
        let complaints = try await browser.takeConsole().filter(\.isComplaint)
        #expect(complaints.isEmpty, "the console complains: \(complaints)")
    }
}
