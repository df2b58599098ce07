import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Records
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// A copy whose place was taken over brings out what the new owner doesn't have.
@Suite(.blocking) struct SalvageTests {
    @Test func theNewOwnerGetsWhatWasNotSent() throws {
        let fixture = try BackupFixture(photos: 3)
        try fixture.cloud.sync()
        try fixture.send()
        let (restored, _) = try fixture.restore()
        defer { #expect(throws: Never.self) { try restored.close() } }
        try Self.changeEverything(fixture)
        #expect(throws: RemoteBlobError.self) { try fixture.send() }
        let rows = try CatalogRows.all(of: fixture.library)
        let objects = try FileManager.default.subpathsOfDirectory(atPath: fixture.cloud.place.path).sorted()

        let folder = try fixture.restored.newFolder()
        let summary = try Self.salvage(fixture, to: folder)
        #expect(summary.export.failed == 0 && summary.inPlace == 0 && !summary.isIncomplete)
        #expect(summary.owner?.contains(restored.folder.lastPathComponent) == true && summary.obstacle == nil)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        let pictures = files.filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") || $0.hasSuffix(".AAE") }
        // The members of the album, the edited photo with its edit, and the imported one. Not the deleted one.
        #expect(Set(pictures) == ["0.png", "1.png", "E_1.jpg", "1.AAE", "3.png"])
        #expect(Set(files).isSuperset(of: ["3.png.xmp", "albumen-albums.json", "changes.txt", "changes.json"]))
        let text = try String(contentsOf: folder.appending(path: "changes.txt"), encoding: .utf8)
        for words in [
            "): added to the library", "favorite yes", "caption At the sea", "“Trip”: created; added",
            ": edited", "): deleted", restored.folder.lastPathComponent,
        ] {
            #expect(text.contains(words), "\(words)\n\(text)")
        }
        #expect(text.contains(/3\.png \(\S+\): added/) && text.contains(/2\.png \(\S+\): deleted/))
        // Nothing changes here or in the place.
        #expect(try CatalogRows.all(of: fixture.library) == rows)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: fixture.cloud.place.path).sorted() == objects)

        try Self.importFolder(folder, into: restored)
        #expect(try restored.catalog.read { try $0.assetCount() } == 4)
        let new = try Self.asset("3.png", in: restored)
        #expect(new.isFavorite)
        #expect(try restored.owner.metadata(ofAsset: new.id)?.caption == "At the sea")
        let album = try #require(try restored.owner.collections().first { $0.title == "Trip" })
        let members = try restored.catalog.read { try $0.members(ofAlbum: album.id) }
        #expect(members == [try Self.asset("0.png", in: restored).id, new.id])
        #expect(try Self.asset("1.png", in: restored).hasAdjustments)
    }

    @Test func everyChangeIsInTheMachineReadableList() throws {
        let fixture = try BackupFixture(photos: 3)
        try fixture.cloud.sync()
        try fixture.send()
        try fixture.restore().library.close()
        let start = try fixture.library.catalog.read { try $0.latestChange() }
        try Self.changeEverything(fixture)
        let folder = try fixture.restored.newFolder()
        let summary = try Self.salvage(fixture, to: folder)
        let data = try Data(contentsOf: folder.appending(path: "changes.json"))
        let list = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(list["after"] as? Int == Int(start))
        let changes = try #require(list["changes"] as? [[String: Any]])
        let latest = try fixture.library.catalog.read { try $0.latestChange() }
        #expect(changes.compactMap { $0["number"] as? Int } == Array(Int(start) + 1...Int(latest)))
        #expect(changes.count == summary.changes)
        let items = changes.flatMap { $0["items"] as? [[String: Any]] ?? [] }
        let facts = items.flatMap { $0["facts"] as? [[String: Any]] ?? [] }.compactMap { $0["fact"] as? String }
        #expect(
            Set(facts).isSuperset(of: ["inserted", "favorite", "caption", "created", "added", "edited", "deleted"]))
    }

    @Test func aPlaceThatCannotBeReachedIsNotNeeded() throws {
        let fixture = try BackupFixture(photos: 2)
        try fixture.cloud.sync()
        try fixture.send()
        try fixture.restore().library.close()
        try fixture.cloud.add(3..<4)
        #expect(throws: RemoteBlobError.self) { try fixture.send() }
        let place = fixture.cloud.place
        try FileManager.default.removeItem(at: place.url)
        let folder = try fixture.restored.newFolder()
        let summary = try Self.salvage(fixture, to: folder)
        #expect(summary.obstacle != nil && summary.export.exported == 1)
        let text = try String(contentsOf: folder.appending(path: "changes.txt"), encoding: .utf8)
        #expect(text.contains("could not be asked") && text.contains("3.png"))
        try FileManager.default.createDirectory(at: place.url, withIntermediateDirectories: true)
    }

    @Test func anOwnerHasNothingToSalvage() throws {
        let fixture = try BackupFixture(photos: 1)
        try fixture.send()
        try fixture.cloud.add(1..<2)
        let folder = try fixture.restored.newFolder()
        let error = #expect(throws: BackupError.self) { try Self.salvage(fixture, to: folder) }
        #expect(error?.code == .nothingToSalvage && error?.message.contains("cloud sync") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)))
        let unconnected = try CloudFixture(photos: 1)
        #expect(throws: CloudError.self) {
            try LibrarySalvage(of: unconnected.library, to: folder, WorkCancellation()).run()
        }
    }

    @Test func nothingIsExportedIfEverythingWasSent() throws {
        let fixture = try BackupFixture(photos: 2)
        try fixture.cloud.sync()
        try fixture.send()
        try fixture.restore().library.close()
        let folder = try fixture.restored.newFolder()
        let summary = try Self.salvage(fixture, to: folder)
        #expect(summary.isEmpty && summary.owner != nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)))
    }

    @Test func originalsThatWereNotUploadedAreExportedThoughTheirRowsWereSent() throws {
        let fixture = try BackupFixture(photos: 1)
        try fixture.cloud.sync()
        try fixture.cloud.add(1..<2)
        try fixture.send()
        try fixture.restore().library.close()
        let folder = try fixture.restored.newFolder()
        let summary = try Self.salvage(fixture, to: folder)
        #expect(summary.changes == 0 && summary.export.exported == 1)
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "1.png").path(percentEncoded: false)))
    }

    @Test func originalsThatAreOnlyInThePlaceAreNamedAndStayThere() throws {
        let fixture = try BackupFixture(photos: 2)
        try fixture.cloud.sync()
        try fixture.cloud.evict()
        try fixture.send()
        try fixture.restore().library.close()
        let uuid = try Self.asset("0.png", in: fixture.library).uuid
        try fixture.cloud.temporary.commit(.setFavorite(true, assetUUID: uuid))
        let folder = try fixture.restored.newFolder()
        let summary = try Self.salvage(fixture, to: folder)
        #expect(summary.inPlace == 1 && summary.export.assets == 0 && summary.changes == 1)
        let text = try String(contentsOf: folder.appending(path: "changes.txt"), encoding: .utf8)
        #expect(text.contains(/0\.png \(\S+\): favorite yes/) && text.contains("Only in the place"))
        #expect(try fixture.cloud.here().isEmpty)
    }

    @Test func aRestorationOfAnEarlierStateMakesMoreOfItUnsent() throws {
        let fixture = try BackupFixture(photos: 1)
        try fixture.cloud.sync()
        try fixture.send()
        try fixture.cloud.add(2..<3)
        try fixture.cloud.sync()
        try fixture.send()
        fixture.cloud.clock.advance(days: 0.01)
        let date = fixture.cloud.clock.now
        fixture.cloud.clock.advance(days: 0.001)
        try fixture.cloud.add(1..<2)
        try fixture.cloud.sync()
        try fixture.send()
        try fixture.restore { ($0.date, $0.replacesOwner) = (date, true) }.library.close()
        let folder = try fixture.restored.newFolder()
        let summary = try Self.salvage(fixture, to: folder)
        #expect(summary.changes > 0)
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "1.png").path(percentEncoded: false)))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "2.png").path(percentEncoded: false)))
    }

    @Test func aFolderWithFilesAndTheLibraryItselfAreRefused() throws {
        let fixture = try BackupFixture(photos: 1)
        try fixture.send()
        try fixture.restore().library.close()
        try fixture.cloud.add(1..<2)
        let full = try TemporaryFolder()
        try full.write(Data("x".utf8), to: "x")
        let error = #expect(throws: BackupError.self) { try Self.salvage(fixture, to: full.url) }
        #expect(error?.code == .folderNotEmpty)
        let own = #expect(throws: BackupError.self) {
            try Self.salvage(fixture, to: fixture.library.folder.appending(path: "new"))
        }
        #expect(own?.code == .withinLibrary)
    }

    @Test func theStatusNamesTheNewOwner() throws {
        let fixture = try BackupFixture(photos: 1)
        try fixture.send()
        let (restored, _) = try fixture.restore()
        try restored.close()
        try fixture.cloud.add(1..<2)
        let error = #expect(throws: RemoteBlobError.self) { try fixture.send() }
        #expect(error?.message.contains("albumen cloud salvage --to DIR") == true)
        let status = try fixture.library.backupStatus(at: fixture.cloud.settings.address)
        #expect(status.isReplaced && status.newOwner?.contains(restored.folder.lastPathComponent) == true)
        #expect(status.waitingChanges > 0)
    }

    // MARK: Parts

    @discardableResult
    private static func salvage(_ fixture: BackupFixture, to folder: URL) throws -> LibrarySalvage.Summary {
        try LibrarySalvage(of: fixture.library, to: folder, WorkCancellation()).run(
            report: { name, reason in Issue.record("\(name): \(reason)") })
    }

    /// Imports a photo, marks it, makes an album, edits a photo and deletes one.
    private static func changeEverything(_ fixture: BackupFixture) throws {
        let (temporary, library) = (fixture.cloud.temporary, fixture.library)
        try fixture.cloud.add(3..<4)
        let new = try asset("3.png", in: library).uuid
        var change = AssetChange()
        (change.isFavorite, change.caption) = (true, .some("At the sea"))
        try temporary.commit(.change(change, assetUUID: new))
        let album = NewCollection(uuid: UUID().uuidString, kind: .album, title: "Trip")
        try temporary.commit(
            .createCollection(album),
            .editMembers(ListEdit(.add([try asset("0.png", in: library).uuid, new])), albumUUID: album.uuid))
        let rendering = try fixture.cloud.sources.write(SampleMedia.jpeg(width: 41, height: 30), to: "edit.jpg")
        let edit = AssetEdit(
            adjustment: AdjustmentData(
                formatIdentifier: "com.example", formatVersion: "1.0", data: Data("recipe".utf8)),
            renderings: [EditRendering(type: .fullSizePhoto, file: rendering)], base: nil, isContinuing: false)
        try temporary.commit(.edit(edit, assetUUID: try asset("1.png", in: library).uuid))
        try temporary.commit(.trash(assetUUID: try asset("2.png", in: library).uuid))
    }

    private static func importFolder(_ folder: URL, into library: Library) throws {
        _ = try Ingest(
            into: library,
            report: { event in
                if case .refused(let path, let reason) = event { Issue.record("\(path): \(reason)") }
            }
        ).run([folder.path(percentEncoded: false)])
    }

    private static func asset(_ name: String, in library: Library) throws -> AssetRecord {
        let assets = try library.catalog.read { reader in
            let resources = try reader.resources(after: 0, limit: 1000).filter { $0.originalFilename == name }
            return try reader.assets(withIdentifiers: resources.map(\.assetID))
        }
        #expect(assets.count == 1, "\(name)")
        return try #require(assets.values.first)
    }
}
