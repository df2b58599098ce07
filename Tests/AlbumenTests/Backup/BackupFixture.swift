import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import GRDB
import LTX
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// A library with a folder as its place, and libraries that are restored from it.
struct BackupFixture {
    let cloud: CloudFixture
    let restored = TemporaryFolderList()

    var library: Library { cloud.library }
    var place: any RemoteBlobStore { get throws { try RemotePlaces.open(cloud.settings) } }

    init(photos count: Int = 3) throws {
        cloud = try CloudFixture(photos: count)
        try cloud.connect()
    }

    /// Sends the catalog's changes.
    func send() throws { try CatalogBackup.sendOnce(library, cloud.cancellation) }

    /// Makes a backup that a test drives.
    func backup() throws -> CatalogBackup {
        let place = try library.connectedPlace()
        return try CatalogBackup(
            of: library, in: place, library.ownership(of: place, cloud.cancellation), cloud.cancellation)
    }

    /// The files of the newest owner in the place.
    func files() throws -> [LTXFile] {
        let all = try CatalogReplica.all(in: place, WorkCancellation())
        return all.max { $0.key < $1.key }?.value.sorted { $0.name.text < $1.name.text } ?? []
    }

    /// Restores the library to a new folder.
    func restore(
        _ change: (inout LibraryRestoration.Options) -> Void = { $0.replacesOwner = true }
    ) throws -> (library: Library, summary: LibraryRestoration.Summary) {
        var options = LibraryRestoration.Options()
        change(&options)
        let folder = try restored.newFolder()
        let clock = cloud.clock
        let summary = try LibraryRestoration(
            from: cloud.settings, to: folder, now: { clock.now }, WorkCancellation()
        ).run(options, notify: { _ in })
        return (try Library(at: folder, workerExecutable: nil, now: { clock.now }), summary)
    }
}

/// Folders that are removed at the end of a test.
final class TemporaryFolderList: Sendable {
    private let parent: Result<TemporaryFolder, any Error> = Result { try TemporaryFolder() }

    /// Returns a name in the folder that nothing has.
    func newFolder() throws -> URL {
        URL(filePath: try parent.get().path, directoryHint: .isDirectory)
            .appending(path: UUID().uuidString, directoryHint: .isDirectory)
    }
}

/// The rows of a catalog.
enum CatalogRows {
    /// The tables that a restored library doesn't have in common with the lost one, each with the reason.
    static let exceptions = [
        // The restored library begins an epoch.
        "epoch"
    ]

    /// Returns the rows of each table as texts, by the table's name.
    static func all(of library: Library) throws -> [String: [String]] {
        try library.catalog.read { reader in
            let tables = try String.fetchAll(
                reader.database,
                sql:
                    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
            )
            var rows: [String: [String]] = [:]
            for table in tables where !exceptions.contains(table) {
                rows[table] = try Row.fetchAll(reader.database, sql: "SELECT * FROM \"\(table)\"")
                    .map { $0.description }.sorted()
            }
            return rows
        }
    }
}
