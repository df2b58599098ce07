import AlbumenTestSupport
import Foundation
import GRDB
import LibraryFiles
import Records
import Testing

@testable import Catalog
@testable import PhotoLibrary

/// The copies of the catalog from before upgrades.
@Suite(.blocking) struct UpgradeSnapshotTests {
    private let folder: TemporaryFolder
    private let library: URL

    init() throws {
        folder = try TemporaryFolder()
        library = folder.url.appending(path: "library", directoryHint: .isDirectory)
    }

    private var snapshots: UpgradeSnapshots { UpgradeSnapshots(inLibrary: library, permissions: .ownerOnly) }
    private var catalog: URL { library.appending(path: "catalog.sqlite", directoryHint: .notDirectory) }

    private func open() throws { try Library(at: library, workerExecutable: nil).close() }

    private func migrate(to version: Int) throws {
        let queue = try DatabaseQueue(path: catalog.path(percentEncoded: false))
        try CatalogSchema.migrator.migrate(queue, upTo: CatalogSchema.migrator.migrations[version - 1])
        try queue.close()
    }

    /// Replaces the catalog and its log.
    private func putBack(_ copy: UpgradeSnapshot) throws {
        for end in ["", "-wal", "-shm"] {
            let file = library.appending(path: "catalog.sqlite\(end)", directoryHint: .notDirectory)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            try FileManager.default.removeItem(at: file)
        }
        try FileManager.default.copyItem(at: snapshots.file(of: copy), to: catalog)
    }

    private func execute(_ sql: String, in file: URL? = nil) throws {
        let queue = try DatabaseQueue(path: (file ?? catalog).path(percentEncoded: false))
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func number(_ sql: String, in file: URL) throws -> Int? {
        let queue = try DatabaseQueue(path: file.path(percentEncoded: false))
        defer { try? queue.close() }
        return try queue.read { try Int.fetchOne($0, sql: sql) }
    }

    @Test func `the catalog is copied before its upgrade, and once`() throws {
        try EarlierCatalog(version: 18).makeLibrary(in: library)
        try open()
        let copy = try #require(try snapshots.all().first)
        #expect(copy.version == 18 && copy.nextVersion == CatalogSchema.version)
        #expect(copy.name == "upgrade-18-to-\(CatalogSchema.version)-\(copy.time).sqlite")
        let file = snapshots.file(of: copy)
        #expect(try number("SELECT count(*) FROM grdb_migrations", in: file) == 18)
        #expect(try number("SELECT count(*) FROM asset", in: file) == 3)
        #expect(try number("SELECT max(id) FROM change", in: file) == 7)
        #expect(try FileModes(of: library).unexpected() == [])
        try open()
        #expect(try snapshots.all() == [copy])
    }

    @Test func `a new library has no copy`() throws {
        try open()
        #expect(try snapshots.all().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: snapshots.folder.path(percentEncoded: false)))
    }

    @Test func `the three newest copies stay`() throws {
        try EarlierCatalog(version: 18).makeLibrary(in: library)
        for year in 2020...2024 {
            try folder.write(Data(), to: "library/snapshots/upgrade-9-to-17-\(year)0101T000000Z.sqlite")
        }
        try folder.write(Data(), to: "library/snapshots/catalog-5.sqlite")
        try folder.write(Data(), to: "library/snapshots/.upgrade-of-a-killed-process.sqlite")
        try open()
        let kept = try snapshots.all()
        #expect(kept.map(\.version) == [9, 9, 18])
        #expect(kept.first?.time == "20230101T000000Z")
        let names = try FileManager.default.contentsOfDirectory(atPath: snapshots.folder.path(percentEncoded: false))
        #expect(names.count == 4 && names.contains("catalog-5.sqlite"))
    }

    @Test func `an interrupted upgrade goes on without another copy, unless the library has changed`() throws {
        try EarlierCatalog(version: 18).makeLibrary(in: library)
        try open()
        let copies = try snapshots.all()
        // The library as if the upgrade had ended after the 22nd migration.
        try putBack(copies[0])
        try migrate(to: 22)
        try open()
        #expect(try snapshots.all() == copies)
        try putBack(copies[0])
        try migrate(to: 22)
        try execute("INSERT INTO change (date, author) VALUES (0, 'command')")
        try open()
        #expect(try snapshots.all().map(\.version) == [18, 22])
    }

    @Test func `an upgrade that ended before its first migration replaces its copy`() throws {
        try EarlierCatalog(version: 18).makeLibrary(in: library)
        try open()
        let copy = try #require(try snapshots.all().first)
        try putBack(copy)
        let name = "upgrade-18-to-\(CatalogSchema.version)-20200101T000000Z.sqlite"
        try FileManager.default.moveItem(at: snapshots.file(of: copy), to: snapshots.folder.appending(path: name))
        try folder.write(Data(), to: "library/snapshots/upgrade-18-to-\(CatalogSchema.version)-20190101T000000Z.sqlite")
        try open()
        // The unreadable copy stays.
        let copies = try snapshots.all()
        #expect(copies.count == 2 && copies.first?.time == "20190101T000000Z" && copies.last?.name != name)
        try FileManager.default.moveItem(
            at: snapshots.file(of: try #require(copies.last)), to: snapshots.folder.appending(path: name))
        try putBack(try #require(UpgradeSnapshot(name: name)))
        try execute("INSERT INTO change (date, author) VALUES (0, 'command')")
        try open()
        #expect(try snapshots.all().count == 3)
    }

    @Test func `a newer library is refused by its schema, and the copy that fits is named`() throws {
        try EarlierCatalog(version: 18).makeLibrary(in: library)
        try open()
        let copy = try #require(try snapshots.all().first)
        try execute("INSERT INTO grdb_migrations VALUES ('98 faces'), ('99 watched folders')")
        let error = try #require(throws: CatalogError.self) { try open() }
        #expect(error.code == .newerFormat)
        let needed = "schema 99, and this version knows schemas up to \(CatalogSchema.version). Update"
        #expect(error.message.contains(needed))
        #expect(error.message.hasSuffix("albumen library restore-snapshot \(copy.name)"))
        // A copy of a newer schema doesn't fit.
        let newer = snapshots.folder.appending(path: "upgrade-98-to-99-20300101T000000Z.sqlite")
        try FileManager.default.moveItem(at: snapshots.file(of: copy), to: newer)
        let other = try #require(throws: CatalogError.self) { try open() }
        #expect(other.message.hasSuffix("Update albumen to open it."))
    }

    @Test func `a copy is put back, and later tokens of changes expire`() throws {
        try EarlierCatalog(version: 18).makeLibrary(in: library)
        try open()
        let copy = try #require(try snapshots.all().first)
        try execute(
            """
            INSERT INTO grdb_migrations VALUES ('99 watched folders');
            INSERT INTO change (date, author) VALUES (0, 'command');
            INSERT INTO epoch VALUES (4, 8);
            """)
        let restored = try Library.restoreSnapshot(named: copy.name, ofLibraryAt: library)
        #expect(restored.schema == 18)
        let replaced = snapshots.folder.appending(path: try #require(restored.replaced))
        #expect(try number("SELECT max(id) FROM change", in: replaced) == 8)
        #expect(try FileModes(of: library).unexpected() == [])
        let opened = try Library(at: library, workerExecutable: nil)
        #expect(try opened.catalog.read { try $0.latestChange() } == 7)
        #expect(try opened.catalog.read { try $0.epoch() } == 5)
        #expect(try opened.catalog.read { try !$0.sharesState(afterChange: 8, ofEpoch: 4) })
        #expect(try opened.catalog.read { try $0.structuralFaults() } == [])
        try opened.close()
    }

    @Test func `a library that is open keeps its catalog`() throws {
        try EarlierCatalog(version: 18).makeLibrary(in: library)
        let opened = try Library(at: library, workerExecutable: nil)
        let copy = try #require(try snapshots.all().first)
        let error = try #require(throws: CatalogError.self) {
            try Library.restoreSnapshot(named: copy.name, ofLibraryAt: library)
        }
        #expect(error.code == .inUse)
        #expect(try opened.catalog.read { try $0.assetCount() } == 3)
        try opened.close()
    }

    @Test func `a damaged copy isn't put back`() throws {
        try EarlierCatalog(version: 18).makeLibrary(in: library)
        try open()
        let copy = try #require(try snapshots.all().first)
        let handle = try FileHandle(forWritingTo: snapshots.file(of: copy))
        try handle.seek(toOffset: 8192)
        try handle.write(contentsOf: Data(repeating: 0x55, count: 8192))
        try handle.close()
        #expect(throws: CatalogError.self) { try Library.restoreSnapshot(named: copy.name, ofLibraryAt: library) }
        #expect(throws: LibraryError.self) { try Library.restoreSnapshot(named: "other", ofLibraryAt: library) }
        try open()
        let names = try FileManager.default.contentsOfDirectory(atPath: library.path(percentEncoded: false))
        #expect(!names.contains { $0.hasPrefix(".restoring") })
    }
}
