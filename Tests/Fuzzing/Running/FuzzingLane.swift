import Foundation
import MediaRequests
import MediaWork
import Synchronization

/// A worker and its current file.
final class FuzzingLane: Sendable {
    private let pool: WorkerPool
    private let host: FuzzedHost
    private let store: FindingStore
    private let loader: Loader
    private let file: URL
    private let start = Mutex<ContinuousClock.Instant?>(nil)

    init(number: Int, loader: Loader, host: FuzzedHost, store: FindingStore) {
        pool = host.makePool()
        self.host = host
        self.store = store
        self.loader = loader
        file = host.folder.appendingPathComponent("current-\(number)")
    }

    /// The path of the latest file, in case this process crashes.
    var path: String { file.path }

    /// The time since the lane started its file.
    var age: Duration { start.withLock { $0.map { ContinuousClock.now - $0 } } ?? .zero }

    /// Sends all requests for a file, and for a valid file if a worker crashed.
    func run(_ bytes: [UInt8], filename: String, mutant: String, control: Corpus.Seed?, _ tally: LoaderTally) throws {
        start.withLock { $0 = .now }
        defer { start.withLock { $0 = nil } }
        let endedBefore = ProcessUsage.peakMemoryOfEndedChildrenInBytes()
        var hasFinding = false
        func report(_ kind: Finding.Kind, _ step: String, _ message: String) throws {
            hasFinding = true
            let traces = kind == .memory || kind == .late ? "" : host.traces.take()
            try store.add(
                Finding(
                    kind: kind, loader: loader.name, step: step,
                    message: traces.isEmpty ? message : message + " — " + traces, mutant: mutant, bytes: bytes))
        }
        let steps = MediaStep.steps(of: loader)
        try withDescriptor(bytes) { descriptor in
            for step in steps {
                let began = ContinuousClock.now
                do throws(MediaError) {
                    tally.count(try step.run(on: pool, descriptor, filename: filename))
                } catch {
                    tally.count(error.code.rawValue)
                    if let kind = Finding.Kind(error.code) {
                        let message = kind == .timedOut ? again(step, descriptor, filename) : ""
                        try report(kind, step.rawValue, error.message + message)
                    }
                    // Other steps than the probe report this of files that are neither a photo nor a movie.
                    if hasFinding || step == .probe && error.code == .notMedia { break }
                }
                // Allows for two attempts and for other work on the machine.
                if ContinuousClock.now - began > .seconds(2 * FuzzedHost.timeoutInSeconds + 20) {
                    try report(.late, step.rawValue, "took \(ContinuousClock.now - began)")
                }
            }
        }
        let peak = max(
            pool.idleProcessIdentifiers.map(ProcessUsage.peakMemoryInBytes).max() ?? 0,
            hasFinding ? ProcessUsage.peakMemoryOfEndedChildrenInBytes(unless: endedBefore) : 0)
        if tally.raise(peak), peak > host.memoryLimitInBytes {
            try report(.memory, "any", "\(peak >> 20) MB resident, and the limit is \(host.memoryLimitInBytes >> 20)")
        }
        guard hasFinding, let control else { return }
        try withDescriptor(control.bytes) { descriptor in
            do throws(MediaError) {
                _ = try MediaStep.thumbnail.run(on: pool, descriptor, filename: control.name)
            } catch {
                try report(.notContained, "the next request", error.message)
            }
        }
    }

    /// Tries a late request again. Other work on the machine makes a worker late once, a file makes it late each
    /// time.
    private func again(_ step: MediaStep, _ descriptor: Int32, _ filename: String) -> String {
        do throws(MediaError) {
            return " Not the next time: " + (try step.run(on: pool, descriptor, filename: filename)) + "."
        } catch {
            return error.code == .timedOut ? " Again the next time." : " Not the next time: \(error.code.rawValue)."
        }
    }

    private func withDescriptor(_ bytes: [UInt8], _ body: (Int32) throws -> Void) throws {
        // A new file each time, because a late worker may still read the previous one.
        unlink(file.path)
        try Data(bytes).write(to: file)
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        try body(descriptor)
    }
}

extension Finding.Kind {
    /// Returns `nil` for errors that any damaged file may cause.
    init?(_ code: MediaError.Code) {
        switch code {
        case .notMedia, .unreadable, .unsupported, .encrypted, .exhausted, .noPreview, .limitExceeded: return nil
        case .workerCrashed: self = .workerCrashed
        case .forbidden: self = .forbidden
        case .timedOut: self = .timedOut
        case .protocolViolation: self = .protocolViolation
        case .cancelled, .takesLong, .bytesMissing, .diskFull, .unwritable, .workerMissing, .sandboxIncomplete:
            self = .unexpected
        }
    }
}
