/// A line of the browser's console: output of scripts, uncaught errors, failed requests and violations of the policy.
struct ConsoleEntry: Decodable, Sendable, CustomStringConvertible {
    let level: String
    let message: String

    /// Chromium reports how this machine draws WebGL without a graphics card. That is no fault of the page.
    var isComplaint: Bool { ["SEVERE", "WARNING"].contains(level) && !message.contains("WebGL") }
    var description: String { "\(level): \(message)" }
}

/// A cookie in the browser.
struct BrowserCookie: Decodable, Sendable {
    let name: String
    let value: String
    let path: String
    let httpOnly: Bool
    let sameSite: String
}

extension BrowserSession {
    /// Returns the console's new lines since the last call.
    func takeConsole() async throws -> [ConsoleEntry] {
        try await post("se/log", ["type": "browser"], as: [ConsoleEntry].self)
    }

    /// Returns the cookies that the browser would send to the page's server.
    func cookies() async throws -> [BrowserCookie] {
        try await get("cookie")
    }
}
