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

    package typealias Handler = (MediaTask, _ descriptor: Int32) -> Answer

    /// More than any host waits for one answer.
    private static let timeLimitInSeconds: UInt32 = 120

    private let channel = MessageChannel(socket: 0)
    private let state: WorkerState

    /// - Parameter state: what is told to a host that asks.
    package init(state: WorkerState) {
        self.state = state
    }

    /// Answers requests one after the other until the host closes its end.
    package func run(_ handler: Handler) throws {
        while let request = try next() {
            switch request.message {
            case .describe:
                if let descriptor = request.descriptor { close(descriptor) }
                try reply(Answer(.worker(state)), to: request.number)
            case .work(let task):
                guard let descriptor = request.descriptor else {
                    throw MessageChannel.Failure.malformed("a request came without its file")
                }
                defer { close(descriptor) }
                // Should the host be gone, nobody else would end a worker that a file keeps busy for ever.
                alarm(Self.timeLimitInSeconds)
                let answer = handler(task, descriptor)
                alarm(0)
                try reply(answer, to: request.number)
            }
        }
    }

    /// Nil when the host has closed its end.
    private func next() throws -> (number: Int, message: MediaRequest, descriptor: Int32?)? {
        do {
            let (request, descriptor) = try channel.receive(Numbered<MediaRequest>.self)
            return (request.number, request.message, descriptor)
        } catch MessageChannel.Failure.closed {
            return nil
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
