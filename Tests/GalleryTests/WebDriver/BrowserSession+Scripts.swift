import AlbumenTestSupport
import Foundation

extension BrowserSession {
    private struct Script: Encodable {
        let script: String
        let args: [Argument]
    }

    private struct Argument: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    private struct Look: Decodable {
        let isMet: Bool
        let failure: String?
    }

    /// Runs the body of a function in the page and returns its result. If that is a promise, waits until it's settled.
    ///
    /// - Parameter arguments: The values of the body's `arguments`.
    func evaluate<Value: Decodable>(
        _ script: String, _ arguments: any Encodable..., as type: Value.Type = Value.self
    ) async throws -> Value {
        let script = Script(script: script, args: arguments.map(Argument.init))
        return try await post("execute/sync", script, as: Value.self)
    }

    /// Runs the body of a function in the page.
    func run(_ script: String, _ arguments: any Encodable...) async throws {
        let script = Script(script: script, args: arguments.map(Argument.init))
        try await post("execute/sync", script)
    }

    /// Waits until an expression is true in the page, even while another page replaces it.
    ///
    /// An expression that throws isn't true yet.
    func wait(for expression: String, _ arguments: any Encodable...) async throws {
        let body = """
            const met = async function () { return Boolean(await (\(expression))); };
            let failure = null;
            for (const end = performance.now() + 1000; performance.now() < end;) {
              try {
                failure = null;
                if (await met.apply(null, arguments)) return { isMet: true };
              } catch (error) {
                failure = String(error);
              }
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
            return { isMet: false, failure };
            """
        let script = Script(script: body, args: arguments.map(Argument.init))
        let end = TestPatience.endDate
        var last = "nothing"
        repeat {
            do {
                let look = try await post("execute/sync", script, as: Look.self)
                if look.isMet { return }
                last = look.failure ?? "false"
            } catch let error as WebDriverError where ["javascript error", "unknown error"].contains(error.code) {
                // The page that evaluated the expression is gone.
                last = error.message
            }
        } while Date() < end
        throw WebDriverError(code: "waited in vain", message: "\(expression) is \(last)")
    }
}
