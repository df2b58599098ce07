import CAlbumenSystem
import Foundation
import MediaRequests
import Synchronization
import SystemCalls
import SystemPackage

/// A process of the role `WorkerRole.export` that exchanges samples with a client.
///
/// The client decides when a session continues. So sessions don't wait for one another, as exports do, and their number
/// has a limit.
///
/// Any thread can use a session, but only one at a time, except for `cancel()`.
final class SampleSession: Sendable {
    /// The largest number of sessions of this process.
    static let limit = 32
    private static let count = Atomic(0)
    /// The longest time that a worker takes for a message. The time of the client doesn't count.
    private static let patienceInMilliseconds: Int32 = 60_000

    private let worker: WorkerProcess
    private let dialog: ExportDialog
    private let event: Int32

    init(_ workers: WorkerPool, _ limits: ExportLimits, _ task: ExportDialog.Task) throws(MediaError) {
        guard Self.count.add(1, ordering: .relaxed).newValue <= Self.limit else {
            Self.count.subtract(1, ordering: .relaxed)
            throw MediaError(
                .exhausted,
                "This process already has \(Self.limit) readers and writers. Cancel or finish some of them first.")
        }
        let event = albumen_make_event()
        do throws(MediaError) {
            guard event >= 0 else {
                throw MediaError(.exhausted, "The session can't be waited for: \(Errno(rawValue: -event)).")
            }
            worker = try workers.startedExporter(.export(limits), unless: nil)
        } catch {
            Self.count.subtract(1, ordering: .relaxed)
            if event >= 0 { close(event) }
            throw error
        }
        self.event = event
        dialog = ExportDialog(
            worker, limits, output: -1, event: event, patienceInMilliseconds: Self.patienceInMilliseconds, task: task)
    }

    deinit {
        worker.end()
        close(event)
        Self.count.subtract(1, ordering: .relaxed)
    }

    /// Ends the process at once. A waiting call fails with `cancelled`.
    func cancel() {
        albumen_raise_event(event)
        worker.stop()
    }

    /// Ends the process, and waits for its end.
    func end() {
        worker.end()
    }

    /// Sends the first message, and returns its answer.
    func start(_ message: MediaRequest, descriptors: [Int32]) throws(MediaError) -> MediaReply {
        dialog.restartPatience()
        do {
            try worker.send(message, descriptors: descriptors)
        } catch {
            throw MediaError(.workerCrashed, "The media worker ended before it started.")
        }
        return try dialog.next()
    }

    /// Sends a further message, and returns its answer.
    func ask(_ message: SampleRequest, descriptors: [Int32] = []) throws(MediaError) -> MediaReply {
        dialog.restartPatience()
        return try dialog.ask(.samples(message), descriptors: descriptors)
    }

    /// Makes later calls throw the error of a call.
    func remembering<Answer>(_ body: () throws(MediaError) -> Answer) throws(MediaError) -> Answer {
        try dialog.checkFailure()
        do throws(MediaError) {
            return try body()
        } catch {
            dialog.fail(error)
            throw error
        }
    }
}
