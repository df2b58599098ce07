import CoreMedia
import Foundation
import MediaRequests
import SystemPackage

/// The state of a writer, and the queue that passes its samples to the worker. Any thread can use it.
// Unchecked because the condition's lock guards all mutable state.
final class WriterState: @unchecked Sendable {
    typealias Status = AVAssetWriter.Status

    /// The number of samples of an input that wait for the worker: enough for it to be busy.
    private static let waitingLimit = 4

    private struct Input {
        var waitingCount = 0
        var isFinished = false
        var request: MediaRequestBlock?
    }

    private let condition = NSCondition()
    private let queue = DispatchQueue(label: "albumen.writer")
    private let session: WriterSession
    private var currentStatus = Status.unknown
    private var currentError: NSError?
    private var inputs: [Int: Input] = [:]
    private var hasSession = false
    private var isFinishing = false
    private var optimizes = false

    init(_ url: URL, _ container: MovieContainer) {
        session = WriterSession(url, container)
    }

    var status: Status { locked { currentStatus } }
    var error: (any Error)? { locked { currentError } }
    var indexComesFirst: Bool {
        get { locked { optimizes } }
        set { locked { optimizes = newValue } }
    }

    private func locked<Answer>(_ body: () -> Answer) -> Answer {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }

    /// Creates the file, once.
    func start(
        _ plan: () throws(AVError) -> (tracks: [MovieWriting.Input], metadata: [ExportedMetadata.Entry])
    ) -> Bool {
        let isFirst = locked {
            guard currentStatus == .unknown else { return false }
            currentStatus = .writing
            return true
        }
        guard isFirst else { return false }
        do throws(AVError) {
            let (tracks, metadata) = try plan()
            let indexComesFirst = indexComesFirst
            // On the queue, so that a cancellation waits for the file and removes it.
            try queue.sync {
                Result { () throws(AVError) in
                    try session.create(tracks, metadata, indexComesFirst: indexComesFirst)
                }
            }.get()
            return status == .writing
        } catch {
            fail(error)
            return false
        }
    }

    func startSession(at time: CMTime) {
        guard let start = MediaTime(time), status == .writing else { return }
        session.setStart(start)
        let requests = locked {
            hasSession = true
            condition.broadcast()
            return inputs.values.compactMap(\.request)
        }
        for request in requests { request.schedule() }
    }

    func endSession(at time: CMTime) {
        session.setEnd(MediaTime(time))
    }

    // MARK: Samples

    func isReady(_ index: Int) -> Bool {
        locked { isReadyNow(index) }
    }

    private func isReadyNow(_ index: Int) -> Bool {
        let input = inputs[index] ?? Input()
        return currentStatus == .writing && hasSession && !isFinishing && !input.isFinished
            && input.waitingCount < Self.waitingLimit
    }

    /// Appends a sample, and waits for its turn if too many of them wait.
    func append(to index: Int, _ make: () throws(AVError) -> PendingSample) -> Bool {
        guard status == .writing else { return false }
        let sample: PendingSample
        do throws(AVError) {
            guard locked({ hasSession }) else { throw Self.withoutSession }
            guard locked({ !isFinishing && inputs[index]?.isFinished != true }) else { throw Self.finished }
            sample = try make()
        } catch {
            fail(error)
            return false
        }
        condition.lock()
        while currentStatus == .writing, inputs[index, default: Input()].waitingCount >= Self.waitingLimit {
            condition.wait()
        }
        guard currentStatus == .writing else {
            condition.unlock()
            return false
        }
        inputs[index, default: Input()].waitingCount += 1
        condition.unlock()
        queue.async { [self] in
            if status == .writing { attempt { () throws(AVError) in try session.append(sample) } }
            let request = locked {
                inputs[index, default: Input()].waitingCount -= 1
                condition.broadcast()
                return inputs[index]?.request
            }
            request?.schedule()
        }
        return true
    }

    func markAsFinished(_ index: Int) {
        let (isFirst, _) = locked {
            let input = inputs[index] ?? Input()
            inputs[index, default: Input()].isFinished = true
            return (currentStatus == .writing && !input.isFinished, takeRequest(index))
        }
        guard isFirst else { return }
        queue.async { [self] in
            if status == .writing { attempt { () throws(AVError) in try session.finish(input: index) } }
        }
    }

    func request(_ index: Int, on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
        let request = MediaRequestBlock(queue, block) { [weak self] in self?.isReady(index) ?? false }
        let (isOpen, _) = locked {
            guard currentStatus == .writing || currentStatus == .unknown, !isFinishing,
                inputs[index]?.isFinished != true
            else { return (false, nil as MediaRequestBlock?) }
            let former = takeRequest(index)
            inputs[index, default: Input()].request = request
            return (true, former)
        }
        // Before the session starts, the input isn't ready. Then `startSession(at:)` schedules it.
        if isOpen { request.schedule() }
    }

    /// Removes the request of an input. The caller releases it after unlocking, because the client's block may own the
    /// writer.
    private func takeRequest(_ index: Int) -> MediaRequestBlock? {
        defer { inputs[index]?.request = nil }
        return inputs[index]?.request
    }

    private func takeRequests() -> [MediaRequestBlock] { inputs.keys.compactMap { takeRequest($0) } }

    // MARK: End

    func finish(_ handler: @escaping @Sendable () -> Void) {
        let (isFirst, _) = locked {
            guard currentStatus == .writing, !isFinishing else { return (false, [] as [MediaRequestBlock]) }
            isFinishing = true
            return (true, takeRequests())
        }
        if !isFirst, status == .unknown { fail(Self.notStarted) }
        queue.async { [self] in
            if isFirst, status == .writing {
                attempt { () throws(AVError) in try session.finish() }
                let isComplete = locked {
                    guard currentStatus == .writing else { return false }
                    currentStatus = .completed
                    return true
                }
                // Cancelled meanwhile.
                if !isComplete { session.withdraw() }
                session.remove()
            }
            // Not on this queue, because the handler may cancel or release the writer.
            MediaQueue.loading.addOperation(handler)
        }
    }

    func cancel() {
        guard end() else { return }
        queue.sync { session.remove() }
    }

    /// Cancels a writer that was released, unless it's finishing or has ended. Removes the file later, because any
    /// thread can release a writer.
    func abandon() {
        guard !locked({ isFinishing }) else { return }
        guard end() else {
            // Requests of a writer that never started own its input, which owns this object.
            _ = locked { currentStatus == .unknown ? takeRequests() : [] }
            return
        }
        queue.async { [session] in session.remove() }
    }

    /// Ends writing and the process. Returns `false` if the writer isn't writing.
    private func end() -> Bool {
        let (isOpen, _) = locked {
            guard currentStatus == .writing else { return (false, [] as [MediaRequestBlock]) }
            currentStatus = .cancelled
            condition.broadcast()
            return (true, takeRequests())
        }
        if isOpen { session.cancel() }
        return isOpen
    }

    private func attempt(_ body: () throws(AVError) -> Void) {
        do throws(AVError) {
            try body()
        } catch {
            fail(error)
        }
    }

    /// Ends the writer with an error, unless it has ended.
    func fail(_ error: AVError) {
        let (isFirst, _) = locked {
            guard currentStatus == .writing || currentStatus == .unknown else {
                return (false, [] as [MediaRequestBlock])
            }
            currentStatus = .failed
            currentError = error._nsError
            condition.broadcast()
            return (true, takeRequests())
        }
        guard isFirst else { return }
        session.cancel()
        queue.async { [session] in session.remove() }
    }

    private static let withoutSession = AVError(
        .operationNotAllowed, "A sample was appended before the session of the writer.",
        remedy: "Call startSession(atSourceTime:) after startWriting().")
    private static let finished = AVError(
        .operationNotAllowed, "A sample was appended to an input that is finished.",
        remedy: "Call markAsFinished() after the last sample.")
    private static let notStarted = AVError(
        .operationNotAllowed, "The writer was finished before it started.", remedy: "Call startWriting() before.")
}
