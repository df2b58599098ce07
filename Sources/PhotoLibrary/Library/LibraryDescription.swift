import BlobStore
import Foundation
import LibraryFiles
import SystemCalls
import SystemPackage

/// The file `library.json`, which makes a folder a library.
struct LibraryDescription: Codable, Equatable {
    static let fileName = "library.json"
    static let currentFormat = 1
    private static let sizeLimitInBytes = 64 << 10

    var format: Int
    /// The library's identifier, a UUID. Folders for temporary files are named after it.
    var identifier: String
    /// The name of the group that the library is shared with, or `nil` if only its owner can use it. It isn't a
    /// number, because the number can belong to another group on another machine.
    var group: String?

    /// Reads the description of the library in `folder`.
    ///
    /// - Returns: The description, or `nil` if the folder has none.
    /// - Throws: `LibraryError`, with `accessDenied` if this user may not read the folder.
    static func read(from folder: URL) throws -> LibraryDescription? {
        let file = folder.appendingPathComponent(fileName)
        guard let data = try bytes(of: file, in: folder) else { return nil }
        let description: LibraryDescription
        do {
            description = try JSONDecoder().decode(LibraryDescription.self, from: data)
        } catch {
            throw damage(file, "\(error)")
        }
        guard description.format <= currentFormat else {
            throw LibraryError(
                .newerFormat,
                "The library \(folder.path) has format \(description.format), and this albumen reads up to "
                    + "\(currentFormat). Update albumen to open it.")
        }
        guard UUID(uuidString: description.identifier) != nil else {
            throw damage(file, "its identifier is not a UUID")
        }
        return description
    }

    private static func bytes(of file: URL, in folder: URL) throws -> Data? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let failure = Errno.current
            if Set.withoutFile.contains(failure) { return nil }
            if Set.withoutPermission.contains(failure) { throw LibraryFolder(folder).accessDenied() }
            throw damage(file, "\(failure)")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let data: Data
        do {
            data = try handle.read(upToCount: sizeLimitInBytes + 1) ?? Data()
        } catch {
            throw damage(file, "\(error)")
        }
        guard data.count <= sizeLimitInBytes else { throw damage(file, "it is too large") }
        return data
    }

    private static func damage(_ file: URL, _ reason: String) -> LibraryError {
        LibraryError(
            .notALibrary, "\(file.path) is damaged (\(reason)). Restore it from a backup; the photos are untouched.")
    }

    /// Creates the description of a new library. Keeps the description of another process that was faster.
    static func make(in folder: URL) throws {
        let description = LibraryDescription(format: currentFormat, identifier: UUID().uuidString)
        let own = folder.appendingPathComponent("\(fileName).\(description.identifier)")
        try description.write(to: own, LibraryFolder(folder).permissions(sharedWith: nil))
        defer { unlink(own.path) }
        let file = folder.appendingPathComponent(fileName)
        do throws(Errno) {
            try SystemCall.retrying { link(own.path, file.path) }
        } catch .fileExists {
            return
        } catch {
            if Set.withoutHardLinks.contains(error), try renameIfAbsent(own, to: file, in: folder) { return }
            throw LibraryError(.notALibrary, "The library \(folder.path) cannot be made: \(error).")
        }
    }

    /// Renames the file on file systems without hard links, such as FAT and exFAT. A lock between processes protects
    /// a library that another process created meanwhile.
    private static func renameIfAbsent(_ own: URL, to file: URL, in folder: URL) throws -> Bool {
        try LibraryFolder(folder).withLock { _ in
            access(file.path, F_OK) == 0 || rename(own.path, file.path) == 0
        }
    }

    /// Replaces the description atomically. After a crash, the file contains the old or the new description.
    func replace(in folder: URL, _ permissions: LibraryPermissions) throws {
        try write(to: folder.appendingPathComponent(Self.fileName), permissions)
    }

    private func write(to file: URL, _ permissions: LibraryPermissions) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try DurableFile.write(encoder.encode(self), to: file, permissions: permissions)
    }

    /// Whether the name belongs to a file that a process left while creating the library, or to the folder of
    /// snapshots, which can exist without a catalog.
    static func isOwnName(_ name: String) -> Bool {
        name.hasPrefix(fileName) || name == SnapshotFolder.name
    }
}
