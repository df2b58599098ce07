import BlobStore
import Catalog
import CodedErrors
import Foundation
import Glibc
import LibraryFiles
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// The folder `uploads/` of a library: for each upload a file with its bytes and one with its state.
///
/// The system releases the folder's lock when the process ends.
final class UploadFolder: Sendable {
    static let name = "uploads"
    private static let lockName = "lock"
    private static let incomingName = "incoming"
    private static let stateEnding = ".json"
    private static let dataEnding = ".data"

    /// `UTIME_OMIT`, which Swift doesn't import.
    private static let unchanged = (1 << 30) - 2

    let path: String
    private let permissions: LibraryPermissions
    private let lock: OpenFile

    /// Creates the folder if it's missing, and locks it.
    ///
    /// - Throws: `heldElsewhere` if another process has the lock.
    init(of library: Library) throws {
        let url = Self.url(in: library)
        permissions = library.permissions
        try DurableFile.makeFolder(at: url, permissions: permissions)
        path = url.path(percentEncoded: false)
        let lockPath = "\(path)/\(Self.lockName)"
        try permissions.createFileIfMissing(lockPath)
        lock = OpenFile(
            takingOver: try SystemCall.checked("open", lockPath) {
                Glibc.open(lockPath, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            })
        guard try lock.withDescriptor({ try FileDescriptor(rawValue: $0).lockIfFree() }) else {
            throw UploadError(
                .heldElsewhere,
                "Another albumen serve takes in the files that are added to this library. Add them there, or end it.")
        }
    }

    deinit {
        // Closing releases the lock too, only later.
        try? lock.withDescriptor { try FileDescriptor(rawValue: $0).unlock() }
    }

    static func exists(in library: Library) -> Bool { access(url(in: library).path(percentEncoded: false), F_OK) == 0 }

    private static func url(in library: Library) -> URL {
        library.folder.appending(path: name, directoryHint: .notDirectory)
    }

    private func statePath(_ identifier: String) -> String { "\(path)/\(identifier)\(Self.stateEnding)" }
    func dataPath(_ identifier: String) -> String { "\(path)/\(identifier)\(Self.dataEnding)" }

    /// Returns the stored uploads, and the names of files with a state that can't be read. Deletes files that belong to
    /// no upload, and bytes that no state vouches for.
    ///
    /// - Complexity: O(*n*) for *n* unfinished uploads.
    func load() throws -> (records: [UploadRecord], unreadable: [String]) {
        var unreadable: [String] = []
        // Without hard links, a complete file whose state can't be read may have no other name.
        defer { if unreadable.isEmpty { removeFolder("\(path)/\(Self.incomingName)") } }
        var records: [UploadRecord] = []
        var kept: Set = [Self.lockName]
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        for name in names where name.hasSuffix(Self.stateEnding) && !name.hasPrefix(".") {
            let identifier = String(name.dropLast(Self.stateEnding.count))
            // Bytes whose state can't be read now stay: their sender was told that they have arrived.
            guard let data = try? Data(contentsOf: URL(filePath: "\(path)/\(name)")),
                let record = try? JSONDecoder().decode(UploadRecord.self, from: data),
                record.identifier == identifier
            else {
                unreadable.append(name)
                kept.formUnion([name, "\(identifier)\(Self.dataEnding)"])
                continue
            }
            // Without hard links, a complete file has its own name while it's taken in.
            if access(dataPath(identifier), F_OK) != 0 { rename(namedPath(record), dataPath(identifier)) }
            guard let status = try? Stat(dataPath(identifier), followTargetSymlink: false), status.isRegularFile,
                status.size >= record.offset
            else { continue }
            records.append(record)
            kept.formUnion([name, "\(identifier)\(Self.dataEnding)"])
        }
        for name in names where !kept.contains(name) { unlink("\(path)/\(name)") }
        return (records, unreadable)
    }

    /// Creates the file for an upload's bytes.
    func create(_ record: UploadRecord) throws {
        close(try permissions.createFile(dataPath(record.identifier)))
        // A power failure may lose an upload without bytes. The sender then begins again.
        try write(record)
    }

    /// Stores the state durably.
    func write(_ record: UploadRecord) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try DurableFile.write(
            try encoder.encode(record), to: URL(filePath: statePath(record.identifier)), permissions: permissions)
    }

    func open(_ identifier: String) throws -> OpenFile { try openFile(dataPath(identifier)) }

    private func openFile(_ path: String) throws -> OpenFile {
        OpenFile(
            takingOver: try SystemCall.checked("open", path) { Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW) })
    }

    /// Returns the digest of a complete upload's bytes, as they are on the disk.
    func digest(of record: UploadRecord) throws -> BlobDigest {
        // Without hard links, an earlier attempt has given the file its name.
        let isNamed = access(dataPath(record.identifier), F_OK) != 0
        let path = isNamed ? namedPath(record) : dataPath(record.identifier)
        return try openFile(path).withDescriptor { try BlobDigest(hashing: $0, named: path) }
    }

    /// Gives complete bytes the mode of an original, and the date of the sender's file.
    private func seal(_ record: UploadRecord) throws {
        let path = dataPath(record.identifier)
        let file = OpenFile(
            takingOver: try SystemCall.checked("open", path) { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) })
        try file.withDescriptor { descriptor in
            let status = try FileDescriptor(rawValue: descriptor).status()
            if status.modeBits & 0o777 != permissions.mode(of: .original) {
                try SystemCall.checked("fchmod", path) { fchmod(descriptor, permissions.mode(of: .original)) }
            }
            guard let date = record.fileDate?.timeIntervalSince1970 else { return }
            let seconds = date.rounded(.down)
            let time = timespec(tv_sec: Int(seconds), tv_nsec: Int((date - seconds) * 1_000_000_000))
            // Some file systems have no such dates. The file's metadata then dates the photo, or its arrival.
            _ = futimens(descriptor, [timespec(tv_sec: 0, tv_nsec: Self.unchanged), time])
        }
    }

    /// Gives complete bytes their file's name, in a folder for the files of a delivery, and returns that folder.
    func present(_ record: UploadRecord) throws -> String {
        let folder = folder(of: record)
        // On a file system without hard links, an earlier attempt has given the file its name.
        if access(dataPath(record.identifier), F_OK) != 0, access(namedPath(record), F_OK) == 0 { return folder }
        try seal(record)
        for folder in ["\(path)/\(Self.incomingName)", deliveryFolder(of: record.delivery), folder] {
            try permissions.makeFolder(folder)
        }
        let named = namedPath(record)
        unlink(named)
        let data = dataPath(record.identifier)
        do throws(SystemCallFailure) {
            try SystemCall.checked("link", named) { link(data, named) }
        } catch {
            // A file system without hard links. If this fails, too, the bytes still have their name.
            try SystemCall.checked("rename", named) { rename(data, named) }
        }
        return folder
    }

    /// Deletes an upload's state, and then its bytes.
    func remove(_ record: UploadRecord) {
        unlink(statePath(record.identifier))
        unlink(dataPath(record.identifier))
        unlink(namedPath(record))
        // Fails while there are others.
        rmdir(folder(of: record))
        rmdir(deliveryFolder(of: record.delivery))
    }

    private func deliveryFolder(of delivery: UploadRecord.Delivery) -> String {
        "\(path)/\(Self.incomingName)/\(delivery.importAlbum)"
    }

    private func folder(of record: UploadRecord) -> String {
        namedFolder(of: record.delivery, namesake: record.namesake)
    }

    /// The folder in which a delivery's files have their names while they are taken in. Each namesake has its own.
    func namedFolder(of delivery: UploadRecord.Delivery, namesake: Int) -> String {
        "\(deliveryFolder(of: delivery))/\(namesake)"
    }

    /// Returns the first number for a file's name in a delivery whose path no import has used. An earlier process may have
    /// used some, or uploads that aren't remembered any more.
    func firstUnusedNamesake(
        of filename: String, _ delivery: UploadRecord.Delivery, from first: Int, in library: Library
    ) throws -> Int {
        try library.catalog.read { catalog in
            var namesake = first
            while try !catalog.importedFiles(
                inFolder: namedFolder(of: delivery, namesake: namesake), names: [filename]
            ).isEmpty {
                namesake += 1
            }
            return namesake
        }
    }

    private func namedPath(_ record: UploadRecord) -> String { "\(folder(of: record))/\(record.filename)" }

    private func removeFolder(_ path: String) {
        // What can't be deleted now is deleted by the next opening.
        try? FileManager.default.removeItem(atPath: path)
    }
}
