import AlbumenTestSupport
import Foundation
import ItemProviders
import Photos
import Pixels
import Testing
import UIKit

/// §9.5.1: objects of a provider.
@Suite struct ItemObjectTests {
    @Test func `strings and URLs load as values and objects`() async throws {
        let provider = NSItemProvider(object: "Ünï" as NSString)
        #expect(provider.canLoadObject(ofClass: String.self) && !provider.canLoadObject(ofClass: URL.self))
        #expect(try await provider.object(NSString.self) == "Ünï")
        let text: String? = await awaitCall { done in
            provider.loadObject(ofClass: String.self) { value, _ in done(value) }
        }
        #expect(text == "Ünï")
        let made = NSItemProvider()
        made.registerObject(ofClass: URL.self, visibility: .all) { completion in
            completion(URL(string: "https://example.org/a"), nil)
            return nil
        }
        let url: URL? = await awaitCall { done in made.loadObject(ofClass: URL.self) { value, _ in done(value) } }
        #expect(url?.absoluteString == "https://example.org/a")
        let bad = NSItemProvider()
        bad.register(Data([0xFF, 0xFE]), as: "public.utf8-plain-text")
        let error = await #expect(throws: (any Error).self) { try await bad.object(NSString.self) }
        #expect(error?.itemCode == .unavailableCoercionError)
    }

    @Test(arguments: ["public.png", "public.jpeg", "public.heic"])
    func `an image loads from the bytes of its provider, HEIC too`(identifier: String) async throws {
        let image = UIImage(cgImage: CGImage(SampleBitmap.gradient(width: 64, height: 48)))
        let provider = NSItemProvider(object: image)
        #expect(provider.registeredTypeIdentifiers == ["public.png", "public.jpeg", "public.heic"])
        let single = NSItemProvider()
        single.register(try await provider.data(identifier), as: identifier)
        let loaded = try await single.object(UIImage.self)
        #expect(loaded.size == image.size)
        #expect(loaded.cgImage?.width == 64)
        if identifier == "public.png" { #expect(loaded == image) }
    }

    @Test func `bytes that aren't an image fail with an error`() async throws {
        let provider = NSItemProvider()
        provider.register(Data("no image".utf8), as: "public.jpeg")
        let error = await #expect(throws: (any Error).self) { try await provider.object(UIImage.self) }
        #expect(error?.itemCode == .itemUnavailableError)
        let missing = await #expect(throws: (any Error).self) {
            try await NSItemProvider().object(UIImage.self)
        }
        #expect(missing?.itemCode == .itemUnavailableError)
    }

    @Test func `a Live Photo loads from the folder of its files`() async throws {
        let folder = try TemporaryFolder()
        var movie = SampleMedia.Movie()
        movie.tags = [("com.apple.quicktime.content.identifier", "A0A0A0A0")]
        try folder.write(SampleMedia.livePhotoPicture(contentIdentifier: "A0A0A0A0"), to: "IMG_1.pvt/IMG_1.JPG")
        try folder.write(SampleMedia.movie(movie), to: "IMG_1.pvt/IMG_1.MOV")
        let provider = try #require(NSItemProvider(contentsOf: folder.file("IMG_1.pvt")))
        #expect(provider.canLoadObject(ofClass: PHLivePhoto.self))
        let livePhoto = try await provider.object(PHLivePhoto.self)
        #expect(livePhoto.size == CGSize(width: 640, height: 480))
        // The Live Photo doesn't need the provider's files.
        try FileManager.default.removeItem(at: folder.file("IMG_1.pvt"))
        let resources = PHAssetResource.assetResources(for: livePhoto)
        #expect(resources.map(\.filename) == ["IMG_1.JPG", "IMG_1.MOV"])
        #expect(resources.map(\.isLocallyAvailable) == [true, true])
        try folder.write(Data("no image".utf8), to: "bad.pvt/IMG_1.JPG")
        let bad = try #require(NSItemProvider(contentsOf: folder.file("bad.pvt")))
        await #expect(throws: (any Error).self) { try await bad.object(PHLivePhoto.self) }
    }

    @Test func `a client's fake overrides the members that it needs`() async throws {
        final class Fake: NSItemProvider, @unchecked Sendable {
            override func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool { true }

            override func loadObject(
                ofClass aClass: any NSItemProviderReading.Type,
                completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
            ) -> Progress {
                completionHandler("fake" as NSString, nil)
                return Progress(totalUnitCount: 1)
            }
        }
        let provider: NSItemProvider = Fake()
        #expect(provider.canLoadObject(ofClass: UIImage.self))
        #expect(try await provider.object(NSString.self) == "fake")
    }
}
