import AlbumenTestSupport
import Foundation
import ItemProviders
import Synchronization
import Testing

/// §9.5: data and files of a provider.
@Suite struct ItemLoadingTests {
    private let folder: TemporaryFolder
    private let bytes = Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0) })

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a requested supertype loads the first type that conforms, and an exact type comes first`() async throws
    {
        let provider = NSItemProvider()
        provider.register(Data([1]), as: "public.heic")
        provider.register(Data([2]), as: "public.jpeg")
        #expect(try await provider.data("public.image") == Data([1]))
        #expect(try await provider.data("public.jpeg") == Data([2]))
        provider.register(Data([3]), as: "public.image")
        #expect(try await provider.data("public.image") == Data([3]))
        let error = await #expect(throws: (any Error).self) { try await provider.data("public.movie") }
        #expect(error?.itemCode == .itemUnavailableError)
    }

    @Test func `a file is a copy with a usable name, deleted when the handler returns (§9.5.3)`() async throws {
        let original = try folder.write(bytes, to: "source.MOV")
        let provider = NSItemProvider()
        provider.register(original, as: "com.apple.quicktime-movie")
        for (suggested, name) in [
            (nil, "source.MOV"), ("Beach", "Beach.MOV"), ("Beach.mov", "Beach.mov"), ("../../x/y", "xy.MOV"),
            ("v1.2", "v1.2.MOV"), (String(repeating: "長", count: 200), String(repeating: "長", count: 83) + ".MOV"),
        ] {
            provider.suggestedName = suggested
            let (url, error) = await awaitCall { done in
                provider.loadFileRepresentation(forTypeIdentifier: "public.movie") { [bytes] url, error in
                    guard let url else { return done((nil as URL?, error)) }
                    #expect(url != original && url.lastPathComponent == name)
                    #expect((try? Data(contentsOf: url)) == bytes)
                    // A client may change its copy.
                    #expect((try? Data([0]).write(to: url)) != nil)
                    done((url, nil))
                }
            }
            #expect(error == nil)
            try await Self.expectDeletion(try #require(url))
        }
        #expect(try Data(contentsOf: original) == bytes)
    }

    /// The folder is deleted right after the handler, on the handler's thread.
    private static func expectDeletion(_ url: URL) async throws {
        try await waitUntil { !FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path) }
    }

    @Test func `data becomes a file with the type's extension`() async throws {
        let provider = NSItemProvider()
        provider.register(bytes, as: "public.jpeg")
        let names = [(nil, "item.jpg"), ("IMG_1", "IMG_1.jpg"), ("IMG_1.JPEG", "IMG_1.JPEG"), (".", "item.jpg")]
        for (suggested, name) in names {
            provider.suggestedName = suggested
            let found: String? = await awaitCall { done in
                provider.loadFileRepresentation(forTypeIdentifier: "public.image") { [bytes] url, _ in
                    #expect(url.flatMap { try? Data(contentsOf: $0) } == bytes)
                    done(url?.lastPathComponent)
                }
            }
            #expect(found?.lowercased() == name.lowercased() || found == "item.jpeg" || found == "IMG_1.jpeg")
        }
    }

    @Test(arguments: [true, false])
    func `a file opens in place only if its provider permits it`(isShared: Bool) async throws {
        let original = try folder.write(bytes, to: "a.jpg")
        let provider = NSItemProvider()
        provider.register(original, as: "public.jpeg", isShared: isShared)
        let (url, isInPlace): (URL?, Bool) = await awaitCall { done in
            provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.image") { url, isInPlace, _ in
                done((url, isInPlace))
            }
        }
        #expect(isInPlace == isShared)
        #expect((url == original) == isShared)
        #expect(try Data(contentsOf: try #require(url)) == bytes)
        let item = try await provider.loadItem(forTypeIdentifier: "public.jpeg") as? NSURL
        #expect(try Data(contentsOf: try #require(item) as URL) == bytes)
        #expect((item.map { $0 as URL } == original) == isShared)
    }

    @Test func `a file is handed over, and replaces none (§10.8)`() async throws {
        let provider = try #require(NSItemProvider(contentsOf: try folder.write(bytes, to: "a.jpg")))
        let target = folder.file("mine.jpg")
        try await provider.loadFile(forTypeIdentifier: "public.image", to: target)
        #expect(try Data(contentsOf: target) == bytes)
        let error = await #expect(throws: (any Error).self) {
            try await provider.loadFile(forTypeIdentifier: "public.image", to: target)
        }
        #expect(error?.underlyingCode == CocoaError.fileWriteFileExists.rawValue)
        await #expect(throws: (any Error).self) {
            try await provider.loadFile(forTypeIdentifier: "public.image", to: folder.file("none/b.jpg"))
        }
        #expect(try folder.names() == ["a.jpg", "mine.jpg"])
    }

    @Test func `a folder loads as a file with its members, and not as data`() async throws {
        try folder.write(Data([1]), to: "a.pvt/one.jpg")
        try folder.write(Data([2]), to: "a.pvt/sub/two.mov")
        let provider = try #require(NSItemProvider(contentsOf: folder.file("a.pvt")))
        #expect(provider.registeredTypeIdentifiers.first == "com.apple.live-photo-bundle")
        try await provider.loadFile(forTypeIdentifier: "com.apple.live-photo-bundle", to: folder.file("b.pvt"))
        #expect(try folder.names(in: "b.pvt") == ["one.jpg", "sub"])
        #expect(try Data(contentsOf: folder.file("b.pvt/sub/two.mov")) == Data([2]))
        let error = await #expect(throws: (any Error).self) {
            try await provider.data("com.apple.live-photo-bundle")
        }
        #expect(error?.itemCode == .unavailableCoercionError)
    }

    @Test func `coded items convert to data and back`() async throws {
        let text = NSItemProvider(item: "Ünï" as NSString, typeIdentifier: "public.utf8-plain-text")
        #expect(try await text.data("public.text") == Data("Ünï".utf8))
        #expect(try await text.loadItem(forTypeIdentifier: "public.text") as? NSString == "Ünï")
        let file = try folder.write(bytes, to: "a.jpg")
        let content = NSItemProvider(item: file as NSURL, typeIdentifier: "public.jpeg")
        #expect(try await content.data("public.jpeg") == bytes)
        let url = NSItemProvider(item: file as NSURL, typeIdentifier: "public.file-url")
        #expect(try await url.data("public.url") == Data(file.absoluteString.utf8))
        let number = NSItemProvider(item: NSNumber(value: 1), typeIdentifier: "public.data")
        let error = await #expect(throws: (any Error).self) { try await number.data("public.data") }
        #expect(error?.itemCode == .unavailableCoercionError)
        let data = NSItemProvider()
        data.register(Data([5]), as: "public.data")
        #expect(try await data.loadItem(forTypeIdentifier: "public.data") as? NSData == NSData(data: Data([5])))
    }

    @Test func `a failing, a silent and a repeating handler each cause one call`() async throws {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { completion in
            completion(nil, CocoaError(.fileReadNoPermission))
            return nil
        }
        provider.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { _ in nil }
        provider.registerDataRepresentation(forTypeIdentifier: "public.tiff", visibility: .all) { completion in
            for byte in UInt8(1)...3 { completion(Data([byte]), nil) }
            return nil
        }
        let failed = await #expect(throws: (any Error).self) { try await provider.data("public.png") }
        #expect(failed?.itemCode == .itemUnavailableError)
        #expect(failed?.underlyingCode == CocoaError.fileReadNoPermission.rawValue)
        let silent = await #expect(throws: (any Error).self) { try await provider.data("public.jpeg") }
        #expect(silent?.itemCode == .unknownError)
        #expect(try await provider.data("public.tiff") == Data([1]))
        let missing = NSItemProvider()
        missing.register(folder.file("none.jpg"), as: "public.jpeg")
        await #expect(throws: (any Error).self) { try await missing.data("public.jpeg") }
    }
}
