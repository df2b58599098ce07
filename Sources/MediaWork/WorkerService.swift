import Foundation
package import MediaRequests

/// The worker's side of the socket, which is its descriptor 0.
package struct WorkerService {
    /// Handles a task for the file behind a descriptor. `memory` is the descriptor for output images, or `nil` for
    /// other tasks. `sources` are the descriptors of an image graph's sources.
    package typealias Handler = (MediaTask, _ file: Int32, _ memory: Int32?, _ sources: [Int32]) -> MediaReply

    /// Longer than any host waits for an answer.
    private static let timeLimitInSeconds: UInt32 = 600

    /// The file, the memory, and the sources of an image graph.
    static let descriptorLimit = 2 + ImageGraph.sourceLimit

    private let channel = MessageChannel(socket: 0)
    private let state: WorkerState

    /// - Parameter state: The answer to `MediaRequest.describe`.
    package init(state: WorkerState) {
        self.state = state
    }

    /// Answers requests one by one until the host closes its end of the socket.
    package func run(_ handler: Handler) throws {
        while let request = try next() {
            defer { for descriptor in request.descriptors { close(descriptor) } }
            switch request.message {
            case .describe:
                try channel.send(Numbered(number: request.number, message: MediaReply.worker(state)))
            case .work(let task):
                try answer(task, nil, request, handler)
            case .partialWork(let task, let present):
                try answer(task, present, request, handler)
            case .export, .frame, .framePixels, .readSamples, .writeMovie, .samples:
                throw MessageChannel.Failure.malformed("exports have workers of their own")
            }
        }
    }

    private typealias Request = (number: Int, message: MediaRequest, descriptors: [Int32])

    private func answer(
        _ task: MediaTask, _ present: PresentBytes?, _ request: Request, _ handler: Handler
    ) throws {
        guard let file = request.descriptors.first else {
            throw MessageChannel.Failure.malformed("a request came without its file")
        }
        // If the host is gone, only this alarm ends a worker that a file keeps busy forever.
        alarm(Self.timeLimitInSeconds)
        let others = request.descriptors.dropFirst()
        let reply = PartialReading.run(present) {
            handler(task, file, others.first, Array(others.dropFirst()))
        }
        alarm(0)
        try send(reply, to: request.number)
    }

    /// Returns the next request, or `nil` if the host has closed its end of the socket.
    private func next() throws -> Request? {
        do {
            let (request, descriptors) = try channel.receive(
                Numbered<MediaRequest>.self, descriptorLimit: Self.descriptorLimit)
            return (request.number, request.message, descriptors)
        } catch MessageChannel.Failure.closed {
            return nil
        }
    }

    /// Sends an answer. If it's too long, drops its texts, which are its only parts without a fixed size.
    private func send(_ reply: MediaReply, to number: Int) throws {
        do {
            try channel.send(Numbered(number: number, message: reply))
        } catch MessageChannel.Failure.malformed(let reason) {
            try channel.send(Numbered(number: number, message: Self.shortened(reply, reason)))
        }
    }

    private static func shortened(_ reply: MediaReply, _ reason: String) -> MediaReply {
        switch reply {
        case .probe(var probe):
            probe.keywords = []
            probe.caption = nil
            return .probe(probe)
        case .movie(var movie):
            movie.metadata = []
            return .movie(movie)
        default:
            return .failure(MediaError(.protocolViolation, reason))
        }
    }
}
