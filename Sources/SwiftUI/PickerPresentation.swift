import Foundation
import PhotosUI
import UIKit

/// One presentation of a picker.
@MainActor
final class PickerPresentation: NSObject, PHPickerViewControllerDelegate {
    private let host = UIViewController()
    private let picker: PHPickerViewController
    private var continuation: CheckedContinuation<[PhotosPickerItem]?, Never>?

    init(_ configuration: PHPickerConfiguration) {
        picker = PHPickerViewController(configuration: configuration)
        super.init()
        picker.delegate = self
    }

    /// Returns the chosen items, or `nil` if the user or the task cancels, or the picker fails. Call it once.
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
        end(picker.outcome == .chosen ? results.map(PhotosPickerItem.init) : nil)
    }

    private func end(_ items: [PhotosPickerItem]?) {
        guard let continuation else { return }
        self.continuation = nil
        host.dismiss(animated: true)
        continuation.resume(returning: items)
    }
}
