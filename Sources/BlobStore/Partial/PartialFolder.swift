internal import Foundation
internal import Glibc
internal import LibraryFiles
import Records
internal import SystemCalls
internal import SystemPackage

/// The files of a partial blob: a sparse file with its pieces, and the marks of the pieces that are here. The folder gets
/// its name when it has both files, and loses the name before they are deleted. So the files always belong together.
struct PartialFolder: Sendable {
    private static let bytesName = "bytes"
    private static let marksName = "marks"
    /// The copy of `bytes` that a file system without hard links needs for a moment.
    private static let copyName = "bytes.replacement"
    /// More than processes that open the folder at the same time.
    private static let attemptLimit = 1000

    let path: String
    /// For readers, such as a worker with an untrusted file. It can't be written.
    let bytes: OpenFile
    /// For this process alone: the file becomes an original.
    let writableBytes: OpenFile
    let marks: PartialMarks

    /// The path of the sparse file.
    var bytesPath: String { "\(path)/\(Self.bytesName)" }

    /// Opens the folder of a blob, or creates it.
    init(
        of digest: BlobDigest, size: Int64, pieceCount: Int, _ layout: BlobLayout
    ) throws(BlobStoreError) {
        path = layout.partialBlob(digest)
        let header = PartialMarks.Header(size: size, count: pieceCount)
        for _ in 0..<Self.attemptLimit {
            if let (bytes, writable, marks) = try Self.open(path, header) {
                (self.bytes, writableBytes, self.marks) = (bytes, writable, marks)
                return
            }
            try Self.create(path, header, layout)
        }
        throw BlobStoreError(.ioFailure, "\(path) changes all the time. Delete this folder, then try again.")
    }

    /// Opens a folder without checking what's in it.
    ///
    /// - Returns: `nil` if it's missing or incomplete.
    static func marks(at path: String) throws(BlobStoreError) -> PartialMarks? {
        guard let folder = try FileSystem.openIfPresent(path, O_RDONLY | O_DIRECTORY) else { return nil }
        return try unlessMissing { () throws(BlobStoreError) in
            PartialMarks(
                try FileSystem.open(marksName, in: folder, path: path, O_RDWR), path: "\(path)/\(marksName)", count: 0)
        }
    }

    /// Whether these files still have their names. Otherwise, the blob was completed or removed.
    func isCurrent() throws(BlobStoreError) -> Bool {
        guard try marks.isNamed() else { return false }
        return try Self.isNamed(bytes, path: bytesPath)
    }

    /// Removes the names of a folder and its files. Those who have the files open aren't disturbed.
    static func remove(_ path: String) throws(BlobStoreError) {
        let removed = "\(path).\(UUID().uuidString)"
        do throws(BlobStoreError) {
            try FileSystem.rename(path, to: removed)
        } catch {
            guard error.code == .notFound else { throw error }
            return
        }
        try removeRenamed(removed)
    }

    /// Removes a folder that isn't in use any more, such as one that a killed process left.
    static func removeRenamed(_ path: String) throws(BlobStoreError) {
        for name in [bytesName, marksName, copyName] { try FileSystem.unlink("\(path)/\(name)") }
        try FileSystem.removeFolder(path)
    }

    static func isNamed(_ file: OpenFile, path: String) throws(BlobStoreError) -> Bool {
        let status = try file.withDescriptor { descriptor throws(BlobStoreError) in
            try FileSystem.status(of: descriptor, path: path, role: .stored)
        }
        return try FileSystem.status(at: path)?.identity == status.identity
    }

    /// - Returns: `nil` if there is no usable folder.
    private static func open(
        _ path: String, _ header: PartialMarks.Header
    ) throws(BlobStoreError) -> (bytes: OpenFile, writable: OpenFile, PartialMarks)? {
        guard let folder = try FileSystem.openIfPresent(path, O_RDONLY | O_DIRECTORY) else { return nil }
        return try unlessMissing { () throws(BlobStoreError) in
            let file: OpenFile
            do throws(BlobStoreError) {
                file = try FileSystem.open(marksName, in: folder, path: path, O_RDWR)
            } catch {
                // Another program deleted the marks.
                if error.code == .notFound, try isNamed(folder, path: path) { try remove(path) }
                throw error
            }
            let marks = PartialMarks(file, path: "\(path)/\(marksName)", count: header.count)
            if try marks.hasHeader(header) {
                do throws(BlobStoreError) {
                    let writable = try FileSystem.open(bytesName, in: folder, path: path, O_RDWR)
                    return (try FileSystem.open(bytesName, in: folder, path: path, O_RDONLY), writable, marks)
                } catch {
                    guard error.code == .notFound || error.code == .permissionDenied else { throw error }
                }
            }
            // The machine has started again since, the file has become an original, or its disk failed. The lock waits for
            // a process that completes the blob. Then one process removes the folder.
            try marks.lock()
            if try marks.isNamed() { try remove(path) }
            return nil
        }
    }

    /// Creates the folder of a blob, unless another process does.
    private static func create(
        _ path: String, _ header: PartialMarks.Header, _ layout: BlobLayout
    ) throws(BlobStoreError) {
        let new = "\(path).\(UUID().uuidString)"
        try FileSystem.makeFolder(new, layout.permissions)
        do throws(BlobStoreError) {
            let bytes = try FileSystem.create("\(new)/\(bytesName)", .file, layout.permissions)
            try bytes.withDescriptor { descriptor throws(BlobStoreError) in
                _ = try FileSystem.check("ftruncate", new) { ftruncate(descriptor, off_t(header.size)) }
            }
            let marks = try FileSystem.create("\(new)/\(marksName)", .file, layout.permissions)
            try marks.withDescriptor { descriptor throws(BlobStoreError) in
                try FileSystem.write(header.file, to: descriptor, path: new)
            }
            try FileSystem.rename(new, to: path)
        } catch {
            try removeRenamed(new)
            guard try FileSystem.status(at: path) == nil else { return }
            throw error
        }
    }

    private static func unlessMissing<Value>(
        _ body: () throws(BlobStoreError) -> Value?
    ) throws(BlobStoreError) -> Value? {
        do throws(BlobStoreError) {
            return try body()
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }
}
