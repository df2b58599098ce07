import Foundation
import GRDB
import Places
import Records

@testable import Catalog

/// A catalog in its own folder. The folder is deleted with its last reference.
final class TemporaryCatalog: Sendable {
    let catalog: Catalog
    let folder: URL

    init(gazetteer: @escaping @Sendable () throws -> Gazetteer = { try Gazetteer.shared() }) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        catalog = try Catalog(at: folder.appendingPathComponent("catalog.sqlite"), gazetteer: gazetteer)
    }

    deinit {
        do {
            try catalog.close()
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("A test's catalog stays behind: \(error)\n".utf8))
        }
    }

    /// Adds assets a second apart and returns their row identifiers.
    @discardableResult
    func add(_ count: Int, _ change: (inout AssetRecord, Int) -> Void = { _, _ in }) throws -> [Int64] {
        try catalog.write(author: "test") { transaction in
            try (0..<count).map { index in
                var asset = AssetRecord.sample(index)
                change(&asset, index)
                return try transaction.insert(asset)
            }
        }
    }
}

extension AssetRecord {
    /// Inserts the record into a catalog of an earlier version, which lacks some columns.
    func insert(intoEarlier database: Database) throws {
        var record = self
        var binder = ColumnBinder(capacity: Self.table.writtenColumns.count)
        record.describe(&binder)
        let present = Set(try database.columns(in: "asset").map(\.name))
        let values = zip(Self.table.writtenColumns, try binder.finish()).filter { present.contains($0.0) }
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try database.execute(
            sql: "INSERT INTO asset (\(values.map(\.0).joined(separator: ", "))) VALUES (\(marks))",
            arguments: StatementArguments(values.map(\.1)))
    }

    static func sample(_ index: Int = 0) -> AssetRecord {
        AssetRecord(
            uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 4000,
            pixelHeight: 3000, duration: 0, creationDate: Date(timeIntervalSinceReferenceDate: Double(index)),
            addedDate: Date(timeIntervalSinceReferenceDate: 1000))
    }
}
