import AlbumenTestSupport
import Foundation
import Testing

/// Closures of the main actor that PhotoKit calls on other threads, as the compiler sees them.
@Suite struct MainActorTests {
    @Test("the compiler warns about closures that use the main actor's state", arguments: ["5", "6"])
    func misuse(mode: String) async throws {
        let result = try await compile(Self.misuse, mode)
        #expect(result.exitStatus == 0, "\(result.error)")
        let lines = Self.misuse.split(separator: "\n", omittingEmptySubsequences: false)
        let wrong = lines.indices.filter { lines[$0].contains("// wrong") }.map { $0 + 1 }
        #expect(wrong.count == 5)
        #expect(try warnedLines(result.error, about: "from a Sendable closure") == wrong)
    }

    @Test("clients' closures compile in the Swift 5 mode without a warning")
    func idiomsFive() async throws {
        let result = try await compile(Self.idioms + Self.handlers, "5")
        #expect(result.exitStatus == 0, "\(result.error)")
        #expect(!result.error.contains("warning:"), "\(result.error)")
    }

    /// The closures may run at the same time as the code around them, which the compiler says of each variable.
    @Test("clients' closures that set a variable compile in the Swift 6 mode with only a warning about the variable")
    func idiomsSix() async throws {
        let result = try await compile(Self.idioms, "6")
        #expect(result.exitStatus == 0, "\(result.error)")
        let warnings = result.error.split(separator: "\n").filter { $0.contains(": warning: ") }
        #expect(!warnings.isEmpty && !warnings.contains { $0.contains("silent") })
        #expect(warnings.allSatisfy { $0.contains("#SendableClosureCaptures") }, "\(warnings)")
    }

    private func compile(_ source: String, _ mode: String) async throws -> ProgramRun.Outcome {
        let package = try await ClientPackageTests.builtPackage()
        let folder = try TemporaryFolder()
        let file = folder.file("Client.swift")
        try Data(source.utf8).write(to: file)
        // As far as the checks of data flow.
        return try await package.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", mode]
                + package.moduleSearchArguments() + [file.path],
            environment: [:])
    }

    private func warnedLines(_ output: String, about text: String) throws -> [Int] {
        let lines = output.matches(of: #/Client\.swift:(\d+):\d+: warning: (.*)/#)
            .filter { $0.2.contains(text) }
            .compactMap { Int($0.1) }
        return Set(lines).sorted()
    }

    private static let misuse = """
        import Photos

        @MainActor
        final class Model {
            var count = 0

            func ask() {
                PHPhotoLibrary.requestAuthorization { _ in self.count += 1 }  // wrong
                PHPhotoLibrary.requestAuthorization(for: .readWrite) { _ in self.count += 1 }  // wrong
                PHPhotoLibrary.requestAuthorization { status in
                    Task { @MainActor in self.count += status.rawValue }
                }
            }

            func change() async throws {
                PHPhotoLibrary.shared().performChanges(
                    { self.count += 1 },  // wrong
                    completionHandler: { _, _ in self.count += 1 })  // wrong
                try await PHPhotoLibrary.shared().performChanges { self.count += 1 }  // wrong
                try await PHPhotoLibrary.shared().performChanges { print("changing") }
                try PHPhotoLibrary.shared().performChangesAndWait { self.count += 1 }
            }

            func show(_ asset: PHAsset) {
                PHImageManager.default().requestImage(
                    for: asset, targetSize: .zero, contentMode: .default, options: nil
                ) { _, _ in self.count += 1 }
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

        func saveWithoutAWarning(_ image: UIImage) async throws -> String? {
            nonisolated(unsafe) var silent: String?
            try await PHPhotoLibrary.shared().performChanges {
                silent = PHAssetChangeRequest.creationRequestForAsset(from: image)
                    .placeholderForCreatedAsset?.localIdentifier
            }
            return silent
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
