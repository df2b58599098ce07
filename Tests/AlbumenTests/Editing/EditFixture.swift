import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A library with one asset, and the files of edits.
struct EditFixture {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder
    let asset: AssetRecord
    var library: Library { temporary.library }
    var uuid: String { asset.uuid }

    /// - Parameter parts: The files of the asset, or `nil` for a photo.
    init(
        _ parts: [(ResourceType, Data, String)]? = nil, remote: (any RemoteBlobStore)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        temporary = try TemporaryLibrary(now: now, remote: remote)
        folder = try TemporaryFolder()
        let parts = parts ?? [(.photo, SampleMedia.jpeg(width: 96, height: 64, comment: "original"), "IMG_1.JPG")]
        let draft = AssetDraft(
            uuid: UUID().uuidString,
            parts: parts.map { .init(type: $0.0, bytes: .data($0.1), originalFilename: $0.2) })
        try temporary.commit(.createAsset(draft))
        asset = try #require(try temporary.library.owner.asset(withUUID: draft.uuid))
    }

    static func adjustment(_ format: String = "com.example.a", _ text: String = "recipe") -> AdjustmentData {
        AdjustmentData(formatIdentifier: format, formatVersion: "1.0", data: Data(text.utf8))
    }

    /// Returns an edit with a JPEG that has distinct bytes for each name.
    func edit(
        _ name: String = "A", width: Int = 48, height: Int = 40, base: EditRevision? = nil, isContinuing: Bool = false
    ) throws -> AssetEdit {
        let file = try folder.write(
            SampleMedia.jpeg(width: width, height: height, comment: name), to: "\(name).jpg")
        return AssetEdit(
            adjustment: Self.adjustment("com.example.\(name)", name),
            renderings: [EditRendering(type: .fullSizePhoto, file: file)], base: base, isContinuing: isContinuing)
    }

    func bytes(_ name: String = "A") throws -> Data { try Data(contentsOf: folder.file("\(name).jpg")) }

    func commit(_ edit: AssetEdit, access: Access = .full) throws {
        try temporary.commit(.edit(edit, assetUUID: uuid), access: access)
    }

    func revert() throws { try temporary.commit(.revertEdit(assetUUID: uuid)) }

    func editing() throws -> AssetEditing { try #require(try library.owner.editing(ofAsset: uuid)) }

    func row() throws -> AssetRecord { try #require(try library.owner.asset(withUUID: uuid)) }

    /// Returns the types of the asset's files in the order of types.
    func types() throws -> [ResourceType] { try editing().files.all.map(\.type) }

    func data(_ type: ResourceType) throws -> Data? {
        try editing().files[type].map { try library.blobs.read($0.sha256, atMost: 1 << 24) }
    }

    func latestChange() throws -> Int64 { try library.catalog.read { try $0.latestChange() } }

    /// Checks that the library has no fault and no bytes without a row.
    func expectClean() throws {
        let summary = try LibraryVerification(of: library).run(reclaimsOrphans: false) { finding in
            #expect(!finding.isFault, "\(finding)")
        }
        #expect(summary.faults == 0 && summary.orphans == 0)
    }

    /// Returns the code of the error with which a body fails.
    static func code(_ body: () throws -> Void) -> LibraryError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? LibraryError)?.code
        }
    }
}
