import Foundation
import MediaRequests
import MediaWork
import Synchronization
import SystemPackage

/// The file and the worker of a writer. The queue of the writer calls the methods, unless their
/// documentation says otherwise.
final class WriterSession: Sendable {
    private struct State {
        var file: UncheckedOutput?
        var tracks: [MovieWriting.Input] = []
        var metadata: [ExportedMetadata.Entry] = []
        var indexComesFirst = false
        var start: MediaTime?
        var end: MediaTime?
        var writer: SampleWriter?
        var isCancelled = false
    }

    /// The file, which only one thread at a time uses.
    // Unchecked because the thread that creates it passes it on to the writer's queue.
    private struct UncheckedOutput: @unchecked Sendable {
        let output: ExportOutput
    }

    private let url: URL
    private let container: MovieContainer
    private let state = Mutex(State())

    init(_ url: URL, _ container: MovieContainer) {
        self.url = url
        self.container = container
    }

    func create(
        _ tracks: [MovieWriting.Input], _ metadata: [ExportedMetadata.Entry], indexComesFirst: Bool
    ) throws(AVError) {
        let output: ExportOutput
        do throws(Errno) {
            output = try ExportOutput(url)
        } catch {
            throw AVError(writing: url, error)
        }
        let file = UncheckedOutput(output: output)
        try state.withLock { (state) throws(AVError) in
            // Releasing the file removes it.
            guard !state.isCancelled else { throw cancelled }
            state.file = file
            state.tracks = tracks
            state.metadata = metadata
            state.indexComesFirst = indexComesFirst
        }
    }

    /// Any thread can call it. Only the first time counts.
    func setStart(_ start: MediaTime) {
        state.withLock { if $0.start == nil { $0.start = start } }
    }

    /// Any thread can call it.
    func setEnd(_ end: MediaTime?) {
        state.withLock { $0.end = end }
    }

    func append(_ sample: PendingSample) throws(AVError) {
        let writer = try writer()
        try translating { () throws(MediaError) in
            try writer.append(sample.sample) { memory throws(MediaError) in try sample.write(to: memory) }
        }
    }

    func finish(input: Int) throws(AVError) {
        // A writer without a session has no samples either.
        guard state.withLock({ $0.start != nil }) else { return }
        let writer = try writer()
        try translating { () throws(MediaError) in try writer.finish(input: input) }
    }

    /// Completes the file and gives it its name. Call `withdraw()` if the writer was cancelled meanwhile.
    func finish() throws(AVError) {
        let writer = try writer()
        let end = state.withLock { $0.end }
        try translating { () throws(MediaError) in _ = try writer.finish(end: end) }
        guard let file = state.withLock({ $0.isCancelled ? nil : $0.file }) else { throw cancelled }
        do throws(Errno) {
            try file.output.publish()
        } catch {
            // The name may exist although it isn't durable.
            file.output.withdraw()
            throw AVError(writing: url, error)
        }
    }

    /// Removes the complete file under its name.
    func withdraw() {
        state.withLock { $0.file }?.output.withdraw()
    }

    /// Ends the process at once. Any thread can call it.
    func cancel() {
        let writer = state.withLock { state in
            state.isCancelled = true
            return state.writer
        }
        writer?.cancel()
    }

    /// Ends the process, and closes the file. Removes an unfinished file.
    func remove() {
        let (file, writer) = state.withLock { state in
            defer { (state.file, state.writer) = (nil, nil) }
            return (state.file, state.writer)
        }
        withExtendedLifetime((file, writer)) {}
    }

    /// Returns the worker's session, and starts it for the first sample.
    private func writer() throws(AVError) -> SampleWriter {
        let (current, plan) = state.withLock { ($0.writer, $0) }
        if let current { return current }
        guard let file = plan.file, !plan.isCancelled else {
            throw cancelled
        }
        var writing = MovieWriting(container: container, inputs: plan.tracks, start: plan.start ?? .zero)
        writing.metadata = plan.metadata
        writing.indexComesFirst = plan.indexComesFirst
        let (descriptor, request) = (file.output.descriptor, writing)
        let writer = try translating { () throws(MediaError) in
            try SampleWriter(workers: try WorkerPool.shared(), output: descriptor, request)
        }
        let isCancelled = state.withLock { state in
            state.writer = writer
            return state.isCancelled
        }
        if isCancelled { writer.cancel() }
        return writer
    }

    private var cancelled: AVError {
        AVError(.operationCancelled, "“\(url.lastPathComponent)” isn't written: the writer has ended.")
    }

    private func translating<Answer>(_ body: () throws(MediaError) -> Answer) throws(AVError) -> Answer {
        do throws(MediaError) {
            return try body()
        } catch {
            let name = "“\(url.lastPathComponent)”"
            // The settings and the samples are the client's.
            guard error.code == .unsupported else { throw AVError(error, name, action: "be written", url: url) }
            throw AVError(.operationNotAllowed, "\(name) can't be written: \(error.message).", url: url)
        }
    }
}
