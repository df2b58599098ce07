import Foundation
import Synchronization
import UniformTypeIdentifiers

/// The content of a representation, as its registered handler delivers it.
enum ItemContent: @unchecked Sendable {
    case data(Data)
    /// A file or folder of the handler.
    case file(URL)
    /// A file or folder that belongs to the load, in a folder of its own. The load moves or deletes it.
    case transferred(URL)
    case item(any NSSecureCoding)
}

/// A type that a provider has, with the handler that loads it.
struct ItemRepresentation: Sendable {
    typealias DataHandler = @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    typealias TransferHandler = @Sendable (@escaping @Sendable (URL?, (any Error)?) -> Void) -> Progress?
    typealias FileHandler = @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?

    enum Source: Sendable {
        case data(DataHandler)
        case file(FileHandler)
        case transfer(TransferHandler)
        case item(NSItemProvider.LoadHandler)
    }

    let type: UTType
    let visibility: NSItemProviderRepresentationVisibility
    let fileOptions: NSItemProviderFileOptions
    let source: Source

    /// Calls the registered handler on this thread.
    ///
    /// - Parameter completion: Called once, on any thread. Fails if the handler releases its completion handler
    ///   without calling it.
    /// - Returns: The handler's progress.
    func load(_ completion: @escaping @Sendable (Result<ItemContent, NSError>) -> Void) -> Progress? {
        let identifier = type.identifier
        let answer = PendingAnswer(identifier, completion)
        switch source {
        case .data(let handler):
            return handler { data, error in answer.call(data.map(ItemContent.data), error) }
        case .file(let handler):
            return handler { url, _, error in answer.call(url.map(ItemContent.file), error) }
        case .transfer(let handler):
            return handler { url, error in answer.call(url.map(ItemContent.transferred), error) }
        case .item(let handler):
            handler({ item, error in answer.call(item.map(ItemContent.item), error) }, nil, nil)
            return nil
        }
    }
}

/// The answer of a registered handler. Ignores all calls after the first.
private final class PendingAnswer: Sendable {
    private let identifier: String
    private let completion: Mutex<(@Sendable (Result<ItemContent, NSError>) -> Void)?>

    init(_ identifier: String, _ completion: @escaping @Sendable (Result<ItemContent, NSError>) -> Void) {
        self.identifier = identifier
        self.completion = Mutex(completion)
    }

    deinit {
        guard let completion = completion.withLock({ $0.take() }) else { return }
        completion(
            .failure(.item(.unknownError, "The handler for the type \(identifier) ended without a result.")))
    }

    func call(_ content: ItemContent?, _ error: (any Error)?) {
        guard let completion = completion.withLock({ $0.take() }) else { return }
        if let content, error == nil {
            completion(.success(content))
        } else if let error {
            completion(.failure(.itemUnavailable(identifier, because: error)))
        } else {
            completion(.failure(.itemMissing(identifier)))
        }
    }
}
