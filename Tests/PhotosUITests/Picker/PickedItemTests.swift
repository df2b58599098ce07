import AlbumenTestSupport
import Foundation
import ItemProviders
import Photos
import Synchronization
import Testing
import UniformTypeIdentifiers

@testable import PhotosUI

/// The files of chosen assets.
@MainActor @Suite struct PickedItemTests {
    private let picks: FakePicks
    private let host = PickerHost()

    init() throws {
        picks = try FakePicks()
    }

    /// Chooses an asset and returns its provider.
    private func choose(_ item: String) async throws -> NSItemProvider {
        host.present(at: picks)
        picks.set("added", [item])
        let result = try await host.results()[0]
        host.dismiss(animated: true)
        return result.itemProvider
    }

    /// Returns the result of a load with a completion handler.
    private func value<Value: Sendable>(
        _ load: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            load { value, error in
                continuation.resume(with: Result(value, error))
            }
        }
    }

    @Test func `§9.5.7, §10.35: types are in the server's order, RAW first and whole`() async throws {
        let raw = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 11) })
        picks.addFile("A/com.adobe.raw-image", raw)
        let provider = try await choose(
            FakePicks.item(
                "A",
                files: [("com.adobe.raw-image", "IMG_0001.DNG", raw.count), ("public.jpeg", "IMG_0001.JPG", 3)]))
        #expect(provider.registeredTypeIdentifiers == ["com.adobe.raw-image", "public.jpeg"])
        #expect(provider.canLoadObject(ofClass: UIImage.self))
        #expect(!provider.canLoadObject(ofClass: PHLivePhoto.self))
        let data: Data = try await value {
            provider.loadDataRepresentation(forTypeIdentifier: "public.camera-raw-image", completionHandler: $0)
        }
        #expect(data == raw)
    }

    @Test func `§9.5.3: a file has its name, and is deleted after the handler`() async throws {
        let bytes = Data(count: 100_000)
        picks.addFile("A/com.apple.quicktime-movie", bytes)
        let provider = try await choose(
            FakePicks.item(
                "A", name: "clip", kind: "video", files: [("com.apple.quicktime-movie", "clip.MOV", bytes.count)]))
        #expect(provider.hasItemConformingToTypeIdentifier("public.movie"))
        let url: URL = try await value { completion in
            provider.loadFileRepresentation(forTypeIdentifier: "public.movie") { url, error in
                #expect(url.flatMap { try? Data(contentsOf: $0) } == bytes)
                completion(url, error)
            }
        }
        #expect(url.lastPathComponent == "clip.MOV")
        let folder = try TemporaryFolder()
        let copy = folder.file("copy.mov")
        let wasSaved: Bool = try await value { completion in
            provider.loadFile(forTypeIdentifier: "public.movie", to: copy) { completion($0 == nil, $0) }
        }
        #expect(wasSaved)
        #expect(try Data(contentsOf: copy) == bytes)
        // The folder is deleted after the handler has returned.
        try await waitUntil { !FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path) }
    }

    @Test func `§9.5.1: a Live Photo loads as a Live Photo and as an image`() async throws {
        var movie = SampleMedia.Movie()
        movie.frames = 12
        movie.tags = [("com.apple.quicktime.content.identifier", "A0A0A0A0")]
        let photo = try SampleMedia.livePhotoPicture(contentIdentifier: "A0A0A0A0")
        let video = SampleMedia.movie(movie)
        picks.addFile("A/public.jpeg", photo)
        picks.addFile("A/com.apple.quicktime-movie/paired", video)
        let provider = try await choose(
            FakePicks.item(
                "A", kind: "livePhoto", files: [("public.jpeg", "IMG_0001.JPG", photo.count)],
                pairedVideo: ("com.apple.quicktime-movie", "IMG_0001.MOV", video.count)))
        #expect(provider.registeredTypeIdentifiers == ["com.apple.live-photo-bundle", "public.jpeg"])
        let livePhoto: PHLivePhoto = try await value { completion in
            _ = provider.loadObject(ofClass: PHLivePhoto.self) { completion($0 as? PHLivePhoto, $1) }
        }
        #expect(livePhoto.size.width > 0)
        #expect(PHAssetResource.assetResources(for: livePhoto).map(\.type) == [.photo, .pairedVideo])
        let image: UIImage = try await value { completion in
            _ = provider.loadObject(ofClass: UIImage.self) { completion($0 as? UIImage, $1) }
        }
        #expect(image.size == livePhoto.size)
    }

    @Test func `§9.5.5, §10.3: progress is determinate, with the phases of making and transferring`() async throws {
        let fraction = Mutex(0.0)
        let bytes = Data(count: 100_000)
        let seen = Mutex<[NSItemProvider.LoadPhase?]>([])
        let load = Mutex<Progress?>(nil)
        picks.addFile("A/public.jpeg/progress") {
            let fraction = fraction.withLock { fraction in
                fraction += 0.5
                return fraction
            }
            seen.withLock { $0.append(load.withLock { $0?.itemLoadPhase }) }
            return .json(200, "{\"phase\": \"\(fraction > 1 ? "ready" : "making")\", \"fraction\": \(fraction)}")
        }
        picks.addFile("A/public.jpeg") {
            var answer = ScriptedServer.Answer(200, bytes)
            answer.pause = { seen.withLock { $0.append(load.withLock { $0?.itemLoadPhase }) } }
            return answer
        }
        let provider = try await choose(FakePicks.item("A", files: [("public.jpeg", "IMG_0001.JPG", nil)]))
        let data: Data = try await value { completion in
            load.withLock { load in
                let progress = provider.loadDataRepresentation(
                    forTypeIdentifier: "public.jpeg", completionHandler: completion)
                #expect(!progress.isIndeterminate)
                load = progress
            }
        }
        #expect(data == bytes)
        // The first answer can precede the handler's progress.
        #expect(seen.withLock { Array($0.suffix(2)) } == [.converting, .transferring])
        let progress = try #require(load.withLock { $0 })
        #expect(progress.isFinished && progress.fractionCompleted == 1)
        #expect(progress.itemLoadPhase == nil)
    }

    @Test func `§10.30: a cancelled load calls its handler once, with the reason, and leaves no file`() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        picks.addFile("A/public.jpeg") {
            var answer = ScriptedServer.Answer(200, Data(count: 100_000))
            answer.pause = {
                arrived.continuation.yield()
                gate.wait()
            }
            return answer
        }
        let provider = try await choose(FakePicks.item("A", files: [("public.jpeg", "IMG_0001.JPG", 100_000)]))
        let folder = try TemporaryFolder()
        let load = Mutex<Progress?>(nil)
        let error: NSError = try await withCheckedThrowingContinuation { continuation in
            let progress = provider.loadFile(forTypeIdentifier: "public.jpeg", to: folder.file("a.jpg")) { error in
                continuation.resume(with: Result(error as NSError?, nil))
            }
            load.withLock { $0 = progress }
            Task {
                for await _ in arrived.stream { break }
                progress.cancel()
            }
        }
        gate.signal()
        #expect(error.domain == NSItemProvider.errorDomain)
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == CocoaError.userCancelled.rawValue)
        #expect(try folder.names(in: ".").isEmpty)
        #expect(load.withLock { $0?.isCancelled } == true)
    }

    @Test func `a file that the server refuses or cuts off fails with its message`() async throws {
        picks.addFile("A/public.png") {
            var answer = ScriptedServer.Answer(200, Data(count: 100_000))
            answer.end = 1000
            return answer
        }
        let provider = try await choose(
            FakePicks.item("A", files: [("public.jpeg", "a.jpg", 4), ("public.png", "a.png", 100_000)]))
        for (type, text) in [("public.jpeg", "There is no such file."), ("public.png", "failed")] {
            await #expect {
                let _: Data = try await self.value {
                    provider.loadDataRepresentation(forTypeIdentifier: type, completionHandler: $0)
                }
            } throws: { error in
                (error as NSError).domain == NSItemProvider.errorDomain
                    && (error as NSError).localizedDescription.contains(text)
            }
        }
    }

    @Test func `a name from the server can't leave the folder`() async throws {
        picks.addFile("A/public.jpeg", Data("x".utf8))
        let provider = try await choose(
            FakePicks.item("A", name: "../a", files: [("public.jpeg", "../../evil.jpg", 1)]))
        let url: URL = try await value {
            provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.jpeg") {
                [completion = $0] url, _, error in
                completion(url, error)
            }
        }
        let folder = url.deletingLastPathComponent().deletingLastPathComponent()
        #expect(folder.lastPathComponent.hasPrefix("albumen.items."))
        #expect(try Data(contentsOf: url) == Data("x".utf8))
    }

    @Test func `an item loads transferable values of its types, and nil for others`() async throws {
        picks.addFile("A/public.jpeg", Data("jpeg".utf8))
        host.present(at: picks)
        picks.set(
            "added", [FakePicks.item("A", identifier: "X/L0/001", files: [("public.jpeg", "a.jpg", 4)])])
        let item = PhotosPickerItem(try await host.results()[0])
        #expect(item.itemIdentifier == "X/L0/001")
        #expect(item.supportedContentTypes == [.jpeg])
        #expect(try await item.loadTransferable(type: Data.self) == Data("jpeg".utf8))
        #expect(try await item.loadTransferable(type: PHLivePhoto.self) == nil)
        #expect(try await PhotosPickerItem(itemIdentifier: "X").loadTransferable(type: Data.self) == nil)
        host.dismiss(animated: true)
    }
}
