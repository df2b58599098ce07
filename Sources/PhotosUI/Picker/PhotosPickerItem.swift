public import CoreTransferable
public import Foundation
import ItemProviders
public import UniformTypeIdentifiers

/// An asset that the user chose, for code that was written for SwiftUI's picker.
///
/// The `PhotosPicker` of the module `SwiftUI` creates items. Or create them from the results of
/// ``PHPickerViewController``:
///
/// ```swift
/// let items = results.map(PhotosPickerItem.init)
/// let movie = try await items[0].loadTransferable(type: Movie.self)
/// ```
public struct PhotosPickerItem: Equatable, Hashable, @unchecked Sendable {
    private let provider: NSItemProvider?

    /// The asset's local identifier. See ``PHPickerResult/assetIdentifier``.
    public let itemIdentifier: String?

    /// Creates an item without files, which names an asset to preselect.
    public init(itemIdentifier: String) {
        provider = nil
        self.itemIdentifier = itemIdentifier
    }

    /// Creates an item of a picker's result. Not in Apple's framework.
    public init(_ result: PHPickerResult) {
        provider = result.itemProvider
        itemIdentifier = result.assetIdentifier
    }

    /// The types of the item's files, in the order of fidelity.
    public var supportedContentTypes: [UTType] { provider?.registeredContentTypes ?? [] }

    /// Loads the item as a transferable value.
    ///
    /// - Parameter completionHandler: Called once, on a private queue. It takes `nil` if the item has no type from
    ///   which the value can be imported.
    /// - Returns: The progress. Its cancellation ends the load with an error.
    @discardableResult
    @preconcurrency
    public func loadTransferable<T: Transferable>(
        type: T.Type, completionHandler: @escaping @Sendable (Result<T?, any Error>) -> Void
    ) -> Progress {
        guard let provider, provider.canLoadTransferable(type: type) else {
            let progress = Progress(totalUnitCount: 1)
            progress.completedUnitCount = 1
            ItemQueue.queue.async { completionHandler(.success(nil)) }
            return progress
        }
        return provider.loadTransferable(type: type) { completionHandler($0.map(Optional.some)) }
    }

    /// Loads the item as a transferable value, or returns `nil` if the item has no type from which the value can be
    /// imported. A cancelled task cancels the load.
    public func loadTransferable<T: Transferable>(type: T.Type) async throws -> sending T? {
        let cancellation = CancelledProgress()
        let loaded = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Loaded<T?>, any Error>) in
                cancellation.progress = loadTransferable(type: type) {
                    continuation.resume(with: $0.map(Loaded.init))
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        // Nobody else has the value.
        nonisolated(unsafe) let value = loaded.value
        return value
    }

    /// Carries a value that nobody else has from the loading thread to the caller.
    private struct Loaded<Value>: @unchecked Sendable {
        let value: Value
    }

    /// The encoding that SwiftUI's picker prefers.
    public struct EncodingDisambiguationPolicy: Equatable, Hashable, Sendable {
        let mode: PHPickerConfiguration.AssetRepresentationMode

        /// As ``PHPickerConfiguration/AssetRepresentationMode/automatic``.
        public static let automatic = EncodingDisambiguationPolicy(mode: .automatic)
        /// As ``PHPickerConfiguration/AssetRepresentationMode/current``.
        public static let current = EncodingDisambiguationPolicy(mode: .current)
        /// As ``PHPickerConfiguration/AssetRepresentationMode/compatible``.
        public static let compatible = EncodingDisambiguationPolicy(mode: .compatible)
    }
}
