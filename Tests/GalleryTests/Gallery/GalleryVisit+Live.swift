extension GalleryVisit {
    /// A visible photo.
    struct SeenPhoto: Decodable, Equatable {
        let identifier: String
        let rank: Int
        /// The distance from the window's top, in CSS pixels.
        let top: Double
        let isSelected: Bool
        let isFavorite: Bool
        let hasPicture: Bool
    }

    /// Returns the visible photos by rank, including partially visible ones.
    func seenPhotos() async throws -> [SeenPhoto] {
        try await browser.evaluate(
            """
            const grid = document.querySelector("photo-grid");
            const frame = grid.getBoundingClientRect();
            return [...grid.querySelectorAll(".photo-tile")].map((tile) => {
              const { top, bottom } = tile.getBoundingClientRect();
              return {
                ...grid.photoOf(tile), top, bottom, isSelected: tile.ariaSelected === "true",
                isFavorite: tile.querySelector(".tile-favorite") !== null,
                hasPicture: tile.querySelector("img.is-loaded") !== null,
              };
            }).filter(({ top, bottom }) => bottom > frame.top && top < frame.bottom)
              .sort((one, other) => one.rank - other.rank);
            """)
    }

    /// Scrolls to a rank and a little further, so that the first row is partially visible.
    func scroll(to rank: Int) async throws {
        // The page goes to the first photo when it has opened an album, also after the test's first attempt.
        try await browser.wait(
            for: """
                (() => {
                  const grid = document.querySelector("photo-grid");
                  if (!grid.querySelector(".photo-tile")) return false;
                  if (!grid.tileRect(arguments[0])) grid.reveal(arguments[0], { align: "start" });
                  return grid.tileRect(arguments[0]);
                })()
                """, rank)
        try await browser.turnWheel(by: 31, times: 1, at: BrowserSession.Point(x: 800, y: 500))
        try await waitForPictures()
        try await waitForStillness()
    }

    /// Selects photos with clicks and the Control key.
    func select(_ photos: [SeenPhoto]) async throws {
        for photo in photos {
            try await browser.hold(.control) { try await click(at: middle(ofTile: photo.rank)) }
        }
        try await waitForSelected(photos.count)
    }

    /// Waits until a visible photo has, or no longer has, the favorite mark.
    func waitForFavorite(_ isFavorite: Bool, _ photo: SeenPhoto) async throws {
        try await browser.wait(
            for: """
                [...document.querySelectorAll(".photo-tile")].some((tile) => {
                  return document.querySelector("photo-grid").photoOf(tile).identifier === arguments[0]
                    && (tile.querySelector(".tile-favorite") !== null) === arguments[1];
                })
                """, photo.identifier, isFavorite)
    }

    /// Waits until the viewer and its address show a photo, regardless of its rank.
    func waitForViewer(ofPhoto identifier: String) async throws {
        try await browser.wait(
            for: """
                (() => {
                  const viewer = document.querySelector("photo-viewer");
                  const { timeline } = document.querySelector("photo-grid");
                  return viewer.isOpen && timeline.item(viewer.rank)?.identifier === arguments[0]
                    && location.hash.endsWith(arguments[0]);
                })()
                """, identifier)
    }

    func waitForViewersFavorite(_ isFavorite: Bool) async throws {
        try await browser.wait(
            for: "document.querySelector('.viewer-favorite').getAttribute('aria-pressed') === String(arguments[0])",
            isFavorite)
    }
}
