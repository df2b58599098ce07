import Foundation
import Glibc
import Synchronization

/// A proxy between a client and a store, which disturbs requests as a test says. Each connection has one request.
package final class FaultProxy: Sendable {
    package enum Fault: Sendable {
        /// Ends the connection before the store gets the request.
        case refused
        /// Ends both connections after so many bytes of the request's body.
        case requestCut(after: Int)
        /// Passes the request on, and ends the connection without the answer.
        case answerLost
        /// Ends the connection after so many bytes of the answer's body.
        case answerCut(after: Int)
        /// Answers without the store.
        case answered(Int, String, fields: [String: String] = [:])
        /// Passes the request on without the condition `If-None-Match`. Only a store that checks no signature accepts it.
        case conditionIgnored
        /// Changes a byte of the request's body.
        case requestDamaged(at: Int)
        /// Changes a byte of the answer's body.
        case answerDamaged(at: Int)
        /// Takes the request, and sends nothing until the client leaves.
        case silent
        /// Sends the head of the answer and a byte, and nothing else until the client leaves.
        case answerStalls
        /// Sends the answer's body slowly, in bytes per second.
        case answerSlow(Int)
        /// Sends 50 bytes of the answer's body per second, one by one.
        case answerTrickles
    }

    package struct Request: Sendable {
        package let method: String
        /// The path and the query.
        package let path: String
        package let bodySize: Int
        /// Whether the request has the condition `If-None-Match`.
        package let isConditional: Bool
        /// The number of the request, from 1.
        package var number: Int
    }

    /// Returns the fault of a request, or `nil` for none. Called on the thread of a connection.
    package typealias Plan = @Sendable (Request) -> Fault?

    package let port: UInt16
    private let socket: Int32
    private let upstream: UInt16
    private let plan: Plan
    private let log = Mutex<[Request]>([])
    private let sent = Mutex<[Int: Int]>([:])
    private let running = Mutex(0)

    /// - Parameters:
    ///   - address: The store.
    ///   - plan: The faults.
    package init(to address: String, _ plan: @escaping Plan) throws {
        guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw CocoaError(.formatting)
        }
        upstream = port
        self.plan = plan
        (socket, self.port) = try LoopbackSocket.listen()
        let socket = socket
        Thread.detachNewThread { [weak self] in
            while let connection = LoopbackSocket.accept(socket) {
                guard let self else {
                    close(connection)
                    return
                }
                Thread.detachNewThread {
                    self.serve(connection)
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    package var address: String { "http://127.0.0.1:\(port)" }
    /// The requests so far, in order.
    package var requests: [Request] { log.withLock { $0 } }

    /// Returns the number of bytes of an answer's body that were sent, or `nil` if it hasn't ended.
    package func sentByteCount(of request: Request) -> Int? { sent.withLock { $0[request.number] } }

    /// Whether the store has answered all requests, also those whose client has left.
    package var isIdle: Bool { running.withLock { $0 == 0 } }

    private func serve(_ connection: Int32) {
        running.withLock { $0 += 1 }
        defer { running.withLock { $0 -= 1 } }
        var input = Input(connection)
        guard let head = input.head() else { return }
        var lines = head.components(separatedBy: "\r\n")
        let start = lines[0].split(separator: " ")
        let length =
            lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        let request = log.withLock { log in
            let request = Request(
                method: String(start[0]), path: String(start[1]), bodySize: length,
                isConditional: lines.contains(where: Self.isCondition), number: log.count + 1)
            log.append(request)
            return request
        }
        let fault = plan(request)
        switch fault {
        case .refused: return
        case .silent:
            var byte: UInt8 = 0
            while recv(connection, &byte, 1, 0) > 0 {}
            return
        case .answered(let status, let body, let fields):
            guard input.body(length) != nil else { return }
            var text = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n"
            for (name, value) in fields { text += "\(name): \(value)\r\n" }
            Sockets.send(Data((text + "\r\n" + (request.method == "HEAD" ? "" : body)).utf8), connection)
            return
        case .conditionIgnored: lines.removeAll(where: Self.isCondition)
        default: break
        }
        guard let store = LoopbackSocket.connect(upstream) else { return }
        defer { close(store) }
        Sockets.send(Data((lines + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8), store)
        let limit: Int? = if case .requestCut(let count) = fault { count } else { nil }
        guard var body = input.body(min(length, limit ?? length)) else { return }
        if case .requestDamaged(let offset) = fault, offset < body.count { body[offset] ^= 1 }
        Sockets.send(body, store)
        guard limit == nil else { return }
        pass(store, to: connection, fault, number: request.number)
    }

    private static func isCondition(_ line: String) -> Bool { line.lowercased().hasPrefix("if-none-match:") }

    private func pass(_ store: Int32, to connection: Int32, _ fault: Fault?, number: Int) {
        var output = Input(store)
        guard let head = output.head() else { return }
        if case .answerLost = fault { return }
        Sockets.send(Data((head + "\r\n\r\n").utf8), connection)
        var count = 0
        defer { sent.withLock { $0[number] = count } }
        while var piece = output.piece() {
            switch fault {
            case .answerCut(let end):
                guard count + piece.count < end else {
                    Sockets.send(piece.prefix(max(0, end - count)), connection)
                    return
                }
            case .answerDamaged(let offset):
                if (count..<count + piece.count).contains(offset) { piece[piece.startIndex + offset - count] ^= 1 }
            case .answerStalls:
                Sockets.send(piece.prefix(1), connection)
                // Until the client closes its end.
                var byte: UInt8 = 0
                _ = recv(connection, &byte, 1, 0)
                return
            case .answerTrickles:
                for byte in piece {
                    guard Sockets.send(Data([byte]), connection) else { return }
                    usleep(20_000)
                }
                continue
            case .answerSlow(let rate):
                let (start, first) = (ContinuousClock.now, count)
                while !piece.isEmpty {
                    let part = piece.prefix(16 << 10)
                    guard Sockets.send(part, connection) else { return }
                    count += part.count
                    piece = piece.dropFirst(part.count)
                    let due = start + .microseconds((count - first) * 1_000_000 / max(1, rate))
                    let rest = (due - .now).components
                    if rest.seconds >= 0, rest.attoseconds > 0 {
                        usleep(UInt32(rest.seconds * 1_000_000 + rest.attoseconds / 1_000_000_000_000))
                    }
                }
                continue
            default: break
            }
            guard Sockets.send(piece, connection) else { return }
            count += piece.count
        }
    }
}

/// The bytes that arrive at a socket.
private struct Input {
    private let socket: Int32
    private var bytes = Data()

    init(_ socket: Int32) {
        self.socket = socket
    }

    /// Returns the lines of a head without the empty one, or `nil` if the connection ends.
    mutating func head() -> String? {
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = bytes.firstRange(of: end) {
                let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
                bytes = Data(bytes[range.upperBound...])
                return head
            }
            guard receive() else { return nil }
        }
    }

    /// Returns a body of a known length, or `nil` if the connection ends.
    mutating func body(_ length: Int) -> Data? {
        while bytes.count < length { guard receive() else { return nil } }
        defer { bytes = Data(bytes.dropFirst(length)) }
        return Data(bytes.prefix(length))
    }

    /// Returns the next bytes, or `nil` at the end.
    mutating func piece() -> Data? {
        if bytes.isEmpty, !receive() { return nil }
        defer { bytes = Data() }
        return bytes
    }

    private mutating func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        bytes.append(contentsOf: buffer[..<count])
        return true
    }
}

private enum Sockets {
    /// Returns whether all bytes were sent.
    @discardableResult
    static func send(_ bytes: Data, _ socket: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
