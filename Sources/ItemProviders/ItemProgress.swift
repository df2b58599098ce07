package import Foundation
import Synchronization

/// The progress of a load: 100 units, shared by the registered handler and by the copying of its file.
///
/// `Progress` has no lock on Linux. This class adds children and cancels them under its own lock.
package final class ItemProgress: Progress, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var unassignedUnits: Int64 = 100
    private var parts: [Progress] = []
    private var handlerProgress: PhasedProgress?
    private let cancelHandler = Mutex<(@Sendable () -> Void)?>(nil)
    private let isCancelling = Atomic(false)

    package init() {
        super.init(parent: nil, userInfo: nil)
        totalUnitCount = 100
    }

    /// Sets the handler of a cancellation, once, before other code has the progress.
    package func onCancel(_ handler: @escaping @Sendable () -> Void) {
        cancelHandler.withLock { $0 = handler }
    }

    /// Whether `cancel` was called. Unlike `isCancelled`, it can be read on any thread, and it's set before the
    /// registered handler's progress is cancelled, which ends with an error of the handler's own.
    var wasCancelled: Bool { isCancelling.load(ordering: .acquiring) }

    package override func cancel() {
        isCancelling.store(true, ordering: .releasing)
        lock.withLock { super.cancel() }
        cancelHandler.withLock { $0.take() }?()
    }

    /// Adds the progress of the registered handler. It gets most of the units, because a copy is quick.
    package func addHandler(_ progress: Progress?) {
        guard let progress else { return }
        lock.withLock {
            guard unassignedUnits == 100, !isFinished else { return }
            unassignedUnits = 10
            handlerProgress = progress as? PhasedProgress
            add(progress, units: 90)
        }
    }

    /// Returns a new progress in bytes, with the remaining units.
    func makeCopyProgress(byteCount: Int64) -> Progress {
        let progress = Progress(totalUnitCount: max(1, byteCount))
        lock.withLock {
            let units = unassignedUnits
            unassignedUnits = 0
            if units > 0 { add(progress, units: units) }
        }
        return progress
    }

    private func add(_ progress: Progress, units: Int64) {
        parts.append(progress)
        addChild(progress, withPendingUnitCount: units)
        if isCancelled { progress.cancel() }
    }

    /// The phase of a load that is neither finished nor cancelled.
    var phase: NSItemProvider.LoadPhase? {
        lock.withLock {
            guard !isFinished, !isCancelled else { return nil }
            if let handlerProgress, !handlerProgress.isFinished { return handlerProgress.phase }
            return unassignedUnits == 0 ? .copying : nil
        }
    }

    /// Completes all units.
    package func complete() {
        lock.withLock {
            for part in parts where !part.isFinished {
                if part.totalUnitCount <= 0 { part.totalUnitCount = 1 }
                part.completedUnitCount = part.totalUnitCount
            }
            parts = []
            completedUnitCount = totalUnitCount
        }
    }
}
