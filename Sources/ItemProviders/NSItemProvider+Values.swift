public import Foundation

/// Objects that Swift knows as values, such as `String` and `URL`.
extension NSItemProvider {
    /// Returns whether the provider has a type from which the value can be created.
    public func canLoadObject<Value: _ObjectiveCBridgeable & SendableMetatype>(ofClass: Value.Type) -> Bool
    where Value._ObjectiveCType: NSItemProviderReading & SendableMetatype {
        canLoadObject(ofClass: Value._ObjectiveCType.self)
    }

    /// Loads a value of the first registered type that it can be created from.
    @discardableResult
    @preconcurrency
    public func loadObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
        ofClass: Value.Type, completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void
    ) -> Progress where Value._ObjectiveCType: NSItemProviderReading & SendableMetatype {
        loadObject(ofClass: Value._ObjectiveCType.self) { object, error in
            guard let object else { return completionHandler(nil, error) }
            guard let object = object as? Value._ObjectiveCType else {
                return completionHandler(
                    nil,
                    NSError.item(
                        .unexpectedValueClassError, "\(type(of: object)) was loaded in place of \(Value.self)."))
            }
            completionHandler(Value._unconditionallyBridgeFromObjectiveC(object), nil)
        }
    }

    /// Registers the types of a value, which is created on demand.
    @preconcurrency
    public func registerObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
        ofClass: Value.Type, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Progress?
    ) where Value._ObjectiveCType: NSItemProviderWriting & SendableMetatype {
        registerObject(ofClass: Value._ObjectiveCType.self, visibility: visibility) { completion in
            loadHandler { value, error in completion(value?._bridgeToObjectiveC(), error) }
        }
    }
}

extension NSItemProvider {
    /// Loads the item of a type. See ``loadItem(forTypeIdentifier:options:completionHandler:)``.
    nonisolated(nonsending) public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
    ) async throws -> any NSSecureCoding {
        let item: Unchecked<any NSSecureCoding> = try await withCheckedThrowingContinuation { continuation in
            loadItem(forTypeIdentifier: typeIdentifier, options: options) { item, error in
                if let item {
                    continuation.resume(returning: Unchecked(item))
                } else {
                    continuation.resume(throwing: error ?? NSError.itemMissing(typeIdentifier))
                }
            }
        }
        return item.value
    }

    /// Not in Apple's framework: loads the file of a type and hands it over. A cancelled task cancels the load.
    ///
    /// - Parameter url: The new file. Its folder must exist, and no file may have the name.
    /// - Throws: An error of ``errorDomain``.
    public func loadFile(forTypeIdentifier typeIdentifier: String, to url: URL) async throws {
        let cancellation = CancelledProgress()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                cancellation.progress = loadFile(forTypeIdentifier: typeIdentifier, to: url) { error in
                    continuation.resume(with: error.map { .failure($0) } ?? .success(()))
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
