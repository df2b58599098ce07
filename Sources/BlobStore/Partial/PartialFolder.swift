internal import Foundation
internal import Glibc
internal import LibraryFiles
internal import SystemCalls
internal import SystemPackage

/// The files of a partial blob: a sparse file with its pieces, and the marks of those that it has. They are in one
/// folder, which gets its name when both are there, and loses it before one of them goes. So they always belong together.
struct PartialFolder: Sendable {
    private static let bytesName = "bytes"
    private static let marksName = "marks"

    let path: String
    let bytes: OpenFile
    let marks: PartialMarks

    /// The path of the sparse file.
    var bytesPath: String { "\(path)/\(Self.bytesName)" }

    /// Opens the folder of a blob, or creates it.
    init(
        of digest: BlobDigest, size: Int64, pieceCount: Int, _ layout: BlobLayout
    ) throws(BlobStoreError) {
        path = layout.partialBlob(digest)
        let header = PartialMarks.Header(size: size, count: pieceCount)
        while true {
            if let (bytes, marks) = try Self.open(path, header) {
                (self.bytes, self.marks) = (bytes, marks)
                return
            }
            try Self.create(path, header, layout)
        }
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
        for name in [bytesName, marksName] { try FileSystem.unlink("\(path)/\(name)") }
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
    ) throws(BlobStoreError) -> (OpenFile, PartialMarks)? {
        guard let folder = try FileSystem.openIfPresent(path, O_RDONLY | O_DIRECTORY) else { return nil }
        return try unlessMissing { () throws(BlobStoreError) in
            let file = try FileSystem.open(marksName, in: folder, path: path, O_RDWR)
            let marks = PartialMarks(file, path: "\(path)/\(marksName)", count: header.count)
            if try marks.hasHeader(header) {
                return (try FileSystem.open(bytesName, in: folder, path: path, O_RDWR), marks)
            }
            // They are of the time before the machine's last start. One process removes them.
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
