import Albumen
import Foundation
import Records
import Synchronization

/// What the requests of one change block ask for, in order. Open while the block runs, on the thread that it runs on.
// Tasks that a block starts inherit the value, but run on other threads or later: for them there is no open block.
final class ChangeRecording: Sendable {
    @TaskLocal private static var bound: ChangeRecording?

    private struct State {
        var isOpen = true
        var operations: [Transaction.Operation] = []
        var requestCount = 0
    }

    private let thread = pthread_self()
    private let state = Mutex(State())

    private init() {}

    /// Runs a change block on this thread, and answers what it asks for.
    static func record(_ block: () -> Void) -> [Transaction.Operation] {
        let recording = ChangeRecording()
        $bound.withValue(recording, operation: block)
        return recording.state.withLock { state in
            state.isOpen = false
            return state.operations
        }
    }

    /// The recording of the block that this call is made in; nil outside of one.
    static var current: ChangeRecording? {
        guard let bound, bound.isOpen, pthread_equal(bound.thread, pthread_self()) != 0 else { return nil }
        return bound
    }

    /// The recording of the block that this call is made in. Outside of one, stops the program.
    static func required(for subject: Any.Type) -> ChangeRecording {
        guard let current else {
            raiseInvalidArgument(
                "\(subject) was made outside of a change block. Change requests can be made only inside the block of "
                    + "PHPhotoLibrary.performChanges or performChangesAndWait, on the thread that it runs on.")
        }
        return current
    }

    private var isOpen: Bool { state.withLock { $0.isOpen } }

    /// A number of a request that no other request of the block has.
    func makeRequestNumber() -> Int {
        state.withLock { state in
            state.requestCount += 1
            return state.requestCount
        }
    }

    /// Asks for a change. Where the block is over, stops the program.
    ///
    /// - Returns: where among the block's operations it stands.
    @discardableResult
    func record(_ operation: Transaction.Operation, for subject: Any.Type) -> Int {
        requireOpen(for: subject)
        return state.withLock { state in
            state.operations.append(operation)
            return state.operations.count - 1
        }
    }

    /// Asks for a change of an asset, together with the one before where that is of the same asset.
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

    /// Completes the asset that a request makes, at its place among the operations.
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
