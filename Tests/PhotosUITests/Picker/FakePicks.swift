import AlbumenTestSupport
import Foundation

/// Picks as the server of a library has them, for tests of the client alone. A test does what the user would do.
///
/// Its lock is an `NSCondition`, because the connections' threads wait for changes.
// Unchecked because the condition guards all state.
final class FakePicks: @unchecked Sendable {
    static let token = "secret"

    private let condition = NSCondition()
    private var revision = 1
    private var state = "waiting"
    private var items = "[]"
    private var isDeleted = false
    private var requests: [String] = []
    private var created: Data?
    private var files: [String: @Sendable () -> ScriptedServer.Answer] = [:]
    private let server = Server()

    private final class Server: @unchecked Sendable {
        var value: ScriptedServer?
    }

    init() throws {
        server.value = try ScriptedServer { [weak self] in self?.answer($0) ?? ScriptedServer.Answer(410) }
    }

    var address: String { server.value?.address ?? "" }
    var environment: [String: String] { ["ALBUMEN_SERVER": address, "ALBUMEN_CLIENT": "Test"] }

    // MARK: What the user does

    func set(_ state: String, _ items: [String] = []) {
        change {
            self.state = state
            self.items = "[\(items.joined(separator: ", "))]"
        }
    }

    func stop() {
        server.value?.stop()
        change { isDeleted = true }
    }

    /// - Parameter path: The path below the item, such as `A/public.jpeg`.
    func addFile(_ path: String, _ answer: @escaping @Sendable () -> ScriptedServer.Answer) {
        change { files["/api/picks/1/items/\(path)"] = answer }
    }

    func addFile(_ path: String, _ bytes: Data) {
        addFile(path) { ScriptedServer.Answer(200, bytes) }
    }

    static func item(
        _ token: String, name: String = "IMG_0001", kind: String = "image", identifier: String? = nil,
        isPreselected: Bool = false, files: [(type: String, name: String, bytes: Int?)] = [],
        pairedVideo: (type: String, name: String, bytes: Int?)? = nil
    ) -> String {
        func file(_ file: (type: String, name: String, bytes: Int?)) -> String {
            let bytes = file.bytes.map { "\($0)" } ?? "null"
            return "{\"type\": \"\(file.type)\", \"name\": \"\(file.name)\", \"bytes\": \(bytes)}"
        }
        let identifier = identifier.map { "\"\($0)\"" } ?? "null"
        let video = pairedVideo.map(file) ?? "null"
        // Nothing else is known of a preselected asset.
        let (name, kind) = isPreselected ? ("null", "null") : ("\"\(name)\"", "\"\(kind)\"")
        return """
            {"item": "\(token)", "identifier": \(identifier), "name": \(name), "kind": \(kind),
            "isPreselected": \(isPreselected), "representations": [\(files.map(file).joined(separator: ", "))],
            "pairedVideo": \(video)}
            """
    }

    // MARK: What the app did

    /// The body of the request for the pick.
    var request: [String: Any]? {
        get throws {
            condition.lock()
            defer { condition.unlock() }
            return try created.map { try JSONSerialization.jsonObject(with: $0) as? [String: Any] ?? [:] }
        }
    }

    /// Waits for a change or deletion of the pick, which is its method and body. Doesn't block a thread of Swift's
    /// pool.
    func next(_ position: Int) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.condition.lock()
                while self.requests.count <= position { self.condition.wait() }
                let request = self.requests[position]
                self.condition.unlock()
                continuation.resume(returning: request)
            }
        }
    }

    var requestCount: Int {
        condition.lock()
        defer { condition.unlock() }
        return requests.count
    }

    /// Waits until the app has created the pick.
    func creation() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.condition.lock()
                while self.created == nil { self.condition.wait() }
                self.condition.unlock()
                continuation.resume()
            }
        }
    }

    // MARK: Answers

    private func change(_ body: () -> Void) {
        condition.lock()
        body()
        revision += 1
        condition.broadcast()
        condition.unlock()
    }

    private func answer(_ request: ScriptedServer.Request) -> ScriptedServer.Answer {
        if request.method == "POST", request.path == "/api/picks" {
            change { created = request.body }
            return .json(
                201, "{\"number\": \"1\", \"page\": \"\(address)/pick/1\", \"token\": \"\(Self.token)\"}")
        }
        guard request.fields["authorization"] == "Bearer \(Self.token)" else { return Self.missing }
        let path = request.path.split(separator: "?")
        if path[0] == "/api/picks/1" { return answer(request, after: Int(path.last?.split(separator: "=").last ?? "")) }
        condition.lock()
        let file = files[request.path.removingPercentEncoding ?? ""]
        condition.unlock()
        return file?() ?? Self.missing
    }

    private static let missing = ScriptedServer.Answer.json(
        404, "{\"error\": {\"code\": \"notFound\", \"message\": \"There is no such file.\"}}")

    private func answer(_ request: ScriptedServer.Request, after known: Int?) -> ScriptedServer.Answer {
        switch request.method {
        case "GET": return wait(after: known ?? 0)
        case "DELETE":
            change {
                requests.append("DELETE")
                isDeleted = true
            }
            return ScriptedServer.Answer(204)
        default:
            change { requests.append("\(request.method) \(String(decoding: request.body, as: UTF8.self))") }
            return wait(after: 0)
        }
    }

    private func wait(after known: Int) -> ScriptedServer.Answer {
        condition.lock()
        defer { condition.unlock() }
        // Like a real server, it answers without a change before the client gives up.
        let end = Date(timeIntervalSinceNow: 20)
        while revision <= known, !isDeleted, condition.wait(until: end) {}
        if isDeleted { return .json(410, "{\"error\": {\"code\": \"gone\", \"message\": \"The choice has ended.\"}}") }
        return .json(200, "{\"revision\": \(revision), \"state\": \"\(state)\", \"items\": \(items)}")
    }
}
