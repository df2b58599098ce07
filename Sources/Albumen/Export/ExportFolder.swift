import BlobStore
import CAlbumenSystem
import Dispatch
import Foundation
import Records
import Synchronization
import SystemCalls
import SystemPackage

/// A folder of an export. Used by one thread, while other programs may write to the folder.
///
/// A file is written under a hidden name with a lock, and renamed when all its bytes are on the disk. So no
/// incomplete file ever has a final name. The lock tells a running export's files from those of a killed one.
final class ExportFolder {
    enum Occupant { case nothing, sameBytes, other }

    private static let hiddenPrefix = ".albumen-export-"
    private static let pieceLimitInBytes = 64 << 20
    private static let bufferSize = 1 << 20
    private static let numberLimit = 1000
    /// The space to leave free on the disk.
    private static let reserveInBytes: Int64 = 16 << 20

    /// The digest of a file, with the file's status when it was hashed.
    private struct Known {
        var status: Stat
        var digest: BlobDigest
    }

    let path: String
    let folder: OpenFile
    /// Hashed files by name, so that none is hashed twice if many exported files share a name and a size.
    private var known: [String: Known] = [:]
    /// The stems of the files in the folder.
    var stems: ExportedStems

    /// Creates the folder and its missing ancestors, and removes the hidden files of killed exports in it.
    ///
    /// - Throws: `ExportError`
    init(at url: URL) throws {
        var path = url.standardizedFileURL.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        try Self.makeFolder(path)
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ExportError(.current, path: path) }
        folder = OpenFile(takingOver: descriptor)
        stems = ExportedStems(Self.sweep(folder))
    }

    private init(_ folder: OpenFile, path: String) {
        self.folder = folder
        self.path = path
        stems = ExportedStems(Self.sweep(folder))
    }

    /// Opens a folder in this folder, and creates it if it's missing. If the name is that of a file or a link, or of an
    /// excluded folder, it gets a number.
    ///
    /// - Throws: `ExportError`
    func subfolder(_ name: ExportName, excluding excluded: Stat.Identity?) throws -> ExportFolder {
        for number in 1...Self.numberLimit {
            let text = name.numbered(number)
            let path = path(of: text)
            let (descriptor, failure) = folder.withDescriptor { folder -> (Int32, Errno) in
                guard mkdirat(folder, text, 0o777) == 0 || Errno.current == .fileExists else { return (-1, .current) }
                let descriptor = openat(folder, text, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
                return (descriptor, .current)
            }
            guard descriptor >= 0 else {
                guard failure == .notDirectory || failure == .tooManySymbolicLinkLevels else {
                    throw ExportError(failure, path: path)
                }
                continue
            }
            let opened = OpenFile(takingOver: descriptor)
            let identity = try? opened.withDescriptor { try FileDescriptor(rawValue: $0).status().identity }
            if identity != nil, identity == excluded { continue }
            return ExportFolder(opened, path: path)
        }
        throw ExportError(
            .folder, "\(self.path) has too many files of the name \(name.numbered(1)). Name another folder.")
    }

    /// Returns whether `folder` is the other folder or lies in it, with symbolic links resolved. A missing folder
    /// counts as if it existed.
    static func isInside(_ folder: URL, _ other: URL) -> Bool {
        func resolved(_ path: String) -> String? {
            guard let real = realpath(path, nil) else { return nil }
            defer { free(real) }
            return String(cString: real)
        }
        guard let outer = resolved(other.path(percentEncoded: false)) else { return false }
        var place = folder.standardizedFileURL
        while true {
            if let inner = resolved(place.path(percentEncoded: false)) {
                return inner == outer || inner.hasPrefix(outer + "/")
            }
            let parent = place.deletingLastPathComponent()
            if parent.path == place.path { return false }
            place = parent
        }
    }

    func path(of name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

    /// - Throws: `ExportError` if so many bytes don't fit on the disk.
    func checkRoom(for size: Int64) throws {
        do throws(Errno) {
            let disk = try folder.withDescriptor { descriptor throws(Errno) in
                try DiskSpace(of: FileDescriptor(rawValue: descriptor))
            }
            guard disk.hasRoom(for: size, reserve: Self.reserveInBytes) else { throw .noSpace }
        } catch {
            throw ExportError(error, path: path)
        }
    }

    /// Returns the kind of file that has the name. Returns `other` for links, for all other special files, and for
    /// unreadable files.
    ///
    /// - Parameters:
    ///   - size: The size of the file to export, in bytes.
    ///   - digest: The digest of the file to export.
    func occupant(of name: String, size: Int64, _ digest: BlobDigest) -> Occupant {
        folder.withDescriptor { folder in
            let status: Stat
            do throws(Errno) {
                status = try Stat(name, relativeTo: FileDescriptor(rawValue: folder), flags: .symlinkNoFollow)
            } catch {
                return error == .noSuchFileOrDirectory ? .nothing : .other
            }
            guard status.isRegularFile, status.size == size else { return .other }
            if let file = known[name], file.status.identity == status.identity,
                file.status.hasSameContent(as: status)
            {
                return file.digest == digest ? .sameBytes : .other
            }
            let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { return .other }
            return OpenFile(takingOver: descriptor).withDescriptor { file in
                guard let found = try? BlobDigest(hashing: file, named: name) else { return .other }
                known[name] = Known(status: status, digest: found)
                return found == digest ? .sameBytes : .other
            }
        }
    }

    /// Returns whether a file of the name is the result of the conversion with this mark.
    func occupant(of name: String, mark: String) -> Occupant {
        folder.withDescriptor { folder in
            let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { return Errno.current == .noSuchFileOrDirectory ? .nothing : .other }
            return OpenFile(takingOver: descriptor).withDescriptor { file in
                albumen_has_mark(file, mark) != 0 ? .sameBytes : .other
            }
        }
    }

    /// Copies a file's bytes under a hidden name, without waiting for the disk.
    ///
    /// - Returns: The hidden file, for `synchronize(_:)`. It's removed when it's deallocated unless it has been renamed.
    /// - Throws: `ExportError`
    func write(_ part: ExportedFiles.Part, from source: OpenFile, date: Date?) throws -> HiddenFile {
        let hidden = try makeHiddenFile()
        let target = path(of: part.name.numbered(1))
        try hidden.file.withDescriptor { descriptor in
            try source.withDescriptor { try copy($0, to: descriptor, part, target) }
            // The kernel can copy bytes without this process reading them, and a disk can return other bytes than
            // were written.
            guard try BlobDigest(hashing: descriptor, named: target) == part.digest else {
                throw ExportError(
                    .file,
                    "its bytes in the library are not those that were imported. Run “albumen verify”, then restore "
                        + "them from a backup or import the file again.")
            }
            if let times = Self.times(date) { futimens(descriptor, times) }
            // Without the mark, a later export compares the bytes.
            if let mark = part.conversion?.mark { _ = albumen_set_mark(descriptor, mark) }
        }
        return hidden
    }

    /// Writes bytes under a hidden name and starts writing them to the disk, without waiting for it.
    ///
    /// - Parameter name: The final name, for errors.
    /// - Returns: The hidden file, for `synchronize(_:)`.
    /// - Throws: `ExportError`
    func begin(_ bytes: Data, as name: String) throws -> HiddenFile {
        let hidden = try makeHiddenFile()
        try hidden.file.withDescriptor { descriptor in
            do throws(Errno) {
                let written = bytes.withUnsafeBytes { bytes in
                    Result { () throws(Errno) in try FileDescriptor(rawValue: descriptor).write(all: bytes, at: 0) }
                }
                try written.get()
            } catch {
                throw ExportError(error, path: path(of: name))
            }
            albumen_start_writing(descriptor)
        }
        return hidden
    }

    /// Waits until the bytes of files are on the disk. Waits for all of them at the same time, because the disk then
    /// writes them together.
    ///
    /// - Parameter files: The files with their final names.
    /// - Throws: `ExportError`
    func synchronize(_ files: [(file: HiddenFile, name: String)]) throws {
        let open = files.map(\.file.file)
        let failures = Mutex<[Int: Errno]>([:])
        DispatchQueue.concurrentPerform(iterations: open.count) { index in
            do throws(Errno) {
                try open[index].withDescriptor { descriptor throws(Errno) in
                    try FileDescriptor(rawValue: descriptor).synchronize()
                }
            } catch {
                failures.withLock { $0[index] = error }
            }
        }
        guard let (index, failure) = failures.withLock({ $0.min { $0.key < $1.key } }) else { return }
        throw ExportError(failure, path: path(of: files[index].name))
    }

    /// Creates an empty file without a final name.
    ///
    /// - Throws: `ExportError`
    func makeHiddenFile() throws -> HiddenFile {
        while true {
            let name = Self.hiddenPrefix + UUID().uuidString
            let descriptor = folder.withDescriptor {
                openat($0, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
            }
            guard descriptor >= 0 else { throw ExportError(.current, path: path(of: name)) }
            let hidden = HiddenFile(name: name, folder: folder, file: OpenFile(takingOver: descriptor))
            // On file systems without locks, no file is swept either.
            flock(descriptor, LOCK_EX)
            // Another export that is starting may have removed it as the file of a killed export.
            if let status = try? FileDescriptor(rawValue: descriptor).status(), status.linkCount > 0 { return hidden }
        }
    }

    /// Waits until the names are on the disk.
    func synchronize() throws {
        try folder.withDescriptor { folder in
            do throws(Errno) {
                try FileDescriptor(rawValue: folder).synchronizeNames()
            } catch {
                throw ExportError(error, path: path)
            }
        }
    }

    // MARK: Bytes

    private func copy(_ source: Int32, to target: Int32, _ part: ExportedFiles.Part, _ path: String) throws {
        var copied: Int64 = 0
        lseek(source, 0, SEEK_SET)
        while copied < part.size {
            let count = albumen_copy_range(
                source, target, Int(min(Int64(Self.pieceLimitInBytes), part.size - copied)))
            guard count > 0 else {
                let reason = Errno(rawValue: Int32(-count))
                if reason == .interrupted { continue }
                if Self.fatal.contains(reason) { throw ExportError(reason, path: path) }
                // The kernel doesn't copy between these files, or can't copy the rest.
                break
            }
            copied += Int64(count)
        }
        if copied < part.size { copied += try copyByHand(source, to: target, from: copied, path) }
        guard copied == part.size, (try? FileDescriptor(rawValue: source).status())?.size == part.size else {
            throw ExportError(
                .file,
                "its bytes in the library are not as many as were imported. Run “albumen verify”, then restore them "
                    + "from a backup or import the file again.")
        }
    }

    /// Errors that `copyByHand` would fail with, too.
    private static let fatal: Set<Errno> = [.noSpace, .diskQuotaExceeded, .fileTooLarge, .readOnlyFileSystem]

    private func copyByHand(_ source: Int32, to target: Int32, from start: Int64, _ path: String) throws -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 4096)
        defer { buffer.deallocate() }
        var position = start
        while true {
            let count: Int
            do throws(Errno) {
                count = try FileDescriptor(rawValue: source).read(at: position, into: buffer)
            } catch {
                throw ExportError(
                    .file,
                    "its bytes in the library cannot be read: \(error). Check the library's disk, then run “albumen "
                        + "verify”.")
            }
            if count == 0 { return position - start }
            do throws(Errno) {
                try FileDescriptor(rawValue: target)
                    .write(all: UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: position)
            } catch {
                throw ExportError(error, path: path)
            }
            position += Int64(count)
        }
    }

    /// Returns the times of last access and last change, in microseconds like a capture date.
    private static func times(_ date: Date?) -> [timespec]? {
        guard let seconds = date?.timeIntervalSince1970, seconds.isFinite, abs(seconds) < 1e11 else { return nil }
        let microseconds = Int((seconds * 1_000_000).rounded())
        let whole = Int((Double(microseconds) / 1_000_000).rounded(.down))
        let time = timespec(tv_sec: whole, tv_nsec: (microseconds - whole * 1_000_000) * 1000)
        return [time, time]
    }

    // MARK: The folder

    private static func makeFolder(_ path: String) throws {
        if mkdir(path, 0o777) == 0 { return }
        let reason = Errno.current
        if let status = try? Stat(path) {
            guard status.isFolder else { throw ExportError(.notDirectory, path: path) }
            return
        }
        let parent = (path as NSString).deletingLastPathComponent
        guard reason == .noSuchFileOrDirectory, !parent.isEmpty, parent != path else {
            throw ExportError(reason, path: path)
        }
        try makeFolder(parent)
        guard mkdir(path, 0o777) == 0 || Errno.current == .fileExists else { throw ExportError(.current, path: path) }
    }

    /// Removes the hidden files of exports that ended. A later sweep removes those that can't be removed now.
    ///
    /// - Returns: The names in the folder.
    private static func sweep(_ folder: OpenFile) -> [String] {
        folder.withDescriptor { folder in
            let names = (try? OpenFolder(FileDescriptor(rawValue: folder)).textNames()) ?? []
            for name in names where name.hasPrefix(Self.hiddenPrefix) {
                let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
                guard descriptor >= 0 else { continue }
                OpenFile(takingOver: descriptor).withDescriptor { file in
                    if flock(file, LOCK_EX | LOCK_NB) == 0 { unlinkat(folder, name, 0) }
                }
            }
            return names
        }
    }
}
