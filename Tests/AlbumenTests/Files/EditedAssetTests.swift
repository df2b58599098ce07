import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// An asset with the rows that an app's edit stores. Each part of the engine requests the version that it needs.
@Suite struct EditedAssetTests {
    private let temporary: TemporaryLibrary
    private let asset: AssetRecord
    private let original: BlobDigest
    private let rendering: BlobDigest
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        let outcome = try temporary.add([.image("a.heic") { $0.uniformTypeIdentifier = "public.heic" }])[0]
        asset = try #require(try temporary.asset(outcome))
        original = try BlobDigest(hashing: Data("a.heic".utf8))
        rendering = try BlobDigest(hashing: Data("rendering".utf8))
        let edit = [
            (ResourceType.fullSizePhoto, rendering), (.adjustmentData, try BlobDigest(hashing: Data("plist".utf8))),
        ]
        try temporary.library.catalog.write(author: "test") { [asset] transaction in
            for (type, digest) in edit {
                try transaction.insert(
                    ResourceRecord(
                        type: type, sha256: digest, fileSize: 9, originalFilename: "\(type)",
                        uniformTypeIdentifier: "public.jpeg", pixelWidth: 2_000, pixelHeight: 1_500),
                    intoAsset: asset.id)
            }
        }
    }

    @Test("images show the edited photo, or the original if a request needs it (§4.5)")
    func images() throws {
        let sources = try [AssetVersion.current, .unadjusted, .original].map {
            try library.owner.pictureSource(of: asset, version: $0).digest
        }
        #expect(sources == [rendering, original, original])
        let row = try #require(try library.owner.timelineRows([asset.id])?.first)
        #expect(row.contentTag.hasPrefix(rendering.firstDigits))
    }

    @Test("the cloud identifier is the original's")
    func cloudIdentifier() throws {
        let local = LocalIdentifier.string(uuid: asset.uuid, kind: .asset)
        let cloud = try library.owner.cloudIdentifiers(ofLocalIdentifiers: [local])
        let identifier = CloudIdentifier.ofAsset(original)
        #expect(cloud == [local: identifier])
        let edited = CloudIdentifier.ofAsset(rendering)
        let found = try library.owner.localIdentifiers(ofCloudIdentifiers: [identifier, edited])
        #expect(found == [identifier: [local], edited: []])
    }

    @Test("placeholder and damage are those of the edited photo, even after the original was decoded")
    func notes() throws {
        try temporary.commit(.notePicture(rendering, placeholder: Data([1]), damage: nil))
        try temporary.commit(.notePicture(original, placeholder: Data([2]), damage: "cut short"))
        let (placeholder, damage) = try library.catalog.read { reader in
            (try reader.placeholders(ofAssets: [asset.id])[asset.id], try reader.asset(uuid: asset.uuid)?.damage)
        }
        #expect(placeholder == Data([1]))
        #expect(damage == nil)
    }

    @Test("an export contains the edited photo, or the camera's files")
    func export() throws {
        let resources = try #require(try library.owner.resources(ofAsset: asset.id))
        let current = ExportedFiles(of: asset, resources, ExportOptions())
        #expect(current.parts.map(\.digest) == [rendering])
        var options = ExportOptions()
        options.includesOriginals = true
        let originals = ExportedFiles(of: asset, resources, options)
        #expect(originals.parts.map(\.digest) == [original, rendering, try BlobDigest(hashing: Data("plist".utf8))])
        #expect(originals.parts.map { $0.name.numbered(1) } == ["a.heic", "E_a", "a.AAE"])
    }

    @Test("metadata is that of the original, and reading it again doesn't change the edited version's size")
    func metadata() throws {
        var values = MetadataRecord()
        (values.cameraMake, values.metadataVersion) = ("Rendering", MetadataRecord.currentVersion + 1)
        try temporary.commit(.noteMetadata(values, sha256: rendering, assetUUID: asset.uuid))
        #expect(try library.owner.metadata(ofAsset: asset.id)?.metadataVersion == MetadataRecord.currentVersion)
        try temporary.commit(.noteMetadata(values, sha256: original, assetUUID: asset.uuid))
        #expect(try library.owner.metadata(ofAsset: asset.id)?.metadataVersion == values.metadataVersion)
        #expect(try library.owner.asset(withUUID: asset.uuid)?.pixelWidth == asset.pixelWidth)
    }
}
