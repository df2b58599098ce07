public import Foundation
public import ItemProviders
import UniformTypeIdentifiers

extension NSItemProvider {
    /// Registers the types to which a value can be exported. The value is created for each load, and once now.
    @preconcurrency
    public func register<Value: Transferable>(_ transferable: @autoclosure @escaping @Sendable () -> Value) {
        let value = transferable()
        for transfer in Value.transfers {
            guard let exporting = transfer.exporting, transfer.condition?(value) ?? true else { continue }
            if let name = transfer.suggestedFileName?(value) { suggestedName = name }
            let visibility = NSItemProviderRepresentationVisibility(transfer.visibility)
            switch exporting {
            case .data(let export):
                registerDataRepresentation(for: transfer.type, visibility: visibility) { completion in
                    Self.run(completion: { completion($0, $1) }) { try await export(transferable()) }
                }
            case .file(let export, let mayOpenInPlace):
                registerFileRepresentation(
                    for: transfer.type, visibility: visibility, openInPlace: mayOpenInPlace
                ) { completion in
                    Self.run(completion: { completion($0, false, $1) }) {
                        let sent = try await export(transferable())
                        guard mayOpenInPlace, !sent.allowAccessingOriginalFile else { return sent.file }
                        return try ItemFolders.shared.copy(sent.file)
                    }
                }
            }
        }
    }

    /// Loads a value of the first representation of its type that the provider has.
    ///
    /// - Parameter completionHandler: Called once, on a private queue, with the value or the error of the import.
    /// - Returns: The progress. Its cancellation cancels the import's task.
    @discardableResult
    @preconcurrency
    public func loadTransferable<Value: Transferable>(
        type: Value.Type, completionHandler: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> Progress {
        let load = ItemLoad<Value> { completionHandler($0.mapError { $0 }) }
        let step = CancelledProgress()
        let task = Task {
            do {
                let value = try await self.imported(type) { part in
                    load.progress.addHandler(part)
                    step.progress = part
                }
                _ = load.finish(.success(value))
            } catch {
                _ = load.finish(.failure(.itemUnavailable("\(type)", because: error)))
            }
        }
        load.progress.onCancel { [weak load] in
            task.cancel()
            step.cancel()
            _ = load?.finish(.failure(.itemCancelled()))
        }
        return load.progress
    }

    /// Loads a value of the first representation of its type that the provider has. A cancelled task cancels the load.
    ///
    /// Apple's framework has only the method with a completion handler.
    public func loadTransferable<Value: Transferable & Sendable>(type: Value.Type) async throws -> Value {
        let cancellation = CancelledProgress()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                cancellation.progress = loadTransferable(type: type) { continuation.resume(with: $0) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Returns whether the provider has a type from which a value can be imported.
    package func canLoadTransferable<Value: Transferable>(type: Value.Type) -> Bool {
        Value.transfers.contains { $0.importing != nil && registeredType(for: $0.type) != nil }
    }

    private func registeredType(for type: UTType) -> UTType? {
        registeredContentTypes.first { $0 == type } ?? registeredContentTypes(conformingTo: type).first
    }

    private func imported<Value: Transferable>(
        _: Value.Type, progress: @escaping @Sendable (Progress) -> Void
    ) async throws -> sending Value {
        for transfer in Value.transfers {
            guard let importing = transfer.importing, let type = registeredType(for: transfer.type) else { continue }
            switch importing {
            case .data(let make): return try await make(try await data(of: type, progress))
            case .file(let make, let opensInPlace):
                let received = try await file(of: type, opensInPlace, progress)
                defer { if !received.isOriginalFile { ItemFolders.delete(received.file.deletingLastPathComponent()) } }
                return try await make(received)
            }
        }
        let types = registeredTypeIdentifiers.joined(separator: ", ")
        throw NSError.item(
            .itemUnavailableError, "\(Value.self) can't be imported from the provider's types (\(types)).")
    }

    private func data(of type: UTType, _ progress: @Sendable (Progress) -> Void) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            progress(
                loadDataRepresentation(for: type) { data, error in
                    continuation.resume(with: Self.result(data, error))
                })
        }
    }

    /// Returns the provider's own file, or a copy in a folder of its own.
    private func file(
        of type: UTType, _ inPlace: Bool, _ progress: @Sendable (Progress) -> Void
    ) async throws -> ReceivedTransferredFile {
        try await withCheckedThrowingContinuation { continuation in
            // A copy for a handler is deleted too early for an asynchronous import.
            progress(
                loadLastingFile(type, inPlace: inPlace) { url, isInPlace, error in
                    continuation.resume(
                        with: Self.result(
                            url.map { ReceivedTransferredFile(file: $0, isOriginalFile: isInPlace) }, error))
                })
        }
    }

    private static func result<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
        if let value { return .success(value) }
        return .failure(error ?? NSError.item(.unknownError, "The provider ended the load without a reason."))
    }

    /// Starts a task for an export. The cancellation of the progress cancels the task.
    private static func run<Value: Sendable>(
        completion: @escaping @Sendable (Value?, (any Error)?) -> Void,
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Progress {
        let task = Task {
            do {
                completion(try await body(), nil)
            } catch {
                completion(nil, error)
            }
        }
        let progress = Progress(totalUnitCount: 1)
        progress.cancellationHandler = { task.cancel() }
        return progress
    }
}

extension NSItemProviderRepresentationVisibility {
    fileprivate init(_ visibility: TransferRepresentationVisibility) {
        self =
            switch visibility {
            case .team: .team
            case .group: .group
            case .ownProcess: .ownProcess
            default: .all
            }
    }
}
