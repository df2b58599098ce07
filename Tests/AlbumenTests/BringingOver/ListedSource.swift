import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import PhotoSources
import Records
import SystemCalls
import SystemPackage

@testable import Albumen
@testable import PhotoLibrary

/// A source whose items are in memory and whose files are in a folder.
final class ListedSource: PhotoSource {
    let key = SourceKey(kind: .applePhotos, identifier: "LISTED")
    let summary = "A listed source"
    var items: [SourceItem] = []
    var collections: [SourceCollection] = []
    var otherDifferences: [(name: String, difference: SourceDifference)] = []
    /// Thrown after all items.
    var failure: SourceError?

    var itemCount: Int { items.count }

    func forEachItem(_ body: (SourceItem) throws -> Bool) throws {
        for item in items { guard try body(item) else { return } }
        if let failure { throw failure }
    }

    func close() {}
}

extension TemporaryFolder {
    /// Writes a file of an item.
    func file(
        _ type: ResourceType, _ data: Data, named name: String, as originalName: String? = nil
    ) throws -> SourceFile {
        let path = FilePath(try write(data, to: name).path)
        let status = try Stat(path)
        return SourceFile(
            type: type, path: path, name: originalName ?? path.lastComponent?.string ?? name, size: status.size,
            modificationTime: status.modificationTime, identity: status.identity)
    }

    /// Returns an item with one photo.
    func photo(
        _ identifier: String, _ data: Data, facts change: (inout SourceFacts) -> Void = { _ in }
    ) throws -> SourceItem {
        var item = SourceItem(identifier: identifier, name: "\(identifier).jpg", isVideo: false)
        item.originals = [try file(.photo, data, named: "\(identifier).jpg")]
        change(&item.facts)
        return item
    }
}

/// A library into which a listed source is brought over.
struct SourceScene {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder
    let source = ListedSource()

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    var library: Library { temporary.library }

    @discardableResult
    func bringOver(
        isDryRun: Bool = false, restoresTrashed: Bool = false, intoAlbum album: String? = nil
    ) throws -> (table: SourceTable, events: [IngestEvent]) {
        let events = CallRecorder<IngestEvent>()
        let staging = isDryRun ? nil : try library.blobs.makeIntake()
        defer { staging?.finish() }
        let reader = FileReader(
            intake: try Intake(into: library, staging: staging), makesDerivatives: false, slowPictures: SlowIntake())
        var settings = Transaction.Settings()
        settings.restoresTrashed = restoresTrashed
        settings.importAlbum = album.map { NewCollection(uuid: $0, kind: .album, title: "Import") }
        let run = SourceRun(
            reader: SourceItemReader(reader: reader, temporaryFolder: FilePath(folder.path)),
            progress: IngestProgress(
                efforts: ImportEffort(decodesPictures: false), advance: { _ in }, report: { events.record($0) }),
            settings: settings, shouldStop: { false })
        return (try run.run(source, at: folder.path), events.calls)
    }

    /// The asset of an item, with its metadata and files.
    func asset(
        _ identifier: String
    ) throws -> (row: AssetRecord, metadata: MetadataRecord, files: AssetFiles<ResourceRecord>)? {
        try library.catalog.read { catalog in
            guard let row = try catalog.source(source.key),
                let id = try catalog.assets(ofSource: row, items: [identifier])[identifier],
                let asset = try catalog.assets(withIdentifiers: [id])[id]
            else { return nil }
            return (
                asset, try catalog.metadata(ofAsset: id) ?? MetadataRecord(),
                AssetFiles(try catalog.resources(ofAsset: id))
            )
        }
    }

    func assetCount() throws -> Int { try library.catalog.read { try $0.assetCount() } }

    func change(_ identifier: String, _ edit: (inout AssetChange) -> Void) throws {
        guard let uuid = try asset(identifier)?.row.uuid else { return }
        var change = AssetChange()
        edit(&change)
        try temporary.commit(.change(change, assetUUID: uuid))
    }

    func lastChange() throws -> Int64 { try library.catalog.read { try $0.latestChange() } }
}

extension SourceTable {
    func found(_ fact: SourceDifference.Fact) -> Int { rows[fact]?.found ?? 0 }
    func used(_ fact: SourceDifference.Fact) -> Int { rows[fact]?.used ?? 0 }
    func count(_ fact: SourceDifference.Fact, _ reason: SourceDifference.Reason) -> Int {
        rows[fact]?.differences[reason] ?? 0
    }
}
