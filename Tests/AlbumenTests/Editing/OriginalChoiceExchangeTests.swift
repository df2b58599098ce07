import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The choice between a RAW and its JPEG in exports, and in imports into another library (`originalResourceChoice`).
@Suite(.blocking, .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct OriginalChoiceExchangeTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private let asset: AssetRecord
    private static let (jpeg, raw) = ("PXL_20240704.jpg", "PXL_20240704.dng")

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
        let pair = RealMedia.folder.appendingPathComponent("raw/raw-jpeg-pair").path(percentEncoded: false)
        try temporary.importPaths([pair])
        asset = try Self.onlyAsset(of: temporary)
    }

    private static func onlyAsset(of temporary: TemporaryLibrary) throws -> AssetRecord {
        let owner = temporary.library.owner
        let identifiers = try owner.assetIdentifiers(AssetFetch())
        try #require(identifiers.count == 1)
        return try #require(try owner.assets(withIdentifiers: identifiers)[identifiers[0]])
    }

    private static func files(of asset: AssetRecord, _ temporary: TemporaryLibrary) throws -> [ResourceRecord] {
        AssetFiles(try #require(try temporary.library.owner.resources(ofAsset: asset.id))).all
    }

    private func choose(_ choice: OriginalChoice) throws {
        var change = AssetChange()
        change.originalChoice = choice
        try temporary.commit(.change(change, assetUUID: asset.uuid))
    }

    private func edit(_ name: String) throws {
        let file = try folder.write(SampleMedia.jpeg(width: 48, height: 40, comment: name), to: "\(name).jpg")
        let edit = AssetEdit(
            adjustment: EditFixture.adjustment("com.example.\(name)", name),
            renderings: [EditRendering(type: .fullSizePhoto, file: file)])
        try temporary.commit(.edit(edit, assetUUID: asset.uuid))
    }

    /// Exports all files of the asset with their sidecars.
    private func export() throws -> TemporaryFolder {
        let target = try TemporaryFolder()
        var options = ExportOptions()
        (options.includesOriginals, options.includesSidecars) = (true, true)
        let view = temporary.library.owner
        let export = Export(from: view, to: target.url, options: options) { event in
            if case .failed = event { Issue.record("\(event)") }
        }
        _ = try export.run(try Export.everything(in: view))
        return target
    }

    /// Imports an export into another library, and checks that each file arrived in its role.
    private func expectArrival(_ target: TemporaryFolder) throws -> (temporary: TemporaryLibrary, asset: AssetRecord) {
        let other = try TemporaryLibrary()
        try other.importPaths([target.path])
        let arrived = try Self.onlyAsset(of: other)
        let (sent, copies) = (try Self.files(of: asset, temporary), try Self.files(of: arrived, other))
        #expect(copies.map(\.type) == sent.map(\.type) && copies.map(\.sha256) == sent.map(\.sha256))
        return (other, arrived)
    }

    private func expectClean(_ temporary: TemporaryLibrary) throws {
        let summary = try LibraryVerification(of: temporary.library).run(reclaimsOrphans: false) { finding in
            #expect(!finding.isFault, "\(finding)")
        }
        #expect(summary.faults == 0 && summary.orphans == 0)
    }

    @Test func `a photo that was edited and reverted to the other original arrives with all files`() throws {
        try choose(.raw)
        try edit("A")
        try temporary.commit(.revertEdit(assetUUID: asset.uuid, to: .compressed))
        try edit("B")
        let target = try export()
        #expect(
            try target.names() == [
                "PXL_20240704.AAE", Self.raw, "\(Self.raw).xmp", Self.jpeg, "\(Self.jpeg).xmp", "PXL_E20240704.jpg",
            ])
        let (other, arrived) = try expectArrival(target)
        #expect(arrived.hasAdjustments && arrived.adjustmentFormatIdentifier == "com.example.B")
        #expect(arrived.originalChoice == .compressed)
        try other.commit(.revertEdit(assetUUID: arrived.uuid))
        #expect(try other.library.owner.pictureSource(of: arrived, version: .current).filename == Self.jpeg)
        try expectClean(other)
    }

    @Test func `the edit of a RAW arrives with the RAW as the original, and reverts to it`() throws {
        try choose(.raw)
        try edit("A")
        let (other, arrived) = try expectArrival(try export())
        #expect(arrived.hasAdjustments && arrived.originalChoice == .raw && arrived.pixelWidth == 48)
        let editing = try #require(try other.library.owner.editing(ofAsset: arrived.uuid))
        #expect(editing.base.map(\.originalFilename) == [Self.raw])
        try expectClean(other)
        try other.commit(.revertEdit(assetUUID: arrived.uuid))
        let reverted = try Self.onlyAsset(of: other)
        #expect(reverted.originalChoice == .raw)
        let raw = try #require(try Self.files(of: asset, temporary).first { $0.type == .alternatePhoto })
        #expect(reverted.pixelWidth == raw.pixelWidth && reverted.pixelHeight == raw.pixelHeight)
        #expect(try other.library.owner.pictureSource(of: reverted, version: .current).filename == Self.raw)
    }

    @Test(arguments: [nil, OriginalChoice.compressed, .raw])
    func `a copy by resources has the original of its edit, unless the app chooses one`(
        choice: OriginalChoice?
    ) throws {
        try choose(.raw)
        try edit("A")
        let parts = try Self.files(of: asset, temporary).map { file in
            AssetDraft.Part(
                type: file.type, bytes: .data(try temporary.library.blobs.read(file.sha256, atMost: 1 << 24)),
                originalFilename: file.originalFilename)
        }
        var change = AssetChange()
        change.originalChoice = choice
        let other = try TemporaryLibrary()
        try other.commit(.createAsset(AssetDraft(uuid: UUID().uuidString, parts: parts, change: change)))
        let copy = try Self.onlyAsset(of: other)
        #expect(copy.hasAdjustments && copy.originalChoice == choice ?? .raw)
        try expectClean(other)
    }

    @Test func `the sidecars name the RAW if it is the original`() throws {
        let element = "<albumen:OriginalChoice xmlns:albumen=\"urn:albumen:1/\">raw</albumen:OriginalChoice>"
        for (choice, isNamed) in [(OriginalChoice.compressed, false), (.raw, true)] {
            try choose(choice)
            let target = try export()
            for name in [Self.raw, Self.jpeg] {
                let text = try String(contentsOf: target.file("\(name).xmp"), encoding: .utf8)
                #expect(text.contains(element) == isNamed)
            }
            #expect(try expectArrival(target).asset.originalChoice == choice)
        }
    }
}
