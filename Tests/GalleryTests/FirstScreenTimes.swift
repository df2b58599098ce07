import AlbumenTestSupport
import Foundation
import Testing

/// Compares the time until the picker's first screen is complete with that of the gallery. Only prints the times, because
/// they depend on the machine; `Benchmarks/README.md` has the goal and the results.
@Suite(
    "Times of the first screen", .enabled(if: ChromeDriver.isPresent, Comment(rawValue: ChromeDriver.absence)))
struct FirstScreenTimes {
    private static let count = 100_000
    /// With the first round, as many sessions of the picker as one user can have at a time.
    private static let rounds = 7

    @Test(.enabled(if: TestLength.isLong, "only in script/test --long"))
    func `the picker and the gallery over 100,000 photos`() async throws {
        let library = try TemporaryLibrary()
        try library.addGeneratedPhotos(Self.count)
        var options = BrowserOptions()
        options.scriptOfNewPages = Self.watch
        var (gallery, picker): ([Double], [Double]) = ([], [])
        try await GalleryVisit.run(library.folder, options) { visit in
            // The first round fills caches of the browser and the server.
            for round in 0...Self.rounds {
                try await visit.browser.open("\(visit.server.origin)/")
                let galleryTime = try await time(of: visit)
                // Another page can't open a session that a page has.
                try await visit.open(visit.server.ask(forPhotos: "{}"))
                let pickerTime = try await time(of: visit)
                guard round > 0 else { continue }
                gallery.append(galleryTime)
                picker.append(pickerTime)
            }
        }
        let (ours, theirs) = (picker.sorted()[Self.rounds / 2], gallery.sorted()[Self.rounds / 2])
        print(
            "first full screen over \(Self.count) photos, in milliseconds: picker \(Int(ours)), gallery \(Int(theirs)), "
                + "ratio \(String(format: "%.2f", ours / theirs)), goal at most 1.2")
        #expect(ours > 0 && theirs > 0)
    }

    private func time(of visit: GalleryVisit) async throws -> Double {
        try await visit.browser.wait(for: "window.fullScreenTime > 0")
        return try await visit.browser.evaluate("return window.fullScreenTime")
    }

    /// Notes the time of the first frame in which all tiles in the window have their pictures, in milliseconds since the
    /// page was requested.
    private static let watch = """
        (function check() {
          const grid = document.querySelector("photo-grid");
          const frame = grid?.getBoundingClientRect();
          const tiles = [...(grid?.querySelectorAll(".photo-tile") ?? [])].filter((tile) => {
            const rect = tile.getBoundingClientRect();
            return rect.bottom > frame.top && rect.top < frame.bottom;
          });
          const isFull = tiles.length >= 15 && tiles.every((tile) => tile.querySelector("img.is-loaded"));
          if (isFull) window.fullScreenTime = performance.now();
          else requestAnimationFrame(check);
        })();
        """
}
