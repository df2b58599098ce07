import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Reads a stream of server-sent events like a browser.
struct EventReader {
    struct Event: Equatable {
        /// `message` if the stream doesn't name the event.
        var name = "message"
        var identifier: String?
        /// `nil` for a comment.
        var data: String?

        var isComment: Bool { data == nil }
    }

    let status: Int
    let headers: HTTPFields
    /// Whether the answer is complete. `false` if only the connection has ended.
    private(set) var isComplete = false
    private var parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator
    private var text = ""

    init(_ inbound: NIOAsyncChannelInboundStream<HTTPClientResponsePart>) async throws {
        parts = inbound.makeAsyncIterator()
        guard case .head(let head) = try await parts.next() else { throw SocketClient.NoAnswer() }
        status = Int(head.status.code)
        var headers = HTTPFields()
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else { continue }
            headers.append(HTTPField(name: name, value: value))
        }
        self.headers = headers
    }

    /// Returns the next event or comment, or `nil` at the end.
    mutating func next() async throws -> Event? {
        while true {
            if let end = text.range(of: "\n\n") {
                let event = Self.event(text[..<end.lowerBound])
                text.removeSubrange(..<end.upperBound)
                return event
            }
            switch try await parts.next() {
            case .body(let buffer): text += String(buffer: buffer)
            case .head: continue
            case .end:
                isComplete = true
                return nil
            case nil: return nil
            }
        }
    }

    /// Returns the next event and skips comments. Returns `nil` at the end.
    mutating func nextEvent() async throws -> Event? {
        while let event = try await next() {
            if !event.isComment { return event }
        }
        return nil
    }

    private static func event(_ block: Substring) -> Event {
        var event = Event()
        for line in block.split(separator: "\n") where !line.hasPrefix(":") {
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = String(parts[1].dropFirst())
            switch parts[0] {
            case "event": event.name = value
            case "id": event.identifier = value
            case "data": event.data = value
            default: break
            }
        }
        return event
    }
}
