extension GalleryVisit {
    /// Returns the identifiers of the grid's photos, by rank.
    func shownIdentifiers() async throws -> [String] {
        // Without it, the timeline may not have asked the server yet.
        try await browser.wait(for: "document.querySelector('photo-grid').timeline.version !== null")
        return try await browser.evaluate(
            """
            const { timeline } = document.querySelector("photo-grid");
            return timeline.identifiers(0, timeline.count - 1);
            """)
    }

    func middle(ofTile rank: Int) async throws -> BrowserSession.Point {
        try await browser.evaluate(
            """
            const { left, top, width, height } = document.querySelector("photo-grid").tileRect(arguments[0]);
            return { x: left + width / 2, y: top + height / 2 };
            """, rank)
    }

    /// Returns a point on an album or folder of the sidebar, at a part of its height from the top.
    func place(inSidebar title: String, part: Double = 0.5) async throws -> BrowserSession.Point {
        try await browser.evaluate(
            """
            const row = [...document.querySelectorAll(".sidebar-row")].find((each) => {
              return each.querySelector(".sidebar-title").textContent === arguments[0];
            });
            row.scrollIntoView({ block: "nearest" });
            const { left, top, height } = row.getBoundingClientRect();
            return { x: left + 60, y: top + height * arguments[1] };
            """, title, part)
    }

    func click(at point: BrowserSession.Point) async throws {
        try await browser.drag(along: [point])
    }

    /// Waits for a notice that contains the text.
    func waitForNotice(_ part: String) async throws {
        try await browser.wait(
            for: "document.querySelector('.undo-notice')?.textContent.includes(arguments[0])", part)
    }

    func waitForCount(_ count: Int) async throws {
        try await browser.wait(
            for: "document.querySelector('photo-grid').timeline?.count === arguments[0]", count)
    }

    func waitForSelected(_ count: Int) async throws {
        try await browser.wait(
            for: """
                (document.querySelector(".selection-count")?.textContent ?? "").startsWith(`${arguments[0]} `)
                  && document.querySelectorAll(".photo-tile[aria-selected=true]").length === arguments[0]
                """, count)
    }

    /// Confirms the open dialog.
    ///
    /// - Parameter isFinal: Whether the action can't be undone, so Cancel has the focus.
    func confirm(isFinal: Bool = false) async throws {
        try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
        if isFinal { try await browser.press(.tab) }
        try await browser.press(.enter)
        try await browser.wait(for: "!document.querySelector('dialog.ask')")
    }

    /// Returns the titles of the user's albums and folders in the sidebar.
    func ownTitles() async throws -> [String] {
        try await browser.evaluate(
            "return [...document.querySelectorAll('.sidebar-own .sidebar-title')].map((each) => each.textContent)")
    }

    /// Loads the modules for editing, which the first screen doesn't need.
    func waitForEditing(byTouch isTouch: Bool = false) async throws {
        try await waitForPictures()
        if isTouch {
            try await browser.tap(at: BrowserSession.Point(x: 90, y: 10))
        } else {
            try await browser.drag(along: [BrowserSession.Point(x: 700, y: 20)])
        }
        try await browser.wait(for: "document.querySelector('selection-bar')")
    }
}
