import AlbumenTestSupport
import Foundation
import PhotosUI
import Testing

/// A movie as clients declare it.
private struct Movie: Transferable, Equatable {
    let url: URL
    var bytes: Data?

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(contentType: .movie) {
            SentTransferredFile($0.url)
        } importing: { received in
            await Task.yield()
            return Movie(url: received.file, bytes: try Data(contentsOf: received.file))
        }
    }
}

private struct Note: Transferable, Codable, Equatable {
    var title: String
    var count: Int

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .json)
        ProxyRepresentation(exporting: \.title) { (title: String) in Note(title: title, count: 0) }
            .suggestedFileName("note")
    }
}

private struct Image: Transferable {
    var bytes: Data

    static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(importedContentType: .image) { data in
            guard data != Data([0]) else { throw CocoaError(.fileReadCorruptFile) }
            return Image(bytes: data)
        }
        DataRepresentation(exportedContentType: .png) { $0.bytes }
            .exportingCondition { !$0.bytes.isEmpty }
            .visibility(.ownProcess)
        FileRepresentation(exportedContentType: .jpeg) { _ in SentTransferredFile(URL(filePath: "/none.jpg")) }
    }
}

@Suite struct TransferableTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a movie is imported from a file, which is deleted after the import`() async throws {
        let original = try folder.write(Data([1, 2, 3]), to: "a.mov")
        let provider = try #require(NSItemProvider(contentsOf: original))
        let movie = try await provider.loadTransferable(type: Movie.self)
        #expect(movie.bytes == Data([1, 2, 3]))
        #expect(movie.url.lastPathComponent == "a.mov" && movie.url != original)
        #expect(!FileManager.default.fileExists(atPath: movie.url.path))
        let exported = NSItemProvider()
        exported.register(Movie(url: original))
        #expect(exported.registeredTypeIdentifiers == ["public.movie"])
        #expect(try await exported.data("public.movie") == Data([1, 2, 3]))
    }

    @Test func `the first representation that the provider has is imported`() async throws {
        let note = Note(title: "a", count: 3)
        let provider = NSItemProvider()
        provider.register(note)
        #expect(provider.registeredTypeIdentifiers == ["public.json", "public.utf8-plain-text"])
        #expect(provider.suggestedName == "note")
        #expect(try await provider.loadTransferable(type: Note.self) == note)
        let text = NSItemProvider(object: "b" as NSString)
        #expect(try await text.loadTransferable(type: Note.self) == Note(title: "b", count: 0))
        #expect(try await provider.data("public.utf8-plain-text") == Data("a".utf8))
        #expect(try await text.loadTransferable(type: String.self) == "b")
    }

    @Test func `an import of a supertype takes the provider's first subtype, and errors are reported`() async throws {
        let provider = NSItemProvider()
        provider.register(Data([1]), as: "public.heic")
        provider.register(Data([2]), as: "public.jpeg")
        #expect(try await provider.loadTransferable(type: Image.self).bytes == Data([1]))
        #expect(try await provider.loadTransferable(type: Data.self) == Data([1]))
        provider.register(Data([0]), as: "public.heic")
        let corrupt = await #expect(throws: (any Error).self) { try await provider.loadTransferable(type: Image.self) }
        #expect(corrupt?.underlyingCode == CocoaError.fileReadCorruptFile.rawValue)
        let none = await #expect(throws: (any Error).self) { try await provider.loadTransferable(type: Movie.self) }
        #expect(none?.itemCode == .itemUnavailableError)
        let image = NSItemProvider()
        image.register(Image(bytes: Data()))
        #expect(image.registeredTypeIdentifiers == ["public.jpeg"])
        let file = await #expect(throws: (any Error).self) { try await image.data("public.jpeg") }
        #expect(file?.itemCode == .itemUnavailableError)
        image.register(Image(bytes: Data([7])))
        #expect(try await image.data("public.png") == Data([7]))
    }

    @Test func `a cancelled import calls its handler once`() async throws {
        let (kept, started) = (KeptCompletion(), HandlerCalls<Void>())
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { completion in
            kept.keep(completion)
            started.add(())
            return nil
        }
        let calls = HandlerCalls<Result<Image, any Error>>()
        let progress = provider.loadTransferable(type: Image.self) { calls.add($0) }
        try await started.next()
        progress.cancel()
        let result = try await calls.next()
        #expect(throws: (any Error).self) { try result.get() }
        kept.call(Data([1]))
        #expect(await calls.remainingCount() == 0)
    }

    @Test func `a Live Photo is transferable`() async throws {
        var movie = SampleMedia.Movie()
        movie.tags = [("com.apple.quicktime.content.identifier", "A0A0A0A0")]
        try folder.write(SampleMedia.livePhotoPicture(contentIdentifier: "A0A0A0A0"), to: "a.pvt/IMG_1.JPG")
        try folder.write(SampleMedia.movie(movie), to: "a.pvt/IMG_1.MOV")
        let provider = try #require(NSItemProvider(contentsOf: folder.file("a.pvt")))
        let livePhoto = try await provider.loadTransferable(type: PHLivePhoto.self)
        #expect(livePhoto.size == CGSize(width: 640, height: 480))
    }
}
