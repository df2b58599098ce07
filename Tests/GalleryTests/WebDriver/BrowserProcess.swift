import AlbumenTestSupport
import Foundation
import NIOHTTP1
import Synchronization

/// One Chromium with its own profile, controlled by a session of the WebDriver protocol. Tests use it one after another,
/// each with its own window, and without cookies or stored data of the former one.
final class BrowserProcess: Sendable {
    private struct NewSession: Decodable {
        let sessionId: String
    }

    private struct NewWindow: Decodable {
        let handle: String
    }

    private let driver: ChromeDriver
    private let identifier: String
    private let profile: TemporaryFolder
    private let options: BrowserStartOptions

    /// - Parameter profile: The folder of a former process whose cookies the new one has, or `nil` for a new folder.
    init(_ options: BrowserStartOptions, profile folder: TemporaryFolder? = nil) async throws {
        driver = try ChromeDriver.shared
        profile = try folder ?? TemporaryFolder()
        let capabilities = BrowserCapabilities(options, profile: profile.path)
        let session: NewSession = try await driver.send(.POST, "session", JSONEncoder().encode(capabilities))
        (identifier, self.options) = (session.sessionId, options)
        let _: Nothing? = try await post("timeouts", ["script": 900_000, "pageLoad": 900_000])
    }

    /// A value that isn't needed, such as null.
    struct Nothing: Decodable, Sendable {
        init(from decoder: any Decoder) throws {}
    }

    func get<Value: Decodable>(_ command: String) async throws -> Value {
        try await driver.send(.GET, "session/\(identifier)/\(command)")
    }

    func post<Value: Decodable>(_ command: String, _ body: some Encodable) async throws -> Value {
        try await driver.send(.POST, "session/\(identifier)/\(command)", JSONEncoder().encode(body))
    }

    func delete(_ command: String = "") async throws {
        let _: Nothing? = try await driver.send(.DELETE, "session/\(identifier)\(command)")
    }

    /// Ends Chromium.
    func quit() async throws {
        try await delete()
    }
}

extension BrowserProcess {
    /// The processes that no test uses, the longest unused first.
    private static let idle = Mutex<[BrowserProcess]>([])
    private static let idleLimit = 4

    /// Returns a process that was started with some options, and starts one if all are in use.
    static func take(_ options: BrowserStartOptions) async throws -> BrowserProcess {
        let known = idle.withLock { idle in
            idle.lastIndex { $0.options == options }.map { idle.remove(at: $0) }
        }
        if let known { return known }
        return try await BrowserProcess(options)
    }

    /// Forgets what a test did, and keeps the process for another test. Ends the process if that fails.
    ///
    /// - Parameter origins: The origins of the pages that the test opened.
    func giveBack(origins: Set<String>) async throws {
        do {
            try await forgetTest(origins: origins)
        } catch {
            return try await quit()
        }
        let surplus = Self.idle.withLock { idle in
            idle.append(self)
            return idle.count > Self.idleLimit ? idle.removeFirst() : nil
        }
        try await surplus?.quit()
    }

    private func forgetTest(origins: Set<String>) async throws {
        let old: [String] = try await get("window/handles")
        var new: NewWindow?
        // Any of the windows may be closing itself.
        for window in old where new == nil {
            try await unlessClosed {
                try await use(window)
                new = try await post("window/new", ["type": "window"])
            }
        }
        guard let new else { throw WebDriverError(code: "no such window", message: "All windows are closed.") }
        for window in old {
            try await unlessClosed {
                try await use(window)
                try await delete("/actions")
                try await delete("/window")
            }
        }
        try await use(new.handle)
        for origin in origins {
            try await forget("Storage.clearDataForOrigin", ["origin": origin, "storageTypes": "all"])
        }
        try await forget("Network.clearBrowserCookies")
        try await forget("Network.clearBrowserCache")
        let _: [ConsoleEntry] = try await post("se/log", ["type": "browser"])
    }

    private func unlessClosed(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as WebDriverError where error.code == "no such window" {
            // There is nothing to close.
        }
    }

    private func use(_ window: String) async throws {
        let _: Nothing? = try await post("window", ["handle": window])
    }

    private struct Command: Encodable {
        let cmd: String
        let params: [String: String]
    }

    private func forget(_ command: String, _ parameters: [String: String] = [:]) async throws {
        let _: Nothing? = try await post("goog/cdp/execute", Command(cmd: command, params: parameters))
    }
}
