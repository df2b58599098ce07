import Foundation
package import MediaRequests

/// The worker's side of the socket in the role `WorkerRole.export`.
package struct ExportService {
    /// Exports movies.
    package typealias Handler = (ExportWork) -> MediaReply

    /// Longer than any host waits for progress.
    private static let timeLimitInSeconds: UInt32 = 120
    /// Longer than any host waits for an edited frame.
    private static let timeLimitOfFrameInSeconds: UInt32 = 600
    /// The output, the sources of an export, or the memory and the sources of a graph.
    private static let descriptorLimit = 2 + VideoExport.sourceLimit
    /// Longer than any host waits for an image graph.
    private static let timeLimitOfGraphInSeconds: UInt32 = 1_200
    private static let reportInterval = Duration.milliseconds(50)

    private let channel = MessageChannel(socket: 0)
    private let state: WorkerState

    /// - Parameter state: The answer to `MediaRequest.describe`.
    package init(state: WorkerState) {
        self.state = state
    }

    /// Answers requests until the host closes its end of the socket.
    ///
    /// - Parameters:
    ///   - samples: Reads or writes samples.
    ///   - handler: Exports a movie.
    ///   - graphHandler: Renders an image graph.
    package func run(
        samples: SampleHandlers, _ handler: Handler, graphHandler: WorkerService.Handler
    ) throws {
        while let request = try next() {
            defer { for descriptor in request.descriptors { close(descriptor) } }
            switch request.message {
            case .describe:
                try channel.send(Numbered(number: request.number, message: MediaReply.worker(state)))
            case .export(let export, let settings):
                guard request.descriptors.count >= 2 else {
                    throw MessageChannel.Failure.malformed("an export came without its files")
                }
                let limit = settings == nil ? Self.timeLimitInSeconds : Self.timeLimitOfFrameInSeconds
                let frames = settings.map {
                    FrameExchange($0, channel, number: request.number, timeLimitInSeconds: limit)
                }
                let reply = handler(
                    ExportWork(
                        export: export, sources: Array(request.descriptors.dropFirst()),
                        output: request.descriptors[0], frames: frames,
                        report: reporter(of: request.number, timeLimitInSeconds: limit)))
                alarm(0)
                try channel.send(Numbered(number: request.number, message: reply))
            case .frame, .framePixels, .samples:
                // The export that announced the frame, or the session of the samples, has ended meanwhile.
                continue
            case .readSamples(let reading):
                guard request.descriptors.count == 2 else {
                    throw MessageChannel.Failure.malformed("a reader of samples came without its file")
                }
                let reply = samples.read(
                    reading, request.descriptors[0], request.descriptors[1],
                    SampleExchange(channel, number: request.number, timeLimitInSeconds: Self.timeLimitInSeconds))
                try send(reply, to: request.number)
            case .writeMovie(let writing):
                guard request.descriptors.count == 1 else {
                    throw MessageChannel.Failure.malformed("a writer of a movie came without its file")
                }
                let reply = samples.write(
                    writing, request.descriptors[0],
                    SampleExchange(channel, number: request.number, timeLimitInSeconds: Self.timeLimitInSeconds))
                try send(reply, to: request.number)
            case .partialWork:
                throw MessageChannel.Failure.malformed("an export's worker has no other tasks")
            case .work(let task):
                guard case .graph = task, request.descriptors.count >= 2 else {
                    throw MessageChannel.Failure.malformed("an export's worker has no other tasks")
                }
                alarm(Self.timeLimitOfGraphInSeconds)
                let reply = graphHandler(
                    task, request.descriptors[0], request.descriptors[1], Array(request.descriptors.dropFirst(2)))
                alarm(0)
                try channel.send(Numbered(number: request.number, message: reply))
            }
        }
    }

    private func send(_ reply: MediaReply, to number: Int) throws {
        alarm(0)
        try channel.send(Numbered(number: number, message: reply))
    }

    /// Returns a function that sends progress at most 20 times per second. If the host is gone, its socket is closed,
    /// and the process ends.
    private func reporter(of number: Int, timeLimitInSeconds: UInt32) -> (Double) -> Void {
        // If the host is gone and its socket isn't, only this alarm ends an export without progress.
        alarm(timeLimitInSeconds)
        var last: ContinuousClock.Instant?
        return { [channel] fraction in
            let now = ContinuousClock.now
            if let last, now - last < Self.reportInterval { return }
            last = now
            alarm(timeLimitInSeconds)
            do {
                try channel.send(Numbered(number: number, message: MediaReply.progress(fraction)))
            } catch {
                _exit(1)
            }
        }
    }

    private func next() throws -> (number: Int, message: MediaRequest, descriptors: [Int32])? {
        do {
            let (request, descriptors) = try channel.receive(
                Numbered<MediaRequest>.self, descriptorLimit: Self.descriptorLimit)
            return (request.number, request.message, descriptors)
        } catch MessageChannel.Failure.closed {
            return nil
        }
    }
}
