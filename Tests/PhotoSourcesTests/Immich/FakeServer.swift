import Foundation
import Synchronization

/// A server of HTTP/1.1 on this machine.
final class FakeServer: Sendable {
    struct Request: Sendable {
        var method: String
        var target: String
        /// With names in lower case.
        var fields: [String: String]
        var body: Data
    }

    struct Response: Sendable {
        var status = 200
        var fields = ["Content-Type": "application/json; charset=utf-8"]
        var body = Data()
        /// The bytes of the body that are sent before the connection is closed, or `nil` for all.
        var sentCount: Int?
        /// Whether the connection is closed without an answer.
        var isDropped = false

        static func json(_ text: String, status: Int = 200) -> Response {
            Response(status: status, body: Data(text.utf8))
        }
    }

    typealias Responder = @Sendable (Request) -> Response

    let port: UInt16
    private let listener: Int32
    private let respond: Responder
    private let log = Mutex<[Request]>([])

    init(_ respond: @escaping Responder) throws {
        self.respond = respond
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isReady = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard listener >= 0, isReady else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                guard let self else {
                    Glibc.close(connection)
                    return
                }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    var address: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { log.withLock { $0 } }

    /// Ends the server. New connections are refused.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
    }

    private func serve(_ connection: Int32) {
        defer { Glibc.close(connection) }
        var input = Data()
        while let request = Self.request(from: connection, &input) {
            log.withLock { $0.append(request) }
            let response = respond(request)
            guard !response.isDropped else { return }
            var head = "HTTP/1.1 \(response.status) Status\r\nContent-Length: \(response.body.count)\r\n"
            for (name, value) in response.fields { head += "\(name): \(value)\r\n" }
            var output = Data((head + "\r\n").utf8)
            if request.method != "HEAD" { output += response.body.prefix(response.sentCount ?? .max) }
            guard Self.send(output, to: connection), response.sentCount == nil else { return }
        }
    }

    private static func request(from connection: Int32, _ input: inout Data) -> Request? {
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = input.range(of: end) {
                let lines = String(decoding: input[..<range.lowerBound], as: UTF8.self)
                    .components(separatedBy: "\r\n")
                let words = lines[0].split(separator: " ")
                var fields: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    if parts.count == 2 {
                        fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
                    }
                }
                let count = fields["content-length"].flatMap { Int($0) } ?? 0
                if input.count - range.upperBound >= count, words.count > 1 {
                    let body = input[range.upperBound..<range.upperBound + count]
                    input = Data(input[(range.upperBound + count)...])
                    return Request(
                        method: String(words[0]), target: String(words[1]), fields: fields, body: Data(body))
                }
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &buffer, buffer.count, 0)
            // The start of encryption isn't HTTP.
            guard count > 0, !(input.isEmpty && buffer[0] == 0x16) else { return nil }
            input += Data(buffer[..<count])
        }
    }

    private static func send(_ data: Data, to connection: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(
                    connection, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }
}
