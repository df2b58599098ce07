import AlbumenTestSupport
import Foundation
import NIOHTTP1

/// The program `chromedriver`, which controls Chromium over HTTP. All tests share one.
final class ChromeDriver: Sendable {
    static let isPresent = [executable, shell].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false))
    }
    static let absence =
        "Chromium is not installed (Debian's packages chromium-headless-shell and chromium-driver)"

    static let browser = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "headless-chromium")
    private static let shell = URL(fileURLWithPath: "/usr/lib/chromium/chromium-headless-shell")
    private static let executable = URL(fileURLWithPath: "/usr/bin/chromedriver")
    private static let sharedDriver = Result { try ChromeDriver() }

    /// - Throws: An error if the program doesn't start.
    static var shared: ChromeDriver { get throws { try sharedDriver.get() } }

    private let port: Int
    private let program: ProgramRun

    /// A page of the driver itself. For a browser, it's the same site as each server of this machine, but another
    /// origin.
    var page: String { "http://127.0.0.1:\(port)/status" }

    private init() throws {
        let temporary = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        program = try LeashedProgram.start(
            Self.executable, ["--port=0"],
            environment: ["HOME": temporary, "TMPDIR": temporary, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
            timeLimitInSeconds: 3600)
        var found: Int?
        _ = program.waitForOutput { output in
            found = output.firstMatch(of: /started successfully on port ([0-9]+)/).flatMap { Int($0.1) }
            return found != nil
        }
        guard let found else {
            throw WebDriverError(code: "no driver", message: "chromedriver ended without a port.")
        }
        port = found
    }

    /// Sends a command of the WebDriver protocol and returns its value.
    ///
    /// - Parameter body: The body in JSON, or `nil` for commands without a body.
    /// - Throws: `WebDriverError` if the driver refuses the command, or doesn't answer.
    func send<Value: Decodable>(
        _ method: HTTPMethod, _ path: String, _ body: Data? = nil, as type: Value.Type = Value.self
    ) async throws -> Value {
        let answer = try await withTimeLimit("\(method) \(path)") { [port] in
            try await LocalHTTP.send(
                method, "/" + path, toPort: port, headers: ["Content-Type": "application/json; charset=utf-8"],
                body: body)
        }
        guard answer.status == 200 else {
            throw try JSONDecoder().decode(Reply<WebDriverError>.self, from: answer.body).value
        }
        return try JSONDecoder().decode(Reply<Value>.self, from: answer.body).value
    }

    /// Gives the driver longer than it gives to scripts and pages.
    private func withTimeLimit<Value: Sendable>(
        _ command: String, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(for: .seconds(TestPatience.programSeconds))
                throw WebDriverError(code: "timeout", message: "chromedriver didn't answer \(command).")
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    private struct Reply<Value: Decodable>: Decodable {
        let value: Value
    }
}
