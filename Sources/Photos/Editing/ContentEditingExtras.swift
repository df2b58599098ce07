// Additions to Apple's framework.

import Foundation
import PhotoLibrary

extension PHAsset {
    /// Not in Apple's framework: returns the input for editing the asset, as
    /// ``requestContentEditingInput(with:completionHandler:)`` does. Cancelling the task cancels the request.
    ///
    /// Calls the options' `canHandleAdjustmentData` on a private serial queue.
    ///
    /// - Throws: The `PHPhotosError` of `requestContentEditingInput`, or `CancellationError`.
    nonisolated(nonsending) public func contentEditingInput(
        with options: PHContentEditingInputRequestOptions? = nil
    ) async throws -> sending PHContentEditingInput {
        try await editingInput(options).value
    }

    nonisolated(nonsending) private func editingInput(
        _ options: PHContentEditingInputRequestOptions?
    ) async throws -> EditingInput {
        let session = PhotoLibrarySession.current
        let settings = ImageRequestSettings(options)
        let inputs = AsyncThrowingStream { continuation in
            let pending = PendingRequest<EditingInput>(continuation, settings) { input, _ in input }
            EditingInputRequest.start(pending, of: self, options, session)
        }
        for try await input in inputs { return input }
        throw CancellationError()
    }
}
