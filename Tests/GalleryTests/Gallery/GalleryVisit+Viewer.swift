extension GalleryVisit {
    /// Scrolls to a photo and focuses it.
    func focusTile(_ rank: Int) async throws {
        try await waitForPictures()
        try await browser.run("document.querySelector('photo-grid').reveal(arguments[0], { focus: true })", rank)
        try await waitForFocus(onTile: rank)
    }

    func waitForFocus(onTile rank: Int) async throws {
        try await browser.wait(
            for: """
                (() => {
                  const grid = document.querySelector("photo-grid");
                  const [tile, focused] = [grid.tileRect(arguments[0]), document.activeElement.getBoundingClientRect()];
                  return grid.contains(document.activeElement) && document.activeElement !== grid
                    && Math.abs(tile.left - focused.left) < 1 && Math.abs(tile.top - focused.top) < 1
                    && Math.abs(tile.width - focused.width) < 1;
                })()
                """, rank)
    }

    /// Opens the viewer with the keyboard and waits for the picture.
    func openViewer(at rank: Int) async throws {
        try await focusTile(rank)
        try await browser.press(.enter)
        try await waitForViewer(at: rank)
    }

    /// Waits until the viewer and its address show the photo of a rank.
    func waitForViewer(at rank: Int) async throws {
        try await browser.wait(
            for: """
                (() => {
                  const viewer = document.querySelector("photo-viewer");
                  const { timeline } = document.querySelector("photo-grid");
                  return viewer.isOpen && viewer.rank === arguments[0]
                    && location.hash.endsWith(timeline.item(arguments[0]).identifier);
                })()
                """, rank)
    }

    func waitForNoViewer() async throws {
        try await browser.wait(
            for: """
                !document.querySelector("photo-viewer").isOpen && !document.querySelector("dialog[open]")
                """)
    }
}
