import Foundation

/// The worker's side of the socket, which it finds as its descriptor 0.
package struct WorkerService {
    package typealias Handler = (MediaRequest, _ descriptor: Int32) -> MediaReply

    private let channel = MessageChannel(socket: 0)

    package init() {}

    /// Answers requests one after the other until the host closes its end.
    package func run(_ handler: Handler) throws {
        while true {
            let request: MediaRequest
            let descriptor: Int32
            do {
                let received = try channel.receive(MediaRequest.self)
                request = received.message
                guard let file = received.descriptor else {
                    throw MessageChannel.Failure.malformed("a request came without its file")
                }
                descriptor = file
            } catch MessageChannel.Failure.closed {
                return
            }
            defer { close(descriptor) }
            try reply(handler(request, descriptor))
        }
    }

    /// Texts are the only part of an answer without a fixed size: they go first when it is too long to be sent.
    private func reply(_ reply: MediaReply) throws {
        do {
            try channel.send(reply)
        } catch MessageChannel.Failure.malformed(let reason) {
            guard case .probe(var probe) = reply else {
                try channel.send(MediaReply.failure(MediaError(.protocolViolation, reason)))
                return
            }
            probe.keywords = []
            probe.caption = nil
            try channel.send(MediaReply.probe(probe))
        }
    }
}
