package import Foundation
import Glibc
import Synchronization

/// An HTTP server of a test, on a free port of 127.0.0.1. Each connection has one request, and its own thread.
package final class ScriptedServer: Sendable {
    package struct Request: Sendable {
        package let method: String
        /// The path with the query.
        package let path: String
        /// The fields, with names in lower case.
        package let fields: [String: String]
        package let body: Data
    }

    package struct Answer: Sendable {
        package var status: Int
        package var fields: [String: String] = [:]
        package var body: Data
        /// Ends the connection after so many bytes of the body.
        package var end: Int?
        /// Called before the second half of the body is sent.
        package var pause: (@Sendable () -> Void)?
        /// Called when the connection accepts no more bytes until the client reads.
        package var stall: (@Sendable () -> Void)?

        package init(_ status: Int = 200, _ body: Data = Data()) {
            self.status = status
            self.body = body
        }

        package static func json(_ status: Int, _ text: String) -> Answer {
            Answer(status, Data(text.utf8))
        }
    }

    package let port: UInt16
    private let socket: Int32
    private let handler: @Sendable (Request) -> Answer
    private let isStopped = Mutex(false)

    /// - Parameter handler: Called on the thread of a connection.
    package init(_ handler: @escaping @Sendable (Request) -> Answer) throws {
        self.handler = handler
        let (listener, port) = try LoopbackSocket.listen()
        (socket, self.port) = (listener, port)
        Thread.detachNewThread { [weak self] in
            while let connection = LoopbackSocket.accept(listener) {
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

    package var address: String { "http://127.0.0.1:\(port)" }

    deinit {
        stop()
        close(socket)
    }

    /// Refuses new connections.
    package func stop() {
        let wasStopped = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return isStopped
        }
        if !wasStopped { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private func serve(_ connection: Int32) {
        guard let request = Self.read(connection) else { return }
        let answer = handler(request)
        var head = "HTTP/1.1 \(answer.status) Status\r\nContent-Length: \(answer.body.count)\r\nConnection: close\r\n"
        for (name, value) in answer.fields { head += "\(name): \(value)\r\n" }
        var bytes = Data((head + "\r\n").utf8)
        if request.method != "HEAD" {
            let body = answer.body.prefix(answer.end ?? answer.body.count)
            if let pause = answer.pause {
                guard Self.send(bytes + body.prefix(body.count / 2), connection, answer.stall) else { return }
                pause()
                bytes = Data(body.dropFirst(body.count / 2))
            } else {
                bytes += body
            }
        }
        _ = Self.send(bytes, connection, answer.stall)
    }

    /// Returns `false` if the client closes the connection before.
    private static func send(_ bytes: Data, _ connection: Int32, _ stall: (@Sendable () -> Void)?) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                guard count < 0, errno == EAGAIN else { return false }
                stall?()
                var event = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
                poll(&event, 1, -1)
            }
        }
        return true
    }

    private static func read(_ connection: Int32) -> Request? {
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        func readMore() -> Bool {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            bytes.append(contentsOf: buffer[..<count])
            return true
        }
        let end = Data("\r\n\r\n".utf8)
        while bytes.firstRange(of: end) == nil { guard readMore() else { return nil } }
        guard let headEnd = bytes.firstRange(of: end) else { return nil }
        let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let start = lines[0].split(separator: " ")
        guard start.count == 3 else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let length = fields["content-length"].flatMap { Int($0) } ?? 0
        while bytes.count - headEnd.upperBound < length { guard readMore() else { return nil } }
        return Request(
            method: String(start[0]), path: String(start[1]), fields: fields, body: Data(bytes[headEnd.upperBound...]))
    }
}
