import Albumen
import CodedErrors
import Foundation
import HTTPTypes
import Synchronization

/// The imports that the owner's page starts, one at a time, each on a thread of its own. They go on when the page is
/// closed. Owners' pages receive the number and the progress as the event `import` of the stream of changes.
final class ImportRuns: Sendable {
    private struct Run {
        let number: Int
        let request: ImportRequest
        var isStopping = false
        var done = 0
        var total: Int?
        /// The counts so far. Those of a finished import are complete.
        var summary: IngestSummary?
        var refused: [ImportDocument.Refused] = []
        var failure: String?
        var hasEnded = false
    }

    private struct State {
        var run: Run?
        var isClosed = false
        var told = ContinuousClock.now
    }

    /// The number of refused files with their reasons.
    private static let refusedLimit = 200
    private static let interval = Duration.milliseconds(250)

    private let library: Library
    private let state = Mutex(State())
    private let ended = DispatchGroup()
    private let changed: @Sendable () -> Void

    /// - Parameter changed: Called at most a few times a second while an import runs, and when it ends.
    init(into library: Library, changed: @escaping @Sendable () -> Void) {
        self.library = library
        self.changed = changed
    }

    /// Starts an import.
    ///
    /// - Throws: `Refusal` if another one is running, or if a path leads to nothing.
    func start(_ request: ImportRequest) throws {
        for path in request.paths where access(path, R_OK) != 0 {
            throw Refusal.badRequest("\(path) can't be read: \(String(cString: strerror(errno))).", field: "paths")
        }
        try state.withLock { state in
            guard !state.isClosed, state.run?.hasEnded ?? true else { throw Refusal.importIsRunning }
            state.run = Run(number: (state.run?.number ?? 0) + 1, request: request)
            ended.enter()
        }
        Thread.detachNewThread { [self] in
            run(request)
            ended.leave()
        }
        changed()
    }

    /// Stops the import after the files in progress.
    func stop() {
        state.withLock { $0.run?.isStopping = true }
        changed()
    }

    /// Stops the import, and waits for its end. No other one starts.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.run?.isStopping = true
        }
        ended.wait()
    }

    /// Whether no import is running.
    var isIdle: Bool { state.withLock { $0.run?.hasEnded ?? true } }

    /// The import that runs or ran last.
    var document: ImportDocument? { state.withLock { $0.run.map(Self.document) } }

    /// What a page needs to know without asking, as JSON.
    var notice: String {
        state.withLock { state in
            guard let run = state.run else { return "{}" }
            let total = run.total.map(String.init) ?? "null"
            return """
                {"done":\(run.done),"number":\(run.number),"state":"\(Self.name(of: run))","total":\(total)}
                """
        }
    }

    private func run(_ request: ImportRequest) {
        let importing = Ingest(
            into: library, restoresTrashed: request.restoresTrashed, isDryRun: request.isDryRun,
            sources: request.options,
            shouldStop: { [self] in state.withLock { $0.run?.isStopping ?? true } },
            advance: { [self] in advance($0) },
            report: { [self] in note($0) })
        let outcome = Result { try importing.run(request.paths) }
        state.withLock { state in
            switch outcome {
            case .success(let summary): state.run?.summary = summary
            case .failure(let error): state.run?.failure = Self.text(of: error)
            }
            state.run?.hasEnded = true
        }
        changed()
    }

    private func advance(_ step: IngestStep) {
        let isDue = state.withLock { state in
            switch step {
            case .found(let items):
                let total = state.run?.total ?? 0
                state.run?.total = total + items
            case .item, .read, .passed: state.run?.done += 1
            case .slowPictures: break
            }
            let now = ContinuousClock.now
            guard now - state.told >= Self.interval else { return false }
            state.told = now
            return true
        }
        if isDue { changed() }
    }

    private func note(_ event: IngestEvent) {
        guard case .refused(let path, let reason) = event else { return }
        state.withLock { state in
            guard let count = state.run?.refused.count, count < Self.refusedLimit else { return }
            state.run?.refused.append(.init(path: path, reason: reason))
        }
    }

    private static func text(of error: any Error) -> String {
        (error as? any CodedError)?.message ?? (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }

    private static func name(of run: Run) -> String {
        guard run.hasEnded else { return run.isStopping ? "stopping" : "running" }
        if run.failure != nil { return "failed" }
        return run.isStopping ? "stopped" : "finished"
    }

    private static func document(_ run: Run) -> ImportDocument {
        let summary = run.summary
        return ImportDocument(
            number: run.number, paths: run.request.paths, dryRun: run.request.isDryRun, state: name(of: run),
            done: run.done, total: run.total, assets: summary?.assets ?? 0, duplicates: summary?.duplicates ?? 0,
            updated: summary?.updated ?? 0, refusedCount: summary?.refused ?? run.refused.count, refused: run.refused,
            sources: summary?.sources.map(SourceTableDocument.init) ?? [], album: summary?.albumUUID,
            failure: run.failure)
    }
}

extension Refusal {
    fileprivate static let importIsRunning = Refusal(
        status: .conflict, code: "importIsRunning",
        message: "An import is running. Wait until it ends, or stop it.")
}
