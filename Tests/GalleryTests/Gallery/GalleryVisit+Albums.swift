import Foundation

extension GalleryVisit {
    private struct TouchPoint: Encodable {
        let x: Double
        let y: Double
    }

    private struct Touch: Encodable {
        let type: String
        let touchPoints: [TouchPoint]
    }

    /// Taps the middle of an element with a finger.
    func tap(_ selector: String) async throws {
        let point: BrowserSession.Point = try await browser.evaluate(
            """
            const element = document.querySelector(arguments[0]);
            element.scrollIntoView({ block: "nearest" });
            const { left, top, width, height } = element.getBoundingClientRect();
            return { x: left + width / 2, y: top + height / 2 };
            """, selector)
        let place = TouchPoint(x: point.x, y: point.y)
        for touch in [Touch(type: "touchStart", touchPoints: [place]), Touch(type: "touchEnd", touchPoints: [])] {
            try await browser.sendToDeveloperTools("Input.dispatchTouchEvent", touch)
        }
    }

    /// Goes to an address of the page and waits for its title.
    func open(_ hash: String, titled title: String) async throws {
        try await browser.run("location.hash = arguments[0]", hash)
        try await waitForTitle(title)
    }

    func waitForTitle(_ title: String) async throws {
        try await browser.wait(for: "document.querySelector('.page-title').textContent === arguments[0]", title)
    }

    /// Waits until the covers in the window are loaded, and returns the titles of their cards.
    func waitForCovers() async throws -> [String] {
        try await browser.wait(
            for: """
                (() => {
                  const cards = [...document.querySelectorAll(".cover-card")];
                  return cards.every((card) => card.querySelector(".cover-picture").childElementCount > 0)
                    && cards.flatMap((card) => [...card.querySelectorAll("img")]).every(({ complete }) => complete);
                })()
                """)
        return try await browser.evaluate(
            "return [...document.querySelectorAll('.cover-title')].map(({ textContent }) => textContent)")
    }

    /// Clicks an entry of the open menu.
    func choose(inMenu label: String) async throws {
        try await browser.wait(for: "document.querySelector('.popup-menu')")
        try await browser.run(
            """
            [...document.querySelectorAll(".popup-item")].find(({ textContent }) => textContent === arguments[0])
              .click();
            """, label)
    }
}
