import Foundation
import GRDB
import SystemPackage

@testable import PhotoSources

/// A database that a test makes in the form of another program.
final class MadeCatalog {
    let folder: TestFolder
    let file: URL
    private let queue: DatabaseQueue

    /// - Parameters:
    ///   - name: The path of the database in a new folder.
    ///   - tables: The statements that create the tables.
    init(_ name: String, tables: [String]) throws {
        folder = try TestFolder()
        file = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        queue = try DatabaseQueue(path: file.path)
        for table in tables { try execute(table) }
    }

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
    }

    func insert(_ table: String, _ values: [String: (any DatabaseValueConvertible)?]) throws {
        let values = values.sorted { $0.key < $1.key }
        let columns = values.map { "\"\($0.key)\"" }.joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try execute(
            "INSERT INTO \"\(table)\" (\(columns)) VALUES (\(marks))", StatementArguments(values.map { $0.value }))
    }

    func temporaryFolder() throws -> FilePath { FilePath(try folder.folder("temporary").path) }

    /// The names in the temporary folder.
    func remains() throws -> [String] {
        let folder = try temporaryFolder()
        return try FileManager.default.contentsOfDirectory(atPath: folder.string)
    }

    /// The names, sizes and times of the files in the folder of the database.
    func state() throws -> [String] {
        let parent = file.deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(atPath: parent.path).sorted().map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: parent.appending(path: name).path)
            let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            return "\(name) \(attributes[.size] ?? 0) \(time)"
        }
    }

    static func items(_ source: any PhotoSource) throws -> [SourceItem] {
        defer { source.close() }
        var items: [SourceItem] = []
        try source.forEachItem {
            items.append($0)
            return true
        }
        guard items.count == source.itemCount else {
            throw TestFailure("\(items.count) items, but itemCount is \(source.itemCount)")
        }
        return items
    }

    static func failure(_ body: () throws -> Void) -> SourceError? {
        do {
            try body()
            return nil
        } catch {
            return error as? SourceError
        }
    }
}
