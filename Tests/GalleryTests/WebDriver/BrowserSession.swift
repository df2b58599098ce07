import AlbumenTestSupport
import Foundation
import Synchronization

/// A page in Chromium, in a window of its own.
final class BrowserSession: Sendable {
    typealias Nothing = BrowserProcess.Nothing

    private let process: BrowserProcess
    private let origins = Mutex<Set<String>>([])

    private init(in process: BrowserProcess, _ options: BrowserOptions) async throws {
        self.process = process
        try await emulate(options)
        try await prepareNewPages(options)
    }

    /// Runs `body` with a browser that nothing else uses. Closes its windows when `body` returns or throws.
    static func with<Value>(
        _ options: BrowserOptions = BrowserOptions(), _ body: (BrowserSession) async throws -> Value
    ) async throws -> Value {
        let process = try await BrowserProcess.take(BrowserStartOptions(options))
        let value: Value
        let session: BrowserSession
        do {
            session = try await BrowserSession(in: process, options)
            value = try await body(session)
        } catch {
            // The next test isn't to meet what this one has done. The browser may have ended.
            try? await process.quit()
            throw error
        }
        try await process.giveBack(origins: session.origins.withLock { $0 })
        return value
    }

    /// Runs `body` with a browser of its own, and then ends it. Another browser with the same profile has its cookies.
    static func with<Value>(
        profile: TemporaryFolder, _ options: BrowserOptions = BrowserOptions(),
        _ body: (BrowserSession) async throws -> Value
    ) async throws -> Value {
        let process = try await BrowserProcess(BrowserStartOptions(options), profile: profile)
        do {
            let value = try await body(try await BrowserSession(in: process, options))
            try await process.quit()
            return value
        } catch {
            // The test's error matters more. The browser may have ended.
            try? await process.quit()
            throw error
        }
    }

    // MARK: Commands

    func get<Value: Decodable>(_ command: String, as type: Value.Type = Value.self) async throws -> Value {
        try await process.get(command)
    }

    func post<Value: Decodable>(
        _ command: String, _ body: some Encodable, as type: Value.Type
    ) async throws -> Value {
        try await process.post(command, body)
    }

    func post(_ command: String, _ body: some Encodable) async throws {
        let _: Nothing? = try await post(command, body, as: Nothing?.self)
    }

    /// Closes the window that receives the commands.
    func closeWindow() async throws {
        try await process.delete("/window")
    }

    // MARK: Pages

    /// Opens an address and waits until its page is loaded.
    func open(_ address: String) async throws {
        if let origin = address.firstMatch(of: /^https?:\/\/[^\/]+/) {
            origins.withLock { _ = $0.insert(String(origin.output)) }
        }
        try await post("url", ["url": address])
    }

    func reload() async throws {
        try await post("refresh", [String: String]())
    }

    /// Goes back like the browser's Back button.
    func goBack() async throws {
        try await post("back", [String: String]())
    }

    /// Returns a PNG of the window's content.
    func screenshot() async throws -> Data {
        let text: String = try await get("screenshot")
        guard let data = Data(base64Encoded: text) else {
            throw WebDriverError(code: "screenshot", message: "The screenshot is not Base64.")
        }
        return data
    }

    // MARK: Elements

    /// Returns the first element that matches a CSS selector. Waits until there is one, because pages draw what they have
    /// loaded.
    func find(_ selector: String) async throws -> WebElement {
        try await wait(for: "document.querySelector(arguments[0]) !== null", selector)
        let reference: WebElement.Reference = try await post(
            "element", ["using": "css selector", "value": selector], as: WebElement.Reference.self)
        return WebElement(reference, in: self)
    }
}
