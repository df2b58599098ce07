import BlobStore
package import Foundation
import GRDB
import Records
import Testing

/// A catalog as an earlier version of Albumen left it: the file `EarlierCatalogs/schema-18.sql` has its tables and rows.
///
/// The files of the schemas 1 to 29 were made from the migrations' SQL, which has not changed since each of them landed:
/// each one adds rows to the tables of its version, and the next migration then runs. `EarlierCatalogRecording` makes the
/// files of later schemas in the same way.
package struct EarlierCatalog: Sendable, CustomTestStringConvertible {
    package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "EarlierCatalogs", directoryHint: .isDirectory)

    package let version: Int

    package var testDescription: String { "schema \(version)" }

    package init(version: Int) { self.version = version }

    package static func all() throws -> [EarlierCatalog] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            .compactMap { $0.wholeMatch(of: /schema-(\d+)\.sql/).flatMap { Int($0.1) } }.sorted().map(Self.init)
    }

    package var file: URL {
        Self.folder.appending(
            path: "schema-\(version < 10 ? "0" : "")\(version).sql", directoryHint: .notDirectory)
    }

    /// The originals that the rows name.
    package static let originals = [
        "still photo 1, then video 1", "photo 2", "photo 3", "rendering 2", "adjustment 2", "edit 1",
    ].map { Data($0.utf8) }

    /// Makes a library of the catalog and the originals in a new folder.
    package func makeLibrary(in folder: URL) throws {
        let manager = FileManager.default
        let private0700: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try manager.createDirectory(at: folder, withIntermediateDirectories: true, attributes: private0700)
        let description = #"{"format": 1, "identifier": "421C93B7-E05A-41FF-9983-02C1B8B41902"}"#
        try write(Data(description.utf8), to: folder.appending(path: "library.json"), mode: 0o600)
        for original in Self.originals {
            let digest = try BlobDigest(hashing: original).hexadecimal
            let shelf = folder.appending(path: "originals/\(digest.prefix(2))", directoryHint: .isDirectory)
            try manager.createDirectory(at: shelf, withIntermediateDirectories: true, attributes: private0700)
            try write(original, to: shelf.appending(path: digest), mode: 0o400)
        }
        try makeCatalog(at: folder.appending(path: "catalog.sqlite"))
    }

    package func makeCatalog(at file: URL) throws {
        try write(Data(), to: file, mode: 0o600)
        let queue = try DatabaseQueue(path: file.path(percentEncoded: false))
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            try database.execute(sql: String(contentsOf: self.file, encoding: .utf8))
            // As the catalog of a library that was open before.
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
    }

    private func write(_ data: Data, to file: URL, mode: Int) throws {
        let path = file.path(percentEncoded: false)
        guard FileManager.default.createFile(atPath: path, contents: data, attributes: [.posixPermissions: mode]) else {
            throw CocoaError(.fileWriteUnknown)
        }
    }
}
