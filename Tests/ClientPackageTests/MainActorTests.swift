import Foundation
import Testing

/// Closures that PhotoKit calls on other threads, as the compiler sees them.
@Suite struct MainActorTests {
    /// Such closures are isolated to the main actor. In the Swift 6 mode they stop the program at run time.
    @Test(arguments: ["5", "6"])
    func `a closure of a main-actor class uses the main actor's state without a warning`(mode: String) async throws {
        let report = try await ClientSource(text: Self.isolatedClosures).compile(inMode: mode)
        #expect(report.isCompiled, "\(report.text)")
        #expect(!report.text.contains("warning:"), "\(report.text)")
    }

    @Test(arguments: ["5", "6"])
    func `the compiler reports the main actor's state in a closure marked @Sendable`(mode: String) async throws {
        let source = ClientSource(text: Self.isolatedClosures.replacing("{ _", with: "{ @Sendable _"))
        let report = try await source.compile(inMode: mode)
        #expect(report.lines(with: "error") == source.lines(marked: "state"), "\(report.text)")
    }

    @Test(arguments: ["5", "6"])
    func `clients' closures that set a variable compile without a warning`(mode: String) async throws {
        let report = try await ClientSource(text: Self.idioms).compile(inMode: mode)
        #expect(report.isCompiled, "\(report.text)")
        #expect(!report.text.contains("warning:"), "\(report.text)")
    }

    @Test func `clients' closures that hand on closures compile in the Swift 5 mode without a warning`() async throws {
        let report = try await ClientSource(text: "import Photos\n" + Self.handlers).compile(inMode: "5")
        #expect(report.isCompiled, "\(report.text)")
        #expect(!report.text.contains("warning:"), "\(report.text)")
    }

    private static let isolatedClosures = """
        import Photos

        @MainActor
        final class Model {
            var count = 0

            func ask() {
                PHPhotoLibrary.requestAuthorization { _ in self.count += 1 }  // state
                PHPhotoLibrary.requestAuthorization(for: .readWrite) { _ in self.count += 1 }  // state
                PHPhotoLibrary.requestAuthorization { _ in
                    Task { @MainActor in self.count += 1 }
                }
            }

            func change() {
                PHPhotoLibrary.shared().performChanges(
                    {},
                    completionHandler: { _, _ in self.count += 1 })  // state
            }
        }
        """

    private static let idioms = """
        import Photos
        import UIKit

        func save(_ image: UIImage) {
            var placeholder: PHObjectPlaceholder?
            PHPhotoLibrary.shared().performChanges(
                {
                    let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
                    placeholder = request.placeholderForCreatedAsset
                },
                completionHandler: { success, error in
                    print(success ? placeholder?.localIdentifier ?? "" : "\\(String(describing: error))")
                })
        }

        func saveAndWait(_ image: UIImage) throws -> String? {
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                identifier = PHAssetChangeRequest.creationRequestForAsset(from: image)
                    .placeholderForCreatedAsset?.localIdentifier
            }
            return identifier
        }

        func saveAsynchronously(_ image: UIImage) async throws -> String? {
            var identifier: String?
            try await PHPhotoLibrary.shared().performChanges {
                identifier = PHAssetChangeRequest.creationRequestForAsset(from: image)
                    .placeholderForCreatedAsset?.localIdentifier
            }
            return identifier
        }

        func ask() async -> Bool {
            await withCheckedContinuation { continuation in
                PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
                    continuation.resume(returning: status == .authorized)
                }
            }
        }

        """

    /// Closures that aren't sendable, and are handed on.
    private static let handlers = """
        final class Saver {
            private var error: Error?

            func ask(_ completion: @escaping (Bool) -> Void) {
                PHPhotoLibrary.requestAuthorization { status in
                    DispatchQueue.main.async { completion(status == .authorized) }
                }
            }

            func delete(_ assets: [PHAsset], _ completion: ((Bool, Error?) -> Void)?) {
                PHPhotoLibrary.shared().performChanges({
                    PHAssetChangeRequest.deleteAssets(assets as NSArray)
                }) { [weak self] success, error in
                    self?.error = error
                    DispatchQueue.main.async { completion?(success, error) }
                }
            }

            func perform(_ block: @escaping () -> Void, _ completion: ((Bool, Error?) -> Void)?) {
                PHPhotoLibrary.shared().performChanges(block, completionHandler: completion)
            }
        }

        """
}
