import AlbumenTestSupport
import Foundation
import Photos
import Testing
import UIKit

@testable import PhotosUI

/// UIKit's image picker over the private picker.
@MainActor @Suite struct ImagePickerTests {
    /// The information of a call, of which nobody else keeps a reference.
    private struct Call: @unchecked Sendable {
        let info: [UIImagePickerController.InfoKey: Any]?
    }

    private final class Host: UIViewController, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
        let picker = UIImagePickerController()
        private let (stream, continuation) = AsyncStream.makeStream(of: Call.self)

        func present(at picks: FakePicks) {
            picker.delegate = self
            PickerEnvironment.$current.withValue(picks.environment) { present(picker, animated: true) }
        }

        func imagePickerController(
            _ picker: UIImagePickerController,
            didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
        ) {
            continuation.yield(Call(info: info))
        }

        func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {
            continuation.yield(Call(info: nil))
        }

        /// Waits for the next call of the delegate. Returns `nil` if the user has cancelled.
        func info() async throws -> [UIImagePickerController.InfoKey: Any]? {
            var iterator = stream.makeAsyncIterator()
            return try #require(await iterator.next()).info
        }

        func isCancelled() async throws -> Bool {
            try await info() == nil
        }
    }

    private let host = Host()

    @Test func `the library is available, and the camera isn't`() {
        #expect(UIImagePickerController.isSourceTypeAvailable(.photoLibrary))
        #expect(UIImagePickerController.isSourceTypeAvailable(.savedPhotosAlbum))
        #expect(!UIImagePickerController.isSourceTypeAvailable(.camera))
        #expect(UIImagePickerController.availableMediaTypes(for: .photoLibrary) == ["public.image", "public.movie"])
        #expect(UIImagePickerController.availableMediaTypes(for: .camera) == nil)
    }

    @Test func `a chosen photo is delivered with its image and its file`() async throws {
        let picks = try FakePicks()
        let bytes = SampleMedia.png(width: 12, height: 8)
        picks.addFile("A/public.png", bytes)
        host.present(at: picks)
        picks.set("added", [FakePicks.item("A", files: [("public.png", "IMG_0001.PNG", bytes.count)])])
        let chosen = try await host.info()
        let info = try #require(chosen)
        #expect(info[.mediaType] as? String == "public.image")
        #expect((info[.originalImage] as? UIImage)?.size == CGSize(width: 12, height: 8))
        let url = try #require(info[.imageURL] as? URL)
        host.dismiss(animated: true)
        #expect(try Data(contentsOf: url) == bytes && url.lastPathComponent == "IMG_0001.PNG")
        #expect(info[.mediaURL] == nil && info[.editedImage] == nil && info[.phAsset] == nil)
        let request = try #require(try picks.request)
        #expect(request["limit"] as? Int == 1 && request["representation"] as? String == "compatible")
    }

    @Test func `a chosen movie is delivered as a file in its own format`() async throws {
        let picks = try FakePicks()
        picks.addFile("A/com.apple.quicktime-movie", Data("movie".utf8))
        host.picker.mediaTypes = ["public.image", "public.movie"]
        host.present(at: picks)
        let file = (type: "com.apple.quicktime-movie", name: "IMG_0001.MOV", bytes: 5 as Int?)
        picks.set("added", [FakePicks.item("A", kind: "video", files: [file])])
        let chosen = try await host.info()
        let info = try #require(chosen)
        #expect(info[.mediaType] as? String == "public.movie" && info[.originalImage] == nil)
        #expect(try Data(contentsOf: try #require(info[.mediaURL] as? URL)) == Data("movie".utf8))
        #expect(try picks.request?["representation"] as? String == "current")
        host.dismiss(animated: true)
    }

    @Test func `cancelling and an unreadable photo call the delegate without a photo`() async throws {
        let picks = try FakePicks()
        host.present(at: picks)
        picks.set("cancelled")
        #expect(try await host.isCancelled())
        host.dismiss(animated: true)
        let others = try FakePicks()
        others.addFile("A/public.png", Data("no image".utf8))
        host.present(at: others)
        others.set("added", [FakePicks.item("A", files: [("public.png", "IMG_0001.PNG", 8)])])
        #expect(try await host.isCancelled())
        host.dismiss(animated: true)
    }

    @Test func `dismissing the picker deletes the pick`() async throws {
        let picks = try FakePicks()
        host.present(at: picks)
        await picks.creation()
        host.dismiss(animated: true)
        #expect(await picks.next(0) == "DELETE")
    }

    @Test func `a picker of the camera cancels after its presentation`() async throws {
        host.picker.sourceType = .camera
        host.picker.delegate = host
        host.present(host.picker, animated: true)
        #expect(host.presentedViewController === host.picker)
        #expect(try await host.isCancelled())
        host.dismiss(animated: true)
    }

    @Test func `a picker without a delegate dismisses itself`() async throws {
        let picks = try FakePicks()
        PickerEnvironment.$current.withValue(picks.environment) { host.present(host.picker, animated: true) }
        picks.set("cancelled")
        #expect(await picks.next(0) == "DELETE")
        try await waitUntil { host.presentedViewController == nil }
    }
}
