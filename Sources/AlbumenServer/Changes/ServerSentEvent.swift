import NIOCore

/// A message of a stream of server-sent events, as the HTML standard has them.
struct ServerSentEvent {
    static let contentType = "text/event-stream"
    /// Says nothing but that somebody is there.
    static let comment = ByteBuffer(string: ":\n\n")

    /// Nil for what a browser calls `message`.
    var name: String?
    /// What a browser tells when it comes back.
    let identifier: String
    /// In one line, as JSON is.
    let data: String

    func write(to buffer: inout ByteBuffer) {
        if let name { buffer.writeString("event: \(name)\n") }
        buffer.writeString("id: \(identifier)\ndata: \(data)\n\n")
    }
}
