import Foundation

/// The worker's side of the socket, which it finds as its descriptor 0.
package struct WorkerService {
    /// What is answered: a value, and with pictures the memory they are in, which is closed when it was sent.
    package struct Answer {
        package var reply: MediaReply
        package var memory: Int32?

        package init(_ reply: MediaReply, memory: Int32? = nil) {
            self.reply = reply
            self.memory = memory
        }
    }

    package typealias Handler = (MediaRequest, _ descriptor: Int32) -> Answer

    /// More than any host waits for one answer.
    private static let timeLimitInSeconds: UInt32 = 120

    private let channel = MessageChannel(socket: 0)

    package init() {}

    /// Answers requests one after the other until the host closes its end.
    package func run(_ handler: Handler) throws {
        while true {
            let request: Numbered<MediaRequest>
            let descriptor: Int32
            do {
                let received = try channel.receive(Numbered<MediaRequest>.self)
                request = received.message
                guard let file = received.descriptor else {
                    throw MessageChannel.Failure.malformed("a request came without its file")
                }
                descriptor = file
            } catch MessageChannel.Failure.closed {
                return
            }
            defer { close(descriptor) }
            // Should the host be gone, nobody else would end a worker that a file keeps busy for ever.
            alarm(Self.timeLimitInSeconds)
            let answer = handler(request.message, descriptor)
            alarm(0)
            try reply(answer, to: request.number)
        }
    }

    /// Texts are the only part of an answer without a fixed size: they go first when it is too long to be sent.
    private func reply(_ answer: Answer, to number: Int) throws {
        defer { if let memory = answer.memory { close(memory) } }
        do {
            try channel.send(Numbered(number: number, message: answer.reply), descriptor: answer.memory)
        } catch MessageChannel.Failure.malformed(let reason) {
            guard case .probe(var probe) = answer.reply else {
                let failure = MediaReply.failure(MediaError(.protocolViolation, reason))
                try channel.send(Numbered(number: number, message: failure))
                return
            }
            probe.keywords = []
            probe.caption = nil
            try channel.send(Numbered(number: number, message: MediaReply.probe(probe)))
        }
    }
}
