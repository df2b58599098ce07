import BlobStore
import Foundation
import LTX
import LibraryFiles
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// The folder of a library in which the backup of its catalog for one place is prepared: `backup/<name>/`.
///
/// Everything in it can be made again from the catalog and the place, by sending the whole catalog.
struct BackupFolder: Sendable {
    let url: URL
    let permissions: LibraryPermissions

    init(for address: String, of library: Library) throws {
        url = try BackupNote.folder(inLibrary: library.folder, of: address)
        permissions = library.permissions
    }

    var exists: Bool { FileManager.default.fileExists(atPath: segments.path(percentEncoded: false)) }

    /// Creates the folder if it's missing.
    func create() throws {
        for folder in [url.deletingLastPathComponent(), url, segments] {
            try permissions.makeFolder(folder.path(percentEncoded: false))
        }
    }

    /// What the place has of the catalog's pages.
    var ledger: URL { url.appending(path: "ledger", directoryHint: .notDirectory) }
    /// The state, as JSON.
    var state: URL { BackupNote.file(inFolder: url) }
    /// The LTX files that wait for their upload, or that are merged later.
    var segments: URL { url.appending(path: "segments", directoryHint: .isDirectory) }

    func file(of name: LTXName) -> URL {
        segments.appending(path: "\(name.level)-\(name.text)", directoryHint: .notDirectory)
    }

    /// Writes an LTX file durably. A killed process leaves only hidden files, which `removeLeftovers` removes.
    ///
    /// - Parameter body: Passes the file's bytes to its argument.
    func write<Value>(
        _ name: LTXName, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Value
    ) throws -> Value {
        let file = file(of: name)
        let temporary = segments.appending(path: ".\(UUID().uuidString)", directoryHint: .notDirectory)
        let descriptor = FileDescriptor(
            rawValue: try permissions.createFile(temporary.path(percentEncoded: false)))
        do {
            let value = try descriptor.closeAfter {
                try body { bytes in try descriptor.write(all: bytes) }
            }
            try DurableFile.rename(temporary, to: file)
            return value
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
    }

    /// Returns the names of the LTX files that are here, in the order of their transactions.
    func names() throws -> [LTXName] {
        try FileManager.default.contentsOfDirectory(atPath: segments.path(percentEncoded: false))
            .compactMap { text in
                guard let hyphen = text.firstIndex(of: "-"), let level = Int(text[..<hyphen]),
                    LTXName.levels.contains(level)
                else { return nil }
                return LTXName(level: level, text: text[text.index(after: hyphen)...])
            }
            .sorted { ($0.transactions.upperBound, $0.level) < ($1.transactions.upperBound, $1.level) }
    }

    func contains(_ name: LTXName) -> Bool {
        FileManager.default.fileExists(atPath: file(of: name).path(percentEncoded: false))
    }

    /// Returns a file's size in bytes.
    func size(of name: LTXName) throws -> UInt64 {
        UInt64(max(0, try Stat(FilePath(file(of: name).path(percentEncoded: false))).size))
    }

    func removeLedger() throws { try removeIfPresent(ledger) }

    /// Removes what is known of the place.
    func forget() throws {
        for file in [ledger, state, url.appending(path: "files.json", directoryHint: .notDirectory)] {
            try removeIfPresent(file)
        }
    }

    private func removeIfPresent(_ file: URL) throws {
        let path = file.path(percentEncoded: false)
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }

    func remove(_ name: LTXName) throws {
        try FileManager.default.removeItem(at: file(of: name))
    }

    /// Removes what killed processes were writing. Only the holder of the lock may call it.
    func removeLeftovers() throws {
        for name in RunningDrill.fileNames {
            try removeIfPresent(url.appending(path: name, directoryHint: .notDirectory))
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: segments.path(percentEncoded: false))
        where name.hasPrefix(".") {
            try FileManager.default.removeItem(at: segments.appending(path: name, directoryHint: .notDirectory))
        }
    }

    /// Begins to read a file that is here.
    func reader(of name: LTXName) throws -> LTXReader {
        let handle = try FileHandle(forReadingFrom: file(of: name))
        return try LTXReader(name: file(of: name).lastPathComponent, expecting: name.transactions) { count in
            try handle.read(upToCount: count)
        }
    }
}
