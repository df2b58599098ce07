extension BrowserSession {
    /// Returns the names of the browser's windows.
    func windows() async throws -> [String] {
        try await get("window/handles")
    }

    /// Returns the name of the window that receives the commands.
    func window() async throws -> String {
        try await get("window")
    }

    /// Sends all further commands to another window.
    func use(window: String) async throws {
        try await post("window", ["handle": window])
    }

    /// Opens another window, and sends all further commands to it.
    func openWindow() async throws {
        struct Window: Decodable {
            let handle: String
        }
        let new: Window = try await post("window/new", ["type": "window"], as: Window.self)
        try await use(window: new.handle)
    }

    /// Waits until a window exists that wasn't there before, and sends all further commands to it.
    func useNewWindow(besides before: [String]) async throws {
        let end = ContinuousClock.now + .seconds(60)
        repeat {
            if let new = try await windows().first(where: { !before.contains($0) }) {
                try await use(window: new)
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        } while ContinuousClock.now < end
        throw WebDriverError(code: "waited in vain", message: "No other window opened.")
    }
}
