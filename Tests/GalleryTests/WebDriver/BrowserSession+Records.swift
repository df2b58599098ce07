/// A line of the browser's console: what scripts write, uncaught errors, failed requests, breaches of the policy.
struct ConsoleEntry: Decodable, Sendable, CustomStringConvertible {
    let level: String
    let message: String

    var isComplaint: Bool { level == "SEVERE" || level == "WARNING" }
    var description: String { "\(level): \(message)" }
}

/// A cookie as the browser keeps it.
struct BrowserCookie: Decodable, Sendable {
    let name: String
    let value: String
    let path: String
    let httpOnly: Bool
    let sameSite: String
}

extension BrowserSession {
    /// What the console told since it was last read.
    func takeConsole() async throws -> [ConsoleEntry] {
        try await post("se/log", ["type": "browser"], as: [ConsoleEntry].self)
    }

    /// The cookies that the browser would send to the page's server.
    func cookies() async throws -> [BrowserCookie] {
        try await get("cookie")
    }
}
