import Foundation
import GRDB
import SystemPackage

@testable import PhotoSources

/// A backup of Finder that a test makes of a phone's media folder.
final class MadeBackup {
    struct Row {
        var fileID: String
        var domain = "CameraRollDomain"
        var relativePath: String
        var flags = 1
    }

    let library: MadeLibrary
    let url: URL
    /// The list of files. A test can change it before it's written.
    var rows: [Row] = []
    var info: [String: Any] = [
        "Device Name": "Anna’s iPhone", "Product Type": "iPhone15,2", "Product Version": "17.4",
        "Last Backup Date": Date(timeIntervalSinceReferenceDate: 730_944_000),
    ]
    var manifest: [String: Any] = ["IsEncrypted": false, "Version": "10.0"]
    var table = "CREATE TABLE Files (fileID TEXT PRIMARY KEY, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB)"

    /// Copies the files of the phone to blobs, and lists them.
    init(_ library: MadeLibrary, named name: String = "00008110-001A") throws {
        self.library = library
        url = library.folder.url.appending(path: "MobileSync/Backup/\(name)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for path in try FileManager.default.subpathsOfDirectory(atPath: library.url.path).sorted() {
            if path.hasSuffix("-shm") { continue }
            var isFolder: ObjCBool = false
            let file = library.url.appending(path: path)
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) else { continue }
            let id = Self.fileID(path)
            rows.append(Row(fileID: id, relativePath: "Media/\(path)", flags: isFolder.boolValue ? 2 : 1))
            if !isFolder.boolValue { try write(try Data(contentsOf: file), to: blob(path)) }
        }
    }

    static func fileID(_ path: String) -> String {
        let digest = SHA1()
        Array("CameraRollDomain-Media/\(path)".utf8).withUnsafeBytes { digest.update($0) }
        return (digest.finish() ?? []).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the place of the blob of a path on the phone, in the backup.
    func blob(_ path: String) -> String {
        let id = Self.fileID(path)
        return "\(id.prefix(2))/\(id)"
    }

    func index(of path: String) throws -> Int {
        guard let index = rows.firstIndex(where: { $0.relativePath == "Media/\(path)" }) else {
            throw TestFailure("no file \(path)")
        }
        return index
    }

    func write(_ data: Data, to name: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(at: url.appending(path: name)) }

    /// Writes the lists.
    func finish() throws {
        for (name, list) in [("Info.plist", info), ("Manifest.plist", manifest)] {
            try write(
                try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0), to: name)
        }
        let file = url.appending(path: "Manifest.db")
        try? FileManager.default.removeItem(at: file)
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { database in
            try database.execute(sql: table)
            try database.execute(sql: "CREATE TABLE Properties (key TEXT PRIMARY KEY, value BLOB)")
            guard try database.tableExists("Files"), try database.columns(in: "Files").count > 3 else { return }
            for row in rows {
                try database.execute(
                    sql: "INSERT INTO Files (fileID, domain, relativePath, flags) VALUES (?, ?, ?, ?)",
                    arguments: [row.fileID, row.domain, row.relativePath, row.flags])
            }
        }
        try queue.close()
    }

    var path: FilePath { FilePath(url.path) }

    func temporaryFolder() throws -> FilePath { FilePath(try library.folder.folder("temporary").path) }

    func open(_ options: ApplePhotosOptions = ApplePhotosOptions()) throws -> any PhotoSource {
        try finish()
        return try ApplePhotos.open(path, options: options, temporaryFolder: temporaryFolder())
    }

    func items(_ options: ApplePhotosOptions = ApplePhotosOptions()) throws -> [SourceItem] {
        try MadeCatalog.items(try open(options))
    }

    func failure() -> SourceError? { MadeCatalog.failure { try open().close() } }
}
