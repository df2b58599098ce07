extension BrowserSession {
    private struct TouchPoint: Encodable {
        let x: Double
        let y: Double
        let id: Int
    }

    private struct TouchEvent: Encodable {
        let type: String
        let touchPoints: [TouchPoint]
    }

    private struct PenEvent: Encodable {
        let type: String
        let x: Double
        let y: Double
        let button = "left"
        let buttons: Int
        let pointerType = "pen"
        let clickCount = 1
    }

    /// A step of fingers on the screen.
    enum TouchPhase: String {
        case start = "touchStart"
        case move = "touchMove"
        case end = "touchEnd"
    }

    /// A step of a pen.
    enum PenPhase: String {
        case press = "mousePressed"
        case move = "mouseMoved"
        case lift = "mouseReleased"
    }

    /// Puts fingers on points, moves all fingers, or lifts them (`.end` without points).
    func touch(_ phase: TouchPhase, _ points: Point...) async throws {
        let points = points.enumerated().map { TouchPoint(x: $1.x, y: $1.y, id: $0) }
        try await sendToDeveloperTools(
            "Input.dispatchTouchEvent", TouchEvent(type: phase.rawValue, touchPoints: points))
    }

    /// Touches a point briefly.
    func tap(at point: Point) async throws {
        try await touch(.start, point)
        try await touch(.end)
    }

    /// Moves a finger that is on the screen from one point to another in steps.
    func moveFinger(from start: Point, to end: Point, steps: Int = 8) async throws {
        for step in 1...steps {
            let part = Double(step) / Double(steps)
            try await touch(
                .move, Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
        }
    }

    func usePen(_ phase: PenPhase, at point: Point) async throws {
        try await sendToDeveloperTools(
            "Input.dispatchMouseEvent",
            PenEvent(type: phase.rawValue, x: point.x, y: point.y, buttons: phase == .lift ? 0 : 1))
    }
}
