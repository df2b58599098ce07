import AlbumenTestSupport
import Testing

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

    /// Closes the window that receives the commands, and sends all further commands to another window.
    func closeWindow(returningTo other: String) async throws {
        try await closeWindow()
        try await use(window: other)
    }

    /// Waits until a window exists that wasn't there before, and sends all further commands to it.
    func useNewWindow(besides before: [String]) async throws {
        var new: String?
        try await waitUntil("No other window opened.") {
            new = try await windows().first { !before.contains($0) }
            return new != nil
        }
        try await use(window: #require(new))
    }
}
