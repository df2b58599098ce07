import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

extension GalleryVisit {
    private struct TouchPoint: Encodable {
        let x: Double
        let y: Double
        let id: Int
    }

    private struct TouchEvent: Encodable {
        let type: String
        let touchPoints: [TouchPoint]
    }

    /// Moves two fingers around a point apart or together.
    func pinch(at point: BrowserSession.Point, from start: Double, to end: Double) async throws {
        func send(_ type: String, _ spread: Double?) async throws {
            let points = spread.map { spread in
                [-0.5, 0.5].enumerated().map { TouchPoint(x: point.x + $1 * spread, y: point.y, id: $0) }
            }
            try await browser.sendToDeveloperTools(
                "Input.dispatchTouchEvent", TouchEvent(type: type, touchPoints: points ?? []))
        }
        try await send("touchStart", start)
        for step in 1...12 { try await send("touchMove", start + (end - start) * Double(step) / 12) }
        try await send("touchEnd", nil)
    }

    /// Touches the middle of the element that a script returns.
    func touch(_ script: String) async throws {
        let point = try await middle(of: script)
        for (type, points) in [("touchStart", [TouchPoint(x: point.x, y: point.y, id: 0)]), ("touchEnd", [])] {
            try await browser.sendToDeveloperTools(
                "Input.dispatchTouchEvent", TouchEvent(type: type, touchPoints: points))
        }
    }

    /// Returns the middle of the element that a script returns.
    func middle(of script: String) async throws -> BrowserSession.Point {
        try await browser.evaluate(
            """
            const { left, top, width, height } = (\(script)).getBoundingClientRect();
            return { x: left + width / 2, y: top + height / 2 };
            """)
    }

    /// Turns the wheel by a notch while the Control key is down. The page must take the event, so that the browser doesn't
    /// enlarge the page.
    ///
    /// A script sends the event. When the developer tools sent it, Chromium once didn't confirm it, and the test waited
    /// forever.
    func turnWheelWithControl(by pixels: Double, at point: BrowserSession.Point) async throws {
        let isTaken: Bool = try await browser.evaluate(
            """
            const [clientX, clientY, deltaY] = arguments;
            const event = new WheelEvent("wheel", {
              clientX, clientY, deltaY, ctrlKey: true, bubbles: true, cancelable: true, composed: true,
            });
            return !document.elementFromPoint(clientX, clientY).dispatchEvent(event);
            """, point.x, point.y, pixels)
        #expect(isTaken)
    }

    /// Loads the page again and waits until the new page shows its photos.
    func reload() async throws {
        try await browser.run("window.isOld = true; location.reload()")
        try await browser.wait(
            for: "window.isOld === undefined && document.querySelector('photo-grid').timeline.count > 0")
    }

    func waitForTileSize(_ size: Int) async throws {
        try await browser.wait(for: "document.querySelector('photo-grid').tileSize === arguments[0]", size)
    }

    /// Waits for the view of years or months, with its pictures.
    func waitForCards(_ hash: String) async throws {
        try await browser.wait(
            for: """
                (() => {
                  const cards = [...document.querySelectorAll("period-overview:not([hidden]) .period-card")];
                  return location.hash === arguments[0] && cards.length > 0
                    && cards.every((card) => card.querySelector("img.is-loaded"));
                })()
                """, hash)
    }

    func waitForAddress(_ hash: String) async throws {
        try await browser.wait(for: "location.hash === arguments[0]", hash)
    }
}

extension TemporaryLibrary {
    /// Adds a photo at each time, given as seconds since the reference date.
    func addPhotos(at times: [Double]) throws {
        let picture = try SampleMedia.photograph(width: 400, height: 300)
        _ = try add(
            times.map { time in
                var probe = MediaProbe(
                    kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 400, pixelHeight: 300)
                probe.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: time, utcOffsetInSeconds: nil, source: .exifOriginal)
                return TemporaryLibrary.Sample("\(time).jpg", probe, bytes: picture + Data("\(time)".utf8))
            })
    }
}
