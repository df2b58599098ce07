import Foundation
import Records
import SystemCalls
import SystemPackage
import Testing

@testable import PhotoSources

/// Backups that can't be read, and hostile lists of files (imports 1.9, general rules).
@Suite struct BackupRefusalTests {
    private func backup(photos: Int = 1) throws -> MadeBackup {
        let library = try MadeLibrary(.phone)
        for _ in 0..<photos { try library.addItem() }
        return try MadeBackup(library)
    }

    @Test("imports 1.9: an encrypted backup is refused with the next step", arguments: [true, 1] as [any Sendable])
    func encrypted(_ value: any Sendable) throws {
        let backup = try backup()
        backup.manifest["IsEncrypted"] = value
        let error = try #require(backup.failure())
        #expect(error.code == .unsupported)
        #expect(error.message.contains("encrypted"))
        #expect(error.message.contains("“Encrypt local backup”"))
        #expect(ApplePhotos.isLibrary(backup.path))
    }

    @Test("imports 1.9: a list that is no database is encrypted or damaged")
    func encryptedList() throws {
        let backup = try backup()
        try backup.finish()
        try backup.write(Data((0..<8_192).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }), to: "Manifest.db")
        let error = MadeCatalog.failure {
            try ApplePhotos.open(
                backup.path, options: ApplePhotosOptions(), temporaryFolder: backup.temporaryFolder()
            ).close()
        }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("encrypted or damaged") == true)
    }

    @Test("imports 1.9: a backup of iOS 9 is refused with a sentence")
    func old() throws {
        let backup = try backup()
        try backup.finish()
        try backup.remove("Manifest.db")
        #expect(!ApplePhotos.isLibrary(backup.path))
        try backup.write(Data("mbdb\u{5}\u{0}".utf8), to: "Manifest.mbdb")
        #expect(ApplePhotos.isLibrary(backup.path))
        let error = MadeCatalog.failure {
            try ApplePhotos.open(
                backup.path, options: ApplePhotosOptions(), temporaryFolder: backup.temporaryFolder()
            ).close()
        }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("iOS 9 or earlier") == true)
    }

    @Test("imports 1.9: a backup without the library says that the photos are in iCloud")
    func withoutLibrary() throws {
        let backup = try backup()
        backup.rows.removeAll { $0.relativePath.contains("Photos.sqlite") }
        let error = try #require(backup.failure())
        #expect(error.code == .unsupported)
        #expect(error.message.contains("contains no photos"))
        #expect(error.message.contains("iCloud Photos"))
    }

    @Test("imports 1.9: a backup whose library is missing on disk is incomplete")
    func withoutLibraryBlob() throws {
        let backup = try backup()
        try backup.remove(backup.blob("PhotoData/Photos.sqlite"))
        let error = try #require(backup.failure())
        #expect(error.code == .damaged)
        #expect(error.message.contains("is missing. Copy the whole folder"))
    }

    @Test("imports 1.9: a damaged library in a backup isn't for repair in Photos")
    func damagedLibrary() throws {
        let backup = try backup()
        try backup.write(Data(repeating: 7, count: 4_096), to: backup.blob("PhotoData/Photos.sqlite"))
        let error = try #require(backup.failure())
        #expect(error.code == .damaged)
        #expect(error.message.contains("Make a new backup"))
        #expect(!error.message.contains("in Photos"))
    }

    @Test("imports 1.9: an interrupted backup is read, and listed as incomplete")
    func interrupted() throws {
        let backup = try backup()
        func write(_ state: String) throws {
            try backup.write(
                try PropertyListSerialization.data(
                    fromPropertyList: ["SnapshotState": state], format: .binary, options: 0), to: "Status.plist")
        }
        try write("finished")
        let whole = try backup.open()
        #expect(whole.unreadableParts.isEmpty)
        whole.close()
        try write("uploading")
        let part = try backup.open()
        defer { part.close() }
        #expect(part.unreadableParts.map(\.path) == [backup.path.text])
        #expect(part.itemCount == 1)
    }

    @Test(
        "imports, general rules: the name of a blob can't lead out of the backup",
        arguments: [
            "../../../../../../etc/passwd", "/etc/passwd", "", "..", "0123456789012345678901234567890123456789a",
            "../0123456789012345678901234567890123456", "ABCDEF0123456789012345678901234567890123",
            "zbcdef0123456789012345678901234567890123",
        ])
    func hostileBlob(_ id: String) throws {
        let backup = try backup()
        backup.rows[try backup.index(of: "DCIM/100APPLE/IMG_0001.HEIC")].fileID = id
        let item = try #require(try backup.items().first)
        #expect(item.exclusion == .unreadable)
        #expect(item.originals.isEmpty)
    }

    @Test("imports, general rules: a link in the place of a blob can't lead out of the backup")
    func hostileLink() throws {
        let backup = try backup()
        let blob = backup.blob("DCIM/100APPLE/IMG_0001.HEIC")
        try backup.remove(blob)
        try FileManager.default.createSymbolicLink(
            at: backup.url.appending(path: blob), withDestinationURL: URL(filePath: "/etc/passwd"))
        #expect(try backup.items().map(\.exclusion) == [.unreadable])
    }

    @Test("imports 1.9: folders and links of the phone are no files", arguments: [0, 2, 4, 255])
    func flags(_ flags: Int) throws {
        let backup = try backup()
        backup.rows[try backup.index(of: "DCIM/100APPLE/IMG_0001.HEIC")].flags = flags
        #expect(try backup.items().map(\.exclusion) == [.unreadable])
    }

    @Test("imports 1.9: files of other domains don't stand for photos")
    func domains() throws {
        let backup = try backup(photos: 2)
        backup.rows[try backup.index(of: "DCIM/100APPLE/IMG_0001.HEIC")].domain = "HomeDomain"
        #expect(try backup.items().map(\.exclusion) == [.absent, nil])
    }

    @Test("imports, general rules: of two files with one path, the first one counts")
    func repeated() throws {
        let backup = try backup()
        backup.table = "CREATE TABLE Files (fileID, domain, relativePath, flags)"
        let index = try backup.index(of: "DCIM/100APPLE/IMG_0001.HEIC")
        backup.rows.append(.init(fileID: MadeBackup.fileID("x"), relativePath: backup.rows[index].relativePath))
        #expect(try backup.items().map(\.exclusion) == [nil])
    }

    @Test(
        "imports, general rules: a list without a needed name is refused with the name",
        arguments: [
            ("CREATE TABLE Files (fileID, domain, relativePath)", "Files.flags"),
            ("CREATE TABLE Documents (fileID)", "Files"),
            ("CREATE VIEW Files AS SELECT 1 AS fileID, 2 AS domain", "Files"),
        ])
    func missingNames(_ table: String, _ name: String) throws {
        let backup = try backup()
        backup.table = table
        let error = try #require(backup.failure())
        #expect(error.code == .unsupported)
        #expect(error.message.contains("“\(name)”"))
    }

    @Test("imports, general rules: a list larger than the limit is refused, and nothing is left")
    func limit() throws {
        let backup = try backup()
        try backup.finish()
        let temporary = try backup.temporaryFolder()
        let error = MadeCatalog.failure {
            try ApplePhotos.open(
                backup.path, options: ApplePhotosOptions(), temporaryFolder: temporary,
                limits: DatabaseCopyLimits(byteCount: 4_096)
            ) {}.close()
        }
        #expect(error?.code == .damaged)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.string).isEmpty)
    }

    @Test("imports 1.9: values of other types in the list are no files")
    func types() throws {
        let backup = try backup()
        backup.table = """
            CREATE TABLE Files (fileID, domain, relativePath, flags);
            INSERT INTO Files VALUES (x'00', 'CameraRollDomain', x'4D656469612F', 1), (NULL, 'CameraRollDomain',
            'Media/DCIM/x', 'one'), (1, 'CameraRollDomain', 'Media/' || hex(zeroblob(100000)), 1), (1,
            'CameraRollDomain', 'Media/../x', 1), (1, 'CameraRollDomain', 'Media/', 1)
            """
        #expect(try backup.items().map(\.exclusion) == [nil])
    }
}
