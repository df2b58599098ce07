import NIOCore

/// A message in a stream of server-sent events, as defined by the HTML standard.
struct ServerSentEvent {
    static let contentType = "text/event-stream"
    /// A message without content that keeps the connection open.
    static let comment = ByteBuffer(string: ":\n\n")

    /// The event's name, or `nil` for the default, `message`.
    var name: String?
    /// The identifier that a browser sends when it reconnects, or empty for none.
    let identifier: String
    /// The data, as one line of JSON.
    let data: String

    func write(to buffer: inout ByteBuffer) {
        if let name { buffer.writeString("event: \(name)\n") }
        if !identifier.isEmpty { buffer.writeString("id: \(identifier)\n") }
        buffer.writeString("data: \(data)\n\n")
    }
}
