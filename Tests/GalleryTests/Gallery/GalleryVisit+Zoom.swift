import AlbumenTestSupport

extension GalleryVisit {
    /// The picture on show, in CSS pixels of the window.
    struct ShownPicture: Decodable, Equatable {
        let left: Double
        let top: Double
        let width: Double
        let height: Double
        /// The device pixels for a pixel of the picture, in percent; `nil` if the picture is fitted.
        let percent: Int?
    }

    func shownPicture() async throws -> ShownPicture {
        try await browser.evaluate(
            """
            const { left, top, width, height } =
              document.querySelector(".viewer-slide.is-awake .viewer-frame").getBoundingClientRect();
            const percent = parseInt(document.querySelector(".viewer-zoom").textContent.replace(",", ""), 10);
            return { left, top, width, height, percent: Number.isNaN(percent) ? null : percent };
            """)
    }

    /// Waits until the zoom of the picture on show has a number of percent.
    func waitForZoom(_ percent: Int) async throws {
        try await browser.wait(
            for: "document.querySelector('.viewer-zoom').textContent.replace(',', '') === `${arguments[0]}%`", percent)
    }

    func waitForFitted() async throws {
        try await browser.wait(for: "document.querySelector('.viewer-zoom').textContent === ''")
        try await waitForStillness()
    }

    /// Returns the paths and queries of the requests for a photo's larger pictures, without their content's tags.
    func sharpRequests() async throws -> [String] {
        try await browser.evaluate(
            """
            return performance.getEntriesByType("resource").map(({ name }) => new URL(name))
              .filter(({ pathname, search }) => /^\\/api\\/assets\\/.*\\/(rendition|tiles|tile|originals)/.test(pathname)
                && !search.includes("long=512"))
              .map(({ pathname, search }) => pathname.split("/").slice(4).join("/")
                + search.replace(/&?content=[^&]*/, ""));
            """)
    }
}
