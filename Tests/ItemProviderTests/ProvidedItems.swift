import Foundation
import ItemProviders
import Synchronization

/// Waits for a handler. A second call ends the test program, so each use also tests that there is only one.
func awaitCall<Value: Sendable>(_ start: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in
        start { continuation.resume(returning: $0) }
    }
}

extension NSItemProvider {
    /// Loads data, or throws the error.
    func data(_ identifier: String) async throws -> Data {
        try await awaitCall { done in
            loadDataRepresentation(forTypeIdentifier: identifier) { data, error in done(Self.result(data, error)) }
        }.get()
    }

    /// Loads an object, or throws the error.
    func object<Object: NSItemProviderReading & SendableMetatype>(_ type: Object.Type) async throws -> Object {
        try await awaitCall { done in
            loadObject(ofClass: type) { object, error in
                done(Self.result((object as? Object).map(LoadedObject.init), error))
            }
        }.get().object
    }

    static func result<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
        value.map { .success($0) } ?? .failure(error ?? CocoaError(.featureUnsupported))
    }

    /// Registers data that is available at once.
    func register(_ data: Data, as identifier: String) {
        registerDataRepresentation(forTypeIdentifier: identifier, visibility: .all) { completion in
            completion(data, nil)
            return nil
        }
    }

    /// Registers a file, which receivers may open in place if `isShared`.
    func register(_ file: URL, as identifier: String, isShared: Bool = false) {
        registerFileRepresentation(
            forTypeIdentifier: identifier, fileOptions: isShared ? .openInPlace : [], visibility: .all
        ) { completion in
            completion(file, false, nil)
            return nil
        }
    }
}

/// An object that only the test uses.
private struct LoadedObject<Object>: @unchecked Sendable {
    let object: Object
}

extension Error {
    /// The code of a provider's error.
    var itemCode: NSItemProvider.ErrorCode? {
        let error = self as NSError
        return error.domain == NSItemProvider.errorDomain ? NSItemProvider.ErrorCode(rawValue: error.code) : nil
    }

    var underlyingCode: Int? { ((self as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code }
}

/// A completion handler that a test calls later.
final class KeptCompletion: Sendable {
    typealias Handler = @Sendable (Data?, (any Error)?) -> Void

    private let handler = Mutex<Handler?>(nil)

    func keep(_ handler: @escaping Handler) {
        self.handler.withLock { $0 = handler }
    }

    func call(_ data: Data?, _ error: (any Error)? = nil) {
        handler.withLock { $0 }?(data, error)
    }
}
