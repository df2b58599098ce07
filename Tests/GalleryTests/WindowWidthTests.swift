import Albumen
import AlbumenTestSupport
import Foundation
import Records
import Testing

extension PageTests {
    /// The page's bars, its sidebar and the scrubber in windows of all widths.
    @Suite struct WindowWidthTests {
        /// Returns overlapping, cut and covered controls and texts, and photos under the scrubber.
        private static let faults = """
            const settle = () => new Promise((resolve) => requestAnimationFrame(resolve));
            const grid = document.querySelector("photo-grid");
            // The grid draws its photos anew after the window's size has changed.
            let last = "";
            for (let quiet = 0; quiet < 4; quiet += 1) {
              await settle();
              const now = JSON.stringify([innerWidth, ...[...grid.querySelectorAll(".photo-tile")].map((tile) => {
                const { x, y, width } = tile.getBoundingClientRect();
                return [x, y, width];
              })]);
              const isMoving = document.getAnimations().some(({ playState }) => playState === "running");
              if (now !== last || isMoving) quiet = 0;
              last = now;
            }
            const bars = ".page-header, album-head, .view-controls, album-sidebar, selection-bar, .picking-bar";
            const control = "a, button, input, select, textarea, [role=slider]";
            const name = (element) =>
              `${element.localName}.${element.className} “${(element.textContent || element.title).trim()}”`;
            const isShown = (element) =>
              element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
                && element.getBoundingClientRect().width > 1;
            const hasText = (element) =>
              [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== "");
            const list = document.querySelector(".sidebar-list").getBoundingClientRect();
            const isInView = (element) => {
              if (!element.closest(".sidebar-list")) return true;
              const { top, bottom } = element.getBoundingClientRect();
              return top >= list.top && bottom <= list.bottom;
            };
            const isPart = (element) =>
              (element.matches(control) || hasText(element)) && !element.closest(".visually-hidden, svg, option");
            const inner = [...document.querySelectorAll(bars)].flatMap((bar) => [...bar.querySelectorAll("*")]);
            const parts = [...new Set(inner)].filter((each) => isPart(each) && isShown(each) && isInView(each));
            const found = [];
            const rects = parts.map((each) => each.getBoundingClientRect());
            // A list of rows and a field hold other controls.
            const holder = (element) => element.closest(".sidebar-row, search-field");
            parts.forEach((part, index) => {
              const { left, right, top, bottom } = rects[index];
              if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) {
                found.push(`outside: ${name(part)}`);
                return;
              }
              const isInline = getComputedStyle(part).display === "inline";
              if (hasText(part) && !isInline && part.scrollWidth > part.clientWidth + 1) {
                found.push(`cut: ${name(part)}`);
              }
              parts.slice(index + 1).forEach((other, next) => {
                if (part.contains(other) || other.contains(part)) return;
                if (holder(part) !== null && holder(part) === holder(other)) return;
                const rect = rects[index + 1 + next];
                const width = Math.min(right, rect.right) - Math.max(left, rect.left);
                const height = Math.min(bottom, rect.bottom) - Math.max(top, rect.top);
                if (width > 1 && height > 1) found.push(`overlap: ${name(part)} and ${name(other)}`);
              });
              const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              if (hit !== null && !part.contains(hit) && !hit.contains(part) && holder(part) !== holder(hit)) {
                found.push(`covered: ${name(part)} by ${name(hit)}`);
              }
            });
            const frame = grid.getBoundingClientRect();
            for (const tile of grid.querySelectorAll(".photo-tile")) {
              const { right, top, bottom } = tile.getBoundingClientRect();
              const y = (Math.max(top, frame.top) + Math.min(bottom, frame.bottom)) / 2;
              if (bottom <= frame.top || top >= frame.bottom) continue;
              const hit = document.elementFromPoint(right - 2, y);
              if (hit?.closest("time-scrubber")) found.push(`the scrubber covers a photo at ${right - 2}, ${y}`);
            }
            return found;
            """

        @Test(arguments: [false, true])
        func `nothing overlaps and nothing is cut`(isTouch: Bool) async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(306)
            for (title, kind) in [("Lake", CollectionRecord.Kind.album), ("Trips", .folder)] {
                try library.commit(
                    .createCollection(NewCollection(uuid: UUID().uuidString, kind: kind, title: title)))
            }
            let trash = "#/albums/A1B0A1B0-0000-4000-8000-001000000201"
            try library.commit(.trash(assetUUID: try #require(try library.library.owner.someAsset())))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                for (name, address, title) in [
                    ("library", "#/", "Photos"), ("selection", "#/", "Photos"), ("deleted", trash, "Recently Deleted"),
                ] {
                    var options = BrowserOptions()
                    options.isPhone = isTouch
                    try await browser.emulate(options)
                    try await visit.open(address, titled: title)
                    try await visit.waitForPictures()
                    if name == "selection" { try await browser.find(".page-select").click() }
                    for width in stride(from: 320, through: 1600, by: 20) {
                        options.width = width
                        try await browser.emulate(options)
                        try await browser.wait(for: "innerWidth === arguments[0]", width)
                        let faults: [String] = try await browser.evaluate(Self.faults)
                        #expect(faults == [], "\(name) at \(width) pixels")
                    }
                }
            }
        }

        @Test func `the page looks right on a phone, a tablet and a desk`() async throws {
            let library = try TemporaryLibrary()
            try library.addGeneratedPhotos(306)
            try await GalleryVisit.run(library.folder) { visit in
                // A browser that was a touch screen stays one.
                for width in [1440, 820, 390] {
                    for scheme in [BrowserOptions.ColourScheme.light, .dark] {
                        var options = BrowserOptions(width: width, isPhone: width < 1000, colourScheme: scheme)
                        options.height = width == 820 ? 1180 : 844
                        try await visit.browser.emulate(options)
                        try await visit.browser.wait(for: "innerWidth === arguments[0]", width)
                        try await visit.waitForPictures()
                        let faults: [String] = try await visit.browser.evaluate(Self.faults)
                        #expect(faults == [])
                        try await visit.keepScreenshot("width-\(width)-\(scheme)")
                    }
                }
            }
        }
    }
}

extension LibraryView {
    fileprivate func someAsset() throws -> String? {
        var fetch = AssetFetch()
        fetch.orderings = [.newestFirst]
        let rows = try assetIdentifiers(fetch).prefix(1)
        return try assets(withIdentifiers: Array(rows)).values.first?.uuid
    }
}
