import Foundation
import PhotosUI
import Testing

@testable import PhotosUI

/// An app's screen that presents a picker and gets its results.
@MainActor
final class PickerHost: UIViewController, PHPickerViewControllerDelegate {
    private let stream: AsyncStream<[PHPickerResult]>
    private let continuation: AsyncStream<[PHPickerResult]>.Continuation
    private(set) var callCount = 0
    private(set) var lastPicker: PHPickerViewController?

    init() {
        (stream, continuation) = AsyncStream.makeStream()
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
        return nil
    }

    func present(_ configuration: PHPickerConfiguration = PHPickerConfiguration(), at picks: FakePicks) {
        present(configuration, environment: picks.environment)
    }

    func present(_ configuration: PHPickerConfiguration, environment: [String: String]) {
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        lastPicker = picker
        PickerEnvironment.$current.withValue(environment) { present(picker, animated: true) }
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        MainActor.assertIsolated()
        callCount += 1
        continuation.yield(results)
    }

    /// Waits for the next call of the delegate.
    func results() async throws -> [PHPickerResult] {
        var iterator = stream.makeAsyncIterator()
        return try #require(await iterator.next())
    }
}
