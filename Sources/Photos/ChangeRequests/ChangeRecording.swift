import Foundation
import PhotoLibrary
import Records
import Synchronization

/// The operations that the requests of one change block record, in order. Open while the block runs, on the block's
/// thread.
// Tasks that a block starts inherit the task-local value. They run on other threads or later, so they have no open
// block.
final class ChangeRecording: Sendable {
    @TaskLocal private static var bound: ChangeRecording?

    private struct State {
        var isOpen = true
        var operations: [Transaction.Operation] = []
        /// The operations that aren't known before the block ends, by their indexes among the operations.
        var lateOperations: [Int: UncheckedSendable<() -> Transaction.Operation?>] = [:]
        var renderings: [RenderingFiles] = []
        var requestCount = 0
    }

    private let thread = pthread_self()
    private let state = Mutex(State())

    private init() {}

    /// Runs a change block on this thread and returns the operations that it records, and the files of its edits. The
    /// files exist as long as they are referenced.
    static func record(_ block: () -> Void) -> (operations: [Transaction.Operation], renderings: [RenderingFiles]) {
        let recording = ChangeRecording()
        return $bound.withValue(recording) {
            block()
            return recording.close()
        }
    }

    private func close() -> (operations: [Transaction.Operation], renderings: [RenderingFiles]) {
        let lateOperations = state.withLock { $0.lateOperations }.mapValues { $0.value() }
        return state.withLock { state in
            state.isOpen = false
            let operations = state.operations.enumerated().compactMap { index, operation in
                lateOperations[index] ?? operation
            }
            return (operations, state.renderings)
        }
    }

    /// The recording of the block that makes this call, or `nil` outside of a block.
    static var current: ChangeRecording? {
        guard let bound, bound.isOpen, pthread_equal(bound.thread, pthread_self()) != 0 else { return nil }
        return bound
    }

    /// Returns the recording of the block that makes this call. Outside of a block, stops the program.
    static func required(for subject: Any.Type) -> ChangeRecording {
        guard let current else {
            raiseInvalidArgument(
                "\(subject) was made outside of a change block. Change requests can be made only inside the block of "
                    + "PHPhotoLibrary.performChanges or performChangesAndWait, on the thread that it runs on.")
        }
        return current
    }

    private var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Returns a number for a request, unique in the block.
    func makeRequestNumber() -> Int {
        state.withLock { state in
            state.requestCount += 1
            return state.requestCount
        }
    }

    /// Records an operation. If the block has ended, stops the program.
    ///
    /// - Returns: The operation's index among the block's operations.
    @discardableResult
    func record(_ operation: Transaction.Operation, for subject: Any.Type) -> Int {
        requireOpen(for: subject)
        return state.withLock { state in
            state.operations.append(operation)
            return state.operations.count - 1
        }
    }

    /// Records an operation that becomes known at the end of the block.
    ///
    /// - Parameter operation: A closure that is called once, after the block. Returns `nil` for no operation.
    func recordAtEnd(for subject: Any.Type, _ operation: @escaping () -> Transaction.Operation?) {
        let index = record(.change(AssetChange(), assetUUID: ""), for: subject)
        let late = UncheckedSendable(operation)
        state.withLock { $0.lateOperations[index] = late }
    }

    /// Keeps the files of an edit until the change is committed.
    func keep(_ renderings: RenderingFiles) {
        state.withLock { $0.renderings.append(renderings) }
    }

    /// Returns the draft of an asset that the block creates, or `nil` if it creates no such asset.
    func draft(ofAssetUUID uuid: String) -> AssetDraft? {
        state.withLock { state in
            for case .createAsset(let draft) in state.operations where draft.uuid == uuid { return draft }
            return nil
        }
    }

    /// Records a change of an asset. If the previous operation changes the same asset, merges both into one.
    func record(_ change: AssetChange, ofAsset uuid: String, for subject: Any.Type) {
        requireOpen(for: subject)
        state.withLock { state in
            guard case .change(let before, uuid) = state.operations.last else {
                state.operations.append(.change(change, assetUUID: uuid))
                return
            }
            let last = state.operations.count - 1
            state.operations[last] = .change(before.followed(by: change), assetUUID: uuid)
        }
    }

    /// Records an adjustment of an asset's values. If the previous operation adjusts the same asset, merges both into
    /// one.
    func adjust(_ uuid: String, for subject: Any.Type, _ edit: (inout AssetAdjustment) -> Void) {
        requireOpen(for: subject)
        state.withLock { state in
            var adjustment = AssetAdjustment()
            if case .adjust(let before, _, uuid) = state.operations.last {
                adjustment = before
                state.operations.removeLast()
            }
            edit(&adjustment)
            state.operations.append(.adjust(adjustment, AssetChange(), assetUUID: uuid))
        }
    }

    /// Replaces the draft of an asset that a request creates, at its index among the operations.
    func update(_ index: Int, with draft: AssetDraft, for subject: Any.Type) {
        requireOpen(for: subject)
        state.withLock { $0.operations[index] = .createAsset(draft) }
    }

    private func requireOpen(for subject: Any.Type) {
        guard Self.current !== self else { return }
        raiseInvalidArgument(
            "\(subject) was used outside of the change block that made it. Use it only inside that block, "
                + "on the thread that it runs on.")
    }
}
