import Foundation

extension GalleryVisit {
    /// A field that is true if the editor is open and ready.
    static let readyEditor = """
        document.querySelector(".editor[open]:not(.is-busy) .editor-preview > canvas")?.width > 60
        """

    /// Opens the editor of the viewer's photo with the key E and waits until it shows the photo.
    func openEditor() async throws {
        try await waitForPicture()
        try await browser.type("e")
        try await browser.wait(for: Self.readyEditor)
    }

    /// Waits until the viewer has loaded the modules for editing, too.
    func waitForPicture() async throws {
        try await browser.wait(
            for: """
                document.querySelector("selection-bar")
                  && document.querySelector(".viewer-slide.is-awake .viewer-layers img")?.complete
                """)
    }

    func waitForNoEditor() async throws {
        try await browser.wait(for: "!document.querySelector('.editor')")
    }

    /// Chooses a tool of the editor by its tab.
    func chooseTool(_ name: String) async throws {
        try await browser.find("#editor-tab-\(name)").click()
        try await browser.wait(for: "document.querySelector('#editor-tab-\(name)').ariaSelected === 'true'")
    }

    /// Returns a point on a slider of the editor, at a part of its width.
    func place(onSlider name: String, at part: Double) async throws -> BrowserSession.Point {
        try await browser.evaluate(
            """
            const slider = document.querySelector(`#editor-${arguments[0]}`);
            slider.scrollIntoView({ block: "nearest" });
            const { left, top, width, height } = slider.getBoundingClientRect();
            return { x: left + width * arguments[1], y: top + height / 2 };
            """, name, part)
    }

    /// Returns the middle of a handle of the crop, such as `-1,-1` for the upper left corner.
    func place(ofHandle handle: String) async throws -> BrowserSession.Point {
        try await middle(of: "document.querySelector('[data-handle=\"\(handle)\"]')")
    }

    func focusSlider(_ name: String) async throws {
        try await browser.run("document.querySelector(`#editor-${arguments[0]}`).focus()", name)
    }

    /// Returns the red, green and blue that the window shows at a part of one of the editor's canvases, from its upper
    /// left corner.
    func shownColour(
        of canvas: String = ".editor-preview > canvas", across: Double = 0.5, down: Double = 0.5
    ) async throws -> [Int] {
        try await browser.run(
            "await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        let picture = try await browser.screenshot().base64EncodedString()
        return try await browser.evaluate(
            """
            const bytes = Uint8Array.from(atob(arguments[0]), (each) => each.charCodeAt(0));
            const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
            const { left, top, width, height } =
              document.querySelector(arguments[3]).getBoundingClientRect();
            const context = new OffscreenCanvas(1, 1).getContext("2d");
            context.drawImage(
              image, left + width * arguments[1], top + height * arguments[2], 1, 1, 0, 0, 1, 1);
            return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
            """, picture, across, down, canvas)
    }

    /// Clicks a button of the editor's bar.
    func clickInEditor(_ action: String) async throws {
        try await browser.find(".editor [data-action=\(action)]").click()
    }

    /// Returns the text that the editor shows over the picture.
    func editorMessage() async throws -> String {
        try await browser.evaluate("return document.querySelector('.editor-status').textContent")
    }

    /// Waits for a text that a screen reader reads.
    func waitForAnnouncement(_ text: String) async throws {
        try await browser.wait(
            for: "document.querySelector('.editor > [aria-live]')?.textContent === arguments[0]", text)
    }

    /// Checks that no control of the editor is outside of the window, and that nothing scrolls sideways.
    func clippedControls() async throws -> [String] {
        try await browser.evaluate(
            """
            const editor = document.querySelector(".editor");
            const panel = document.querySelector(".editor-panel");
            const controls = [...editor.querySelectorAll("button, input, .editor-status:not(:empty)")]
              .filter((each) => each.checkVisibility() && !each.closest(".editor-stage"));
            const clipped = controls.filter((each) => {
              const { left, right, top, bottom } = each.getBoundingClientRect();
              const isScrolled = panel.contains(each);
              return left < 0 || right > innerWidth || (!isScrolled && (top < 0 || bottom > innerHeight));
            }).map((each) => each.getAttribute("aria-label") || each.id || each.textContent || each.value);
            const scrolled = [editor, panel, document.documentElement]
              .filter((each) => each.scrollWidth > each.clientWidth).map((each) => `${each.className} scrolls`);
            return [...clipped, ...scrolled];
            """)
    }
}
