import Foundation

/// The worker's side of the socket, which it finds as its descriptor 0.
package struct WorkerService {
    /// Does a task with the file behind a descriptor. `memory` is where pictures go; `nil` for other tasks.
    package typealias Handler = (MediaTask, _ file: Int32, _ memory: Int32?) -> MediaReply

    /// More than any host waits for one answer.
    private static let timeLimitInSeconds: UInt32 = 600

    private let channel = MessageChannel(socket: 0)
    private let state: WorkerState

    /// - Parameter state: the answer to a host that asks for it.
    package init(state: WorkerState) {
        self.state = state
    }

    /// Answers requests one after the other until the host closes its end.
    package func run(_ handler: Handler) throws {
        while let request = try next() {
            defer { for descriptor in request.descriptors { close(descriptor) } }
            switch request.message {
            case .describe:
                try channel.send(Numbered(number: request.number, message: MediaReply.worker(state)))
            case .work(let task):
                guard let file = request.descriptors.first else {
                    throw MessageChannel.Failure.malformed("a request came without its file")
                }
                // Should the host be gone, nobody else would end a worker that a file keeps busy for ever.
                alarm(Self.timeLimitInSeconds)
                let reply = handler(task, file, request.descriptors.dropFirst().first)
                alarm(0)
                try send(reply, to: request.number)
            }
        }
    }

    /// Nil when the host has closed its end.
    private func next() throws -> (number: Int, message: MediaRequest, descriptors: [Int32])? {
        do {
            let (request, descriptors) = try channel.receive(Numbered<MediaRequest>.self, descriptorLimit: 2)
            return (request.number, request.message, descriptors)
        } catch MessageChannel.Failure.closed {
            return nil
        }
    }

    /// Texts are the only part of an answer without a fixed size: they go first when it is too long to be sent.
    private func send(_ reply: MediaReply, to number: Int) throws {
        do {
            try channel.send(Numbered(number: number, message: reply))
        } catch MessageChannel.Failure.malformed(let reason) {
            guard case .probe(var probe) = reply else {
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
