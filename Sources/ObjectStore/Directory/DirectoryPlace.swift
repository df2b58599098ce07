package import BlobStore
package import Cancellation
package import Foundation
import Glibc
import SystemCalls
import SystemPackage

/// A place in a folder: on another disk, or of another machine on a mounted share.
///
/// Files are written under hidden names in `.uploads`, synced, and then linked to their names. It follows no symbolic link
/// below its folder.
package final class DirectoryPlace: RemoteBlobStore {
    let root: String

    /// - Parameter path: An absolute path. The folder must exist when the place is used, because an empty mount point must
    ///   not become a place.
    package init(path: String) throws {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw RemoteBlobError(
                .misconfigured, "\(path) isn't an absolute path. Use the form dir:/PATH/TO/FOLDER.")
        }
        root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    package var address: String { "dir:\(root)" }

    /// Most file systems have no checksums, so a disk can return other bytes than were written.
    package var trustedAge: TimeInterval { 86_400 }

    package var canBeDetached: Bool { true }

    package func size(of name: RemoteName, _ cancellation: WorkCancellation) throws -> Int64? {
        try cancellation.check(address)
        guard let folder = try folder(of: name, creating: false) else { return nil }
        return try reporting(name.text) { () throws(Errno) in
            guard let status = try folder.status(name.file) else { return nil }
            guard status.isRegularFile else { throw .tooManySymbolicLinkLevels }
            return Int64(status.size)
        }
    }

    package func download(_ name: RemoteName, range: Range<Int64>?) throws -> any BlobDownload {
        DirectoryDownload(self, name, range)
    }

    package func remove(_ name: RemoteName, _ cancellation: WorkCancellation) throws {
        try cancellation.check(address)
        guard let folder = try folder(of: name, creating: false) else { return }
        try reporting(name.text) { () throws(Errno) in
            try folder.remove(name.file)
            try folder.synchronize()
        }
    }

    // MARK: Documents

    package func document(_ name: RemoteName, _ cancellation: WorkCancellation) throws -> Data? {
        try cancellation.check(address)
        guard let file = try open(name) else { return nil }
        return try reporting(name.text) { () throws(Errno) in
            var data = Data()
            while data.count <= RemoteName.documentLimit {
                let piece = try file.read(at: Int64(data.count), count: 64 << 10)
                if piece.isEmpty { return data }
                data += piece
            }
            throw .fileTooLarge
        }
    }

    package func putDocument(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> Bool {
        let isNew = try write(data, name, cancellation) { uploads, temporary, folder throws(Errno) in
            try uploads.move(temporary, to: folder, as: name.file)
        }
        if isNew { return true }
        return try document(name, cancellation) == data
    }

    package func createDocument(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation
    ) throws -> DocumentCreation {
        let isNew = try write(data, name, cancellation) { uploads, temporary, folder throws(Errno) in
            try uploads.move(temporary, to: folder, as: name.file, isAtomic: true)
        }
        if isNew { return .created }
        guard let present = try document(name, cancellation) else {
            throw RemoteBlobError(
                .unreachable, "The file of \(name) in \(root) was removed while it was created. Try again.")
        }
        // A file server that lost the answer may refuse its own file the second time.
        return present == data ? .created : .exists(present)
    }

    package func overwrite(
        _ advice: RemoteAdvice, with data: Data, _ cancellation: WorkCancellation
    ) throws {
        try write(data, advice.name, cancellation) { uploads, temporary, folder throws(Errno) in
            try uploads.replace(temporary, to: folder, as: advice.name.file)
        }
    }

    /// Writes a document to a hidden file, and moves it with the closure.
    @discardableResult
    func write<Outcome>(
        _ data: Data, _ name: RemoteName, _ cancellation: WorkCancellation,
        move: (_ uploads: PlaceFolder, _ file: String, _ folder: PlaceFolder) throws(Errno) -> Outcome
    ) throws -> Outcome {
        precondition(data.count <= RemoteName.documentLimit, "A document has at most 1 MB.")
        try cancellation.check(address)
        let uploads = try uploadsFolder()
        let temporary = UploadFile.makeDocumentFile()
        defer { uploads.removeIfPossible(temporary) }
        guard let folder = try folder(of: name, creating: true) else { throw missingRoot }
        return try reporting(name.text) { () throws(Errno) in
            let file = try uploads.create(temporary)
            try data.withUnsafeBytes { bytes in
                Result { () throws(Errno) in try file.descriptor.write(all: bytes, at: 0) }
            }.get()
            try file.descriptor.synchronize()
            return try move(uploads, temporary, folder)
        }
    }

    // MARK: Folders

    /// Opens the folder of uploads that haven't ended. Creates it if it's missing.
    func uploadsFolder() throws -> PlaceFolder {
        try reporting(".uploads") { () throws(Errno) in
            try openRoot().folder(".uploads", creating: true)
        }
    }

    /// Opens the folder of an object. Returns `nil` if it's missing.
    func folder(of name: RemoteName, creating: Bool) throws -> PlaceFolder? {
        try reporting(name.text) { () throws(Errno) in
            var folder = try openRoot()
            for component in name.components.dropLast() {
                do throws(Errno) {
                    folder = try folder.folder(String(component), creating: creating)
                } catch {
                    guard error == .noSuchFileOrDirectory else { throw error }
                    return nil
                }
            }
            return folder
        }
    }

    /// Opens an object. Returns `nil` if it's missing.
    func open(_ name: RemoteName) throws -> PlaceFile? {
        guard let folder = try folder(of: name, creating: false) else { return nil }
        return try reporting(name.text) { () throws(Errno) in
            do throws(Errno) {
                return try folder.open(name.file, O_RDONLY)
            } catch {
                guard error == .noSuchFileOrDirectory else { throw error }
                return nil
            }
        }
    }

    func openRoot() throws(Errno) -> PlaceFolder {
        do throws(Errno) {
            return try PlaceFolder(path: root)
        } catch {
            // Other code takes a missing file for a missing object.
            throw error == .noSuchFileOrDirectory ? .missingPlace : error
        }
    }

    /// Whether the folder has no objects at all. Then its disk may not be mounted.
    var isEmpty: Bool {
        do {
            return try openRoot().names().allSatisfy { $0 == ".uploads" || $0 == "lost+found" }
        } catch {
            return false
        }
    }

    // MARK: Errors

    var missingRoot: RemoteBlobError {
        RemoteBlobError(
            .unreachable,
            "The folder \(root) doesn't exist or is empty. Attach its disk or mount its share, then try again.")
    }

    /// Adds the file's name to errors of system calls.
    func reporting<Value>(_ name: String, _ body: () throws(Errno) -> Value) throws -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            throw failure(error, name)
        }
    }

    func failure(_ reason: Errno, _ name: String) -> RemoteBlobError {
        let file = "\(root)/\(name)"
        switch reason {
        case .missingPlace: return missingRoot
        case .missingExclusion:
            return RemoteBlobError(
                .withoutConditions,
                "\(address) can't be shared by several machines: its file system has neither hard links nor renames that "
                    + "replace nothing.")
        case .noSpace, .diskQuotaExceeded:
            return RemoteBlobError(
                .full,
                "The disk of the folder \(root) is full. Free some space there, or use a folder on another disk. (\(reason))"
            )
        case .readOnlyFileSystem:
            return RemoteBlobError(
                .refused,
                "The folder \(root) is on a disk that is mounted for reading only. Mount it for writing, or use another folder. "
                    + "(\(reason))")
        case .permissionDenied, .notPermitted:
            // Files with these names are only made for a moment.
            let isTemporary = name.hasPrefix("albumen/probe/") || name.hasPrefix(".uploads") || name.isEmpty
            return RemoteBlobError(
                .refused,
                "\(isTemporary ? "The folder \(root)" : file) may not be used. Give this user the right to read and write in "
                    + "\(root), or use another folder. (\(reason))")
        case .tooManySymbolicLinkLevels, .notDirectory, .isDirectory, .fileTooLarge:
            return RemoteBlobError(
                .misbehaving,
                "\(file) isn't a file that Albumen wrote, or is behind a symbolic link. Move it away. (\(reason))")
        default:
            return RemoteBlobError(
                .unreachable, "\(file) can't be read or written. Check its disk or its share. (\(reason))")
        }
    }
}

extension Errno {
    /// The place's own folder is missing. No call of a file in it fails with this reason.
    static let missingPlace = Errno(rawValue: Glibc.ENODEV)
    /// The file system can't move a file without replacing another. No call of a file fails with this reason.
    static let missingExclusion = Errno(rawValue: Glibc.EPFNOSUPPORT)
}

extension RemoteName {
    /// The last component.
    var file: String { String(components.last ?? "") }
}
