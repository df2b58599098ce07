import Foundation
import PhotosUI
import UIKit

/// One presentation of a picker.
@MainActor
final class PickerPresentation: NSObject, PHPickerViewControllerDelegate {
    private let host = UIViewController()
    private let picker: PHPickerViewController
    private let preselected: [String]
    private var continuation: CheckedContinuation<[PhotosPickerItem]?, Never>?

    init(_ configuration: PHPickerConfiguration) {
        picker = PHPickerViewController(configuration: configuration)
        preselected = configuration.preselectedAssetIdentifiers
        super.init()
        picker.delegate = self
    }

    /// Returns the chosen items, or `nil` if the user or the task cancels. Call it once.
    func items() async -> [PhotosPickerItem]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: nil) }
                self.continuation = continuation
                host.present(picker, animated: true)
            }
        } onCancel: {
            Task { @MainActor in self.end(nil) }
        }
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        // After Cancel, only the preselected assets are among the results, without types.
        let isCancelled =
            results.isEmpty
            ? preselected.isEmpty
            : !preselected.isEmpty && results.allSatisfy { $0.itemProvider.registeredTypeIdentifiers.isEmpty }
        end(isCancelled ? nil : results.map(PhotosPickerItem.init))
    }

    private func end(_ items: [PhotosPickerItem]?) {
        guard let continuation else { return }
        self.continuation = nil
        host.dismiss(animated: true)
        continuation.resume(returning: items)
    }
}
