import AlbumenTestSupport
import Foundation
import Photos
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// `addKeyword` and `removeKeyword` (OS 27).
@Suite struct KeywordChangeTests {
    private let fixture: PhotoKitFixture
    private let folder: TemporaryFolder
    private let identifier: String

    init() throws {
        fixture = try PhotoKitFixture()
        folder = try TemporaryFolder()
        identifier = try fixture.addPhotos(1)[0]
    }

    private func change(_ edit: @escaping (PHAssetChangeRequest) -> Void) throws -> [String] {
        let asset = try fixture.asset(identifier)
        try fixture.change { edit(PHAssetChangeRequest(for: asset)) }
        return try fixture.asset(identifier).extendedMetadata.keywords
    }

    @Test func `addKeyword and removeKeyword: calls of one request add up, in their order`() throws {
        let added = try change {
            $0.addKeyword("Lisbon")
            $0.isFavorite = true
            $0.addKeyword("Sea")
            $0.addKeyword("Lisbon")
            $0.addKeyword("Boat")
            $0.removeKeyword("Boat")
            $0.removeKeyword("Tram")
            $0.addKeyword("Tram")
        }
        #expect(added == ["Lisbon", "Sea", "Tram"])
        #expect(try fixture.asset(identifier).isFavorite)
        let changed = try change {
            $0.removeKeyword("Lisbon")
            $0.addKeyword("lisbon")
        }
        #expect(changed == ["Sea", "Tram", "lisbon"])
    }

    @Test func `a keyword that the asset has or lacks changes nothing, not even the modification date`() throws {
        #expect(try change { $0.addKeyword("Caf\u{e9}") } == ["Café"])
        let before = try fixture.asset(identifier)
        #expect(try change { $0.addKeyword("Cafe\u{301}") } == ["Café"], "composed and decomposed are equal")
        #expect(try change { $0.removeKeyword("café") } == ["Café"])
        #expect(try fixture.asset(identifier).modificationDate == before.modificationDate)
        #expect(try change { $0.removeKeyword("Cafe\u{301}") }.isEmpty)
    }

    @Test func `a new asset keeps the keywords of its file`() throws {
        let photo = try folder.write(SampleMedia.jpeg(xmp: Self.packet(["Harbour", "Night"])), to: "tagged.jpg")
        var placeholder: PHObjectPlaceholder?
        try fixture.change {
            let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo)
            request?.addKeyword("Lisbon")
            request?.addKeyword("Night")
            request?.removeKeyword("Harbour")
            placeholder = request?.placeholderForCreatedAsset
        }
        let created = try fixture.asset(try #require(placeholder).localIdentifier)
        #expect(created.extendedMetadata.keywords == ["Night", "Lisbon"])
    }

    @Test func `an app that may only add photos gives them keywords`() throws {
        struct Adding: SimplePrompt {
            func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool? { onlyToAdd }
            func mayChange(_ request: ConsentRequest, client: String) -> Bool? { nil }
        }
        let photo = try folder.write(SampleMedia.jpeg(), to: "photo.jpg")
        var placeholder: PHObjectPlaceholder?
        try fixture.change(access: nil, prompt: Adding()) {
            let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo)
            request?.addKeyword("Lisbon")
            placeholder = request?.placeholderForCreatedAsset
        }
        let created = try fixture.asset(try #require(placeholder).localIdentifier)
        #expect(created.extendedMetadata.keywords == ["Lisbon"])
    }

    @Test func `an empty or long keyword, and too many, make the block fail`() throws {
        let asset = try fixture.asset(identifier)
        for keyword in ["", String(repeating: "x", count: 1001)] {
            #expect(
                try fixture.failure { PHAssetChangeRequest(for: asset).addKeyword(keyword) } == .internalError)
            #expect(try fixture.failure { PHAssetChangeRequest(for: asset).removeKeyword(keyword) } == nil)
        }
        #expect(
            try fixture.failure {
                let request = PHAssetChangeRequest(for: asset)
                for number in 0...1000 { request.addKeyword("\(number)") }
            } == .internalError)
        #expect(try fixture.asset(identifier).extendedMetadata.keywords.isEmpty)
        #expect(
            try fixture.failure { PHAssetChangeRequest(for: PHAsset()).addKeyword("Lisbon") } == .changeNotSupported)
    }

    private static func packet(_ keywords: [String]) -> String {
        let items = keywords.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:subject><rdf:Bag>\(items)</rdf:Bag>\
            </dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
            """
    }
}
