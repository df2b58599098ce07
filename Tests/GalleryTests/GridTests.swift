import AlbumenTestSupport
import Testing

extension PageTests {
    /// The library's photos in the grid.
    @Suite struct GridTests {
        @Test func `the newest photos are first`() async throws {
            let photos = try SamplePhotos(count: 24)
            let library = try photos.makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                let shown: [String] = try await visit.browser.evaluate(
                    """
                    const grid = document.querySelector("photo-grid");
                    const tiles = [...Array(grid.timeline.count).keys()].map((rank) => {
                      const { left, top } = grid.tileRect(rank);
                      const identifier = grid.tileImage(rank).currentSrc.match(/assets\\/([0-9A-F-]+)\\//)[1];
                      return { left, top, identifier };
                    });
                    tiles.sort((one, other) =>
                      Math.abs(one.top - other.top) > 1 ? one.top - other.top : one.left - other.left,
                    );
                    const facts = await Promise.all(tiles.map(async ({ identifier }) => {
                      return (await fetch(`/api/assets/${identifier}`)).json();
                    }));
                    return facts.map((asset) => asset.resources[0].originalFilename);
                    """)
                #expect(shown == photos.names)
                try await visit.keepScreenshot("grid-light")
            }
        }

        @Test func `arrow keys move between photos`() async throws {
            let library = try SamplePhotos(count: 24).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.focusTile(0)
                try await visit.browser.press(.right, .right, .left)
                try await visit.waitForFocus(onTile: 1)
                try await visit.browser.press(.down)
                try await visit.browser.wait(
                    for: """
                        (() => {
                          const grid = document.querySelector("photo-grid");
                          const focused = document.activeElement.getBoundingClientRect();
                          return focused.width > 0 && focused.top > grid.tileRect(1).bottom - 1;
                        })()
                        """)
                try await visit.browser.press(.end)
                try await visit.waitForFocus(onTile: 23)
                try await visit.browser.press(.home)
                try await visit.waitForFocus(onTile: 0)
            }
        }
    }
}
