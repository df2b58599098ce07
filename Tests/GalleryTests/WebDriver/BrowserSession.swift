import AlbumenTestSupport
import Foundation
import NIOHTTP1

/// One Chromium with one page and its own profile.
final class BrowserSession: Sendable {
    private struct NewSession: Decodable {
        let sessionId: String
    }

    /// A value that isn't needed, such as null.
    struct Nothing: Decodable, Sendable {
        init(from decoder: any Decoder) throws {}
    }

    private let driver: ChromeDriver
    private let identifier: String
    private let profile: TemporaryFolder

    init(_ options: BrowserOptions = BrowserOptions()) async throws {
        driver = try ChromeDriver.shared
        profile = try TemporaryFolder()
        let capabilities = BrowserCapabilities(options, profile: profile.path)
        let session: NewSession = try await driver.send(.POST, "session", JSONEncoder().encode(capabilities))
        identifier = session.sessionId
        try await post("timeouts", ["script": 240_000, "pageLoad": 120_000])
        try await emulate(options)
        try await prepareNewPages(options)
    }

    /// Runs `body` with a browser. Closes the browser when `body` returns or throws.
    static func with<Value>(
        _ options: BrowserOptions = BrowserOptions(), _ body: (BrowserSession) async throws -> Value
    ) async throws -> Value {
        let browser = try await BrowserSession(options)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(browser))
        } catch {
            result = .failure(error)
        }
        try await browser.close()
        return try result.get()
    }

    func close() async throws {
        let _: Nothing? = try await driver.send(.DELETE, "session/\(identifier)")
    }

    // MARK: Commands

    func get<Value: Decodable>(_ command: String, as type: Value.Type = Value.self) async throws -> Value {
        try await driver.send(.GET, "session/\(identifier)/\(command)")
    }

    func post<Value: Decodable>(
        _ command: String, _ body: some Encodable, as type: Value.Type
    ) async throws -> Value {
        try await driver.send(.POST, "session/\(identifier)/\(command)", JSONEncoder().encode(body))
    }

    func post(_ command: String, _ body: some Encodable) async throws {
        let _: Nothing? = try await post(command, body, as: Nothing?.self)
    }

    // MARK: Pages

    /// Opens an address and waits until its page is loaded.
    func open(_ address: String) async throws {
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

    /// Returns the first element that matches a CSS selector.
    func find(_ selector: String) async throws -> WebElement {
        let reference: WebElement.Reference = try await post(
            "element", ["using": "css selector", "value": selector], as: WebElement.Reference.self)
        return WebElement(reference, in: self)
    }
}
