extension BrowserSession {
    /// Keys by WebDriver's names: characters of Unicode's private use area.
    enum Key: String {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case escape = "\u{E00C}"
        case space = " "
        case end = "\u{E010}"
        case home = "\u{E011}"
        case pageUp = "\u{E00E}"
        case pageDown = "\u{E00F}"
        case left = "\u{E012}"
        case up = "\u{E013}"
        case right = "\u{E014}"
        case down = "\u{E015}"
        case shift = "\u{E008}"
        case control = "\u{E009}"
        case delete = "\u{E017}"
        case alt = "\u{E00A}"
        case f2 = "\u{E032}"
        case f10 = "\u{E03A}"
    }

    /// A point in the window, in CSS pixels from its upper left corner.
    struct Point: Decodable, Sendable {
        var x: Double
        var y: Double
    }

    private struct Source: Encodable {
        let type: String
        let id: String
        let actions: [Action]
    }

    private struct Action: Encodable {
        var type: String
        var value: String?
        var duration: Int?
        var button: Int?
        var x: Int?
        var y: Int?
        var deltaX: Int?
        var deltaY: Int?
        var origin: String?
    }

    /// Presses and releases keys one after another in the focused element.
    func press(_ keys: Key...) async throws {
        try await press(keys.map(\.rawValue))
    }

    /// Calls `body` while a key is held down.
    func hold<Value>(_ key: Key, _ body: () async throws -> Value) async throws -> Value {
        func change(_ type: String) async throws {
            let action = Action(type: type, value: key.rawValue)
            try await perform(Source(type: "key", id: "keyboard", actions: [action]))
        }
        try await change("keyDown")
        let value = try await body()
        try await change("keyUp")
        return value
    }

    /// Types characters as keys in the focused element.
    func type(_ text: String) async throws {
        try await press(text.map(String.init))
    }

    private func press(_ keys: [String]) async throws {
        let actions = keys.flatMap { [Action(type: "keyDown", value: $0), Action(type: "keyUp", value: $0)] }
        try await perform(Source(type: "key", id: "keyboard", actions: actions))
    }

    /// Scrolls with the mouse wheel over a point, the given number of times by the given CSS pixels.
    func turnWheel(by pixels: Int, times: Int, at point: Point) async throws {
        let turn = Action(
            type: "scroll", duration: 0, x: Int(point.x), y: Int(point.y), deltaX: 0, deltaY: pixels,
            origin: "viewport")
        try await perform(Source(type: "wheel", id: "wheel", actions: Array(repeating: turn, count: times)))
    }

    /// Presses the mouse button at the first point, moves along the others and releases it at the last one.
    func drag(along points: [Point]) async throws {
        let moves = points.map { point in
            Action(type: "pointerMove", duration: 30, x: Int(point.x), y: Int(point.y), origin: "viewport")
        }
        let press = Action(type: "pointerDown", button: 0)
        let actions = moves.prefix(1) + [press] + moves.dropFirst() + [Action(type: "pointerUp", button: 0)]
        try await perform(Source(type: "pointer", id: "mouse", actions: Array(actions)))
    }

    /// Presses and releases the right mouse button at a point.
    func rightClick(at point: Point) async throws {
        let move = Action(type: "pointerMove", duration: 30, x: Int(point.x), y: Int(point.y), origin: "viewport")
        let actions = [move, Action(type: "pointerDown", button: 2), Action(type: "pointerUp", button: 2)]
        try await perform(Source(type: "pointer", id: "mouse", actions: actions))
    }

    /// Moves the mouse to a point without pressing a button.
    func movePointer(to point: Point) async throws {
        let move = Action(
            type: "pointerMove", duration: 30, x: Int(point.x), y: Int(point.y), origin: "viewport")
        try await perform(Source(type: "pointer", id: "mouse", actions: [move]))
    }

    private func perform(_ source: Source) async throws {
        try await post("actions", ["actions": [source]])
    }
}
