package import Dispatch
package import Foundation
import Synchronization

/// Transfers a client's object to another thread. The documentation of the methods says on which threads they call.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// The queue on which providers call registered handlers and completion handlers.
///
/// It's concurrent, because a handler may wait for another load.
package enum ItemQueue {
    package static let queue = DispatchQueue(label: "albumen.items", attributes: .concurrent)
}

/// One load of an item. Calls its handler exactly once, on ``ItemQueue``, also after a cancellation.
package final class ItemLoad<Value>: Sendable {
    package typealias Handler = @Sendable (Result<Value, NSError>) -> Void

    package let progress = ItemProgress()
    private let handler: Mutex<Handler?>

    package init(_ handler: @escaping Handler) {
        self.handler = Mutex(handler)
        progress.onCancel { [weak self] in _ = self?.finish(.failure(.itemCancelled())) }
    }

    package var isFinished: Bool { handler.withLock { $0 == nil } }

    /// Schedules the call of the handler. After a cancellation, every failure is the cancellation's.
    ///
    /// - Returns: `false` if the load has ended before. The value is then not used.
    package func finish(_ result: Result<Value, NSError>) -> Bool {
        guard let handler = handler.withLock({ $0.take() }) else { return false }
        var result = result
        switch result {
        case .success: progress.complete()
        case .failure where progress.wasCancelled: result = .failure(.itemCancelled())
        case .failure: break
        }
        let outcome = Unchecked(result)
        ItemQueue.queue.async { handler(outcome.value) }
        return true
    }

    /// Loads a representation and converts its content, both on ``ItemQueue``.
    ///
    /// - Parameters:
    ///   - identifier: The requested type, for errors.
    ///   - discard: Deletes a value that nobody receives because the load was cancelled.
    func start(
        _ representation: ItemRepresentation?, _ identifier: String,
        convert: @escaping @Sendable (ItemContent, ItemProgress) throws -> Value,
        discard: @escaping @Sendable (Value) -> Void = { _ in }
    ) {
        guard let representation else {
            _ = finish(.failure(.itemMissing(identifier)))
            return
        }
        ItemQueue.queue.async {
            guard !self.isFinished else { return }
            let handlerProgress = representation.load { result in
                // The registered handler may run on the client's main thread, which no copy may block.
                ItemQueue.queue.async { self.deliver(result, identifier, convert, discard) }
            }
            self.progress.addHandler(handlerProgress)
        }
    }

    private func deliver(
        _ result: Result<ItemContent, NSError>, _ identifier: String,
        _ convert: (ItemContent, ItemProgress) throws -> Value, _ discard: (Value) -> Void
    ) {
        // Also after a cancellation.
        defer { if case .success(let content) = result { content.discard() } }
        guard !isFinished else { return }
        do {
            let value = try convert(try result.get(), progress)
            if !finish(.success(value)) { discard(value) }
        } catch {
            _ = finish(.failure(.itemUnavailable(identifier, because: error)))
        }
    }
}
