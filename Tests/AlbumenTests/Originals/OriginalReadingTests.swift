import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Assets that were changed before the catalog stored the imported values.
@Suite struct OriginalReadingTests {
    let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    /// Imports a file and changes its asset's date and location like an older version of Albumen.
    private func importAndChange(_ data: Data, _ name: String) throws -> (imported: AssetRecord, changed: AssetRecord) {
        let file = try folder.write(data, to: name)
        let modified = Date(timeIntervalSince1970: 1_500_000_000)
        try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: file.path)
        let events = try temporary.importPaths([file.path])
        guard case .imported(_, let uuid, _, _) = events.first else { throw LibraryError(.notFound, "\(events)") }
        let imported = try asset(uuid)
        var change = AssetChange()
        change.creationDate = .some(Date(timeIntervalSinceReferenceDate: 5))
        change.utcOffset = .some(nil)
        change.location = .some(AssetLocation(latitude: 1, longitude: 2))
        try temporary.commit(.change(change, assetUUID: uuid))
        try library.catalog.write(author: "test") { transaction in
            try transaction.removeOriginalDate(ofAsset: imported.id)
            try transaction.removeOriginalLocation(ofAsset: imported.id)
        }
        return (imported, try asset(uuid))
    }

    private func asset(_ uuid: String) throws -> AssetRecord {
        try #require(try library.catalog.read { try $0.asset(uuid: uuid) })
    }

    private func restore(_ parts: OriginalFields, _ assets: [AssetRecord]) throws -> [OriginalReading.Failure] {
        let outcome = try OriginalReading(in: library.owner).read(parts, of: assets)
        for asset in assets {
            guard let values = outcome.values[asset.id] else { continue }
            try temporary.commit(.restoreOriginals(parts, read: values, assetUUID: asset.uuid))
        }
        return outcome.failures
    }

    private static let exif = SampleMedia.Exif(
        dateTimeOriginal: "2024:05:07 09:33:04", offsetTimeOriginal: "+08:00", subSecTimeOriginal: "25",
        latitude: 31.25, longitude: 121.5)

    @Test(
        "the date is read again like in the import: from EXIF, the filename or the modification date",
        arguments: [
            ("photo.jpg", exif, "exifOriginal"), ("IMG-20120815-WA0007.jpg", nil, "filename"),
            ("plain.jpg", nil, "file"),
        ] as [(String, SampleMedia.Exif?, String)])
    func reading(_ name: String, _ exif: SampleMedia.Exif?, _ source: String) throws {
        let (imported, changed) = try importAndChange(SampleMedia.jpeg(comment: name, exif: exif), name)
        #expect(imported.dateSource == source)
        #expect(changed.dateSource == "user")
        #expect(try restore([.date, .location], [changed]) == [])
        var restored = try asset(imported.uuid)
        restored.modificationDate = imported.modificationDate
        #expect(restored == imported)
    }

    @Test("without the file's values the transaction throws and changes nothing")
    func unread() throws {
        let (_, changed) = try importAndChange(SampleMedia.jpeg(comment: "a", exif: Self.exif), "a.jpg")
        let error = #expect(throws: LibraryError.self) {
            try temporary.commit(.restoreOriginals(.date, read: OriginalValues(), assetUUID: changed.uuid))
        }
        #expect(error?.code == .missingBytes)
        #expect(try asset(changed.uuid) == changed)
    }

    @Test("a missing, a truncated and an unreadable original fail with the filename, and the others are read")
    func failures() throws {
        let whole = try importAndChange(SampleMedia.jpeg(comment: "whole", exif: Self.exif), "whole.jpg")
        let missing = try importAndChange(SampleMedia.jpeg(comment: "missing", exif: Self.exif), "missing.jpg").changed
        let cut = try importAndChange(SampleMedia.jpeg(comment: "cut", exif: Self.exif), "cut.jpg").changed
        let noise = try importAndChange(SampleMedia.jpeg(comment: "noise", exif: Self.exif), "noise.jpg").changed
        for (asset, change) in [
            (missing, { _ in nil }), (cut, { $0.prefix(100) }), (noise, { Data(repeating: 7, count: $0.count) }),
        ] as [(AssetRecord, (Data) -> Data?)] {
            let hash = try #require(try library.owner.resources(ofAsset: asset.id)?.first?.sha256)
            let file = library.blobs.fileURL(of: hash)
            let data = try Data(contentsOf: file)
            try FileManager.default.removeItem(at: file)
            try change(data)?.write(to: file)
        }
        let failures = try restore([.date, .location], [missing, whole.changed, cut, noise])
        #expect(failures.map(\.originalFilename) == ["missing.jpg", "cut.jpg", "noise.jpg"])
        #expect(failures.map(\.asset.uuid) == [missing, cut, noise].map(\.uuid))
        #expect(failures.allSatisfy { !$0.reason.isEmpty })
        #expect(failures[0].reason.contains("Import the file again"))
        #expect(failures[1].reason.contains("100 of the"))
        #expect(try asset(whole.imported.uuid).creationDate == whole.imported.creationDate)
        #expect(try asset(cut.uuid) == cut)
    }

    @Test("without any date in the file or the import, the location can be restored but not the date")
    func unknownDate() throws {
        let (imported, changed) = try importAndChange(SampleMedia.jpeg(comment: "b"), "b.jpg")
        try library.catalog.write(author: "test") { transaction in
            try transaction.record(
                ImportedFileRecord(
                    folder: folder.url.path, name: "b.jpg", fileSize: 1, modificationTime: 1, outcome: .ignored,
                    proberVersion: 1))
        }
        let failure = try #require(try restore(.date, [changed]).first)
        #expect(failure.reason.contains("b.jpg has no date in it"))
        #expect(try restore(.location, [changed]) == [])
        #expect(try asset(imported.uuid).latitude == nil)
        #expect(try asset(imported.uuid).creationDate == changed.creationDate)
    }

    @Test("nothing is read for assets with stored values or without changes")
    func kept() throws {
        let library = try TemporaryLibrary(workerExecutable: "/nonexistent")
        let assets = try library.add([.image("a.jpg"), .image("b.jpg")]).compactMap { try library.asset($0) }
        var change = AssetChange()
        change.creationDate = .some(nil)
        try library.commit(.change(change, assetUUID: assets[0].uuid))
        let changed = try #require(try library.library.catalog.read { try $0.asset(uuid: assets[0].uuid) })
        let outcome = try OriginalReading(in: library.library.owner).read(
            [.date, .location], of: [changed, assets[1]])
        #expect(outcome.failures == [])
        #expect(outcome.values == [changed.id: OriginalValues(date: OriginalDate(assets[0]))])
    }
}
