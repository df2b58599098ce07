import AlbumenTestSupport
import Foundation
import ItemProviders
import Testing
import UIKit
import UniformTypeIdentifiers

/// §9.5: the types of a provider.
@Suite struct ItemTypeTests {
    @Test func `types are listed in the order of their registration (§9.5.7)`() {
        let provider = NSItemProvider()
        #expect(provider.registeredTypeIdentifiers.isEmpty)
        provider.register(Data(), as: "public.heic")
        provider.register(Data(), as: "public.jpeg")
        provider.register(URL(filePath: "/a.mov"), as: "com.apple.quicktime-movie", isShared: true)
        provider.register(Data([1]), as: "public.heic")
        #expect(provider.registeredTypeIdentifiers == ["public.heic", "public.jpeg", "com.apple.quicktime-movie"])
        #expect(provider.registeredTypeIdentifiers(fileOptions: .openInPlace) == ["com.apple.quicktime-movie"])
        #expect(provider.registeredContentTypes == [.heic, .jpeg, .quickTimeMovie])
        #expect(provider.registeredContentTypes(conformingTo: .image) == [.heic, .jpeg])
        #expect(provider.registeredContentTypesForOpenInPlace == [.quickTimeMovie])
        #expect((provider.copy() as? NSItemProvider)?.registeredTypeIdentifiers.count == 3)
    }

    @Test func `a supertype matches its subtypes, and no subtype matches its supertype`() {
        let provider = NSItemProvider()
        provider.register(URL(filePath: "/a.mp4"), as: "public.mpeg-4")
        #expect(provider.hasItemConformingToTypeIdentifier("public.movie"))
        #expect(provider.hasItemConformingToTypeIdentifier("PUBLIC.MPEG-4"))
        #expect(!provider.hasItemConformingToTypeIdentifier("public.image"))
        #expect(!provider.hasItemConformingToTypeIdentifier("com.apple.quicktime-movie"))
        #expect(provider.hasRepresentationConforming(toTypeIdentifier: "public.movie", fileOptions: []))
        #expect(!provider.hasRepresentationConforming(toTypeIdentifier: "public.movie", fileOptions: .openInPlace))
        let own = UTType(exportedAs: "org.example.picture", conformingTo: .image)
        provider.registerDataRepresentation(for: own) { completion in
            completion(Data(), nil)
            return nil
        }
        #expect(provider.hasItemConformingToTypeIdentifier("public.image"))
    }

    @Test func `a provider of HEIC alone can load an image (§9.5.1, §10.19)`() {
        for (identifier, canLoad) in [
            ("public.heic", true), ("com.adobe.raw-image", true), ("public.avif", true), ("public.movie", false),
            ("public.svg-image", false), ("com.apple.live-photo-bundle", false),
        ] {
            let provider = NSItemProvider()
            provider.register(Data(), as: identifier)
            #expect(provider.canLoadObject(ofClass: UIImage.self) == canLoad, "\(identifier)")
        }
        #expect(!NSItemProvider().canLoadObject(ofClass: UIImage.self))
    }

    @Test func `the types of an item follow from its class, its file or its identifier`() throws {
        #expect(NSItemProvider(object: "a" as NSString).registeredTypeIdentifiers == ["public.utf8-plain-text"])
        let file = NSItemProvider(object: NSURL(fileURLWithPath: "/a"))
        #expect(file.registeredTypeIdentifiers == ["public.file-url", "public.url"])
        #expect(
            NSItemProvider(item: NSData(), typeIdentifier: "public.jpeg").registeredTypeIdentifiers == ["public.jpeg"])
        #expect(NSItemProvider(item: NSData(), typeIdentifier: nil).registeredTypeIdentifiers.isEmpty)
        #expect(
            NSItemProvider(item: "a" as NSString, typeIdentifier: nil).registeredTypeIdentifiers
                == ["public.utf8-plain-text"])
        let folder = try TemporaryFolder()
        let photo = try #require(NSItemProvider(contentsOf: try folder.write(Data([1]), to: "IMG_1.HEIC")))
        #expect(photo.registeredTypeIdentifiers == ["public.heic", "public.file-url"])
        #expect(photo.suggestedName == "IMG_1.HEIC")
        #expect(NSItemProvider(contentsOf: folder.file("none.jpg")) == nil)
        #expect(NSItemProvider(contentsOf: URL(string: "https://example.org/a.jpg")) == nil)
    }
}
