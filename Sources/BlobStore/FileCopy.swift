internal import CAlbumenSystem
package import Foundation
internal import Glibc
package import Records
internal import SystemCalls
internal import SystemPackage

/// Copies an open file to a new path. The new file is complete and durable, or it doesn't exist.
///
/// The bytes are written under a hidden name in the same folder, synced, and then renamed. If the process is killed, a
/// hidden file can stay in the folder: `.<name>.<identifier>.partial`.
package struct FileCopy {
    private static let pieceSize = 64 << 20

    private let source: OpenFile
    private let name: String
    private let size: Int64
    private let digest: BlobDigest?

    /// - Parameters:
    ///   - source: The file, whose position changes.
    ///   - name: The file's name for errors.
    ///   - size: The number of bytes that the file must have.
    ///   - digest: The digest that the copy must have, or `nil` if it's unknown.
    package init(of source: OpenFile, named name: String, size: Int64, digest: BlobDigest?) {
        (self.source, self.name, self.size, self.digest) = (source, name, size, digest)
    }

    /// Writes the copy. Blocks.
    ///
    /// - Parameter isCancelled: Called between pieces of 64 MB, and before the copy gets its name.
    /// - Throws: `fileExists` if the path is taken. `cancelled`, `corrupted`, `notEnoughSpace`, `permissionDenied`,
    ///   `notFound` if the folder doesn't exist, or `ioFailure`.
    package func write(to url: URL, isCancelled: () -> Bool = { false }) throws(BlobStoreError) {
        let path = url.path(percentEncoded: false)
        let folderPath = url.deletingLastPathComponent().path(percentEncoded: false)
        let finalName = url.lastPathComponent
        let folder = try Self.translating(path, folderPath) { () throws(Errno) in
            try SystemCall.retrying { Glibc.open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        defer { close(folder) }
        // Fails early. The renaming checks it again.
        if (try? Stat(finalName, relativeTo: FileDescriptor(rawValue: folder), flags: .symlinkNoFollow)) != nil {
            throw Self.exists(path)
        }
        let hidden = ".\(finalName.prefix(40)).\(UUID().uuidString).partial"
        let target = try Self.translating(path, path) { () throws(Errno) in
            try SystemCall.retrying {
                openat(folder, hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
            }
        }
        defer { close(target) }
        do throws(BlobStoreError) {
            try copy(to: target, path, isCancelled)
            try Self.translating(path, path) { () throws(Errno) in
                try FileDescriptor(rawValue: target).synchronize()
                try Self.rename(hidden, to: finalName, in: folder)
            }
        } catch {
            unlinkat(folder, hidden, 0)
            throw error
        }
        try Self.translating(path, folderPath) { () throws(Errno) in
            try FileDescriptor(rawValue: folder).synchronizeNames()
        }
    }

    private func copy(to target: Int32, _ path: String, _ isCancelled: () -> Bool) throws(BlobStoreError) {
        try source.withDescriptor { source throws(BlobStoreError) in
            lseek(source, 0, SEEK_SET)
            var copied: Int64 = 0
            while copied < size, !isCancelled() {
                let count = albumen_copy_range(source, target, Int(min(Int64(Self.pieceSize), size - copied)))
                if count == 0 { break }
                if count > 0 {
                    copied += Int64(count)
                    continue
                }
                let failure = Errno(rawValue: Int32(-count))
                if failure == .interrupted { continue }
                // The kernel doesn't copy between these files.
                guard [.improperLink, .invalidArgument, .noFunction, .notSupported].contains(failure) else {
                    throw Self.failure(failure, path)
                }
                copied += try copyByHand(source, to: target, from: copied, path, isCancelled)
                break
            }
            guard !isCancelled() else { throw BlobStoreError(.cancelled, "The writing of \(path) was cancelled.") }
            guard copied == size else { throw damaged }
            if let digest, try BlobDigest(hashing: target, named: path) != digest { throw damaged }
            // The comparison reads the entire copy.
            guard !isCancelled() else { throw BlobStoreError(.cancelled, "The writing of \(path) was cancelled.") }
        }
    }

    private func copyByHand(
        _ source: Int32, to target: Int32, from start: Int64, _ path: String, _ isCancelled: () -> Bool
    ) throws(BlobStoreError) -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var position = start
        while position < size, !isCancelled() {
            let count = try FileSystem.translating("pread", name) { () throws(Errno) in
                try FileDescriptor(rawValue: source).read(at: position, into: buffer)
            }
            if count == 0 { break }
            try Self.translating(path, path) { () throws(Errno) in
                try FileDescriptor(rawValue: target)
                    .write(all: UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: position)
            }
            position += Int64(count)
        }
        return position - start
    }

    /// Renames a file, unless the new name is taken.
    private static func rename(_ name: String, to newName: String, in folder: Int32) throws(Errno) {
        let failure = Errno(rawValue: albumen_rename_exclusively(folder, name, newName))
        if failure.rawValue == 0 { return }
        // Some network file systems lack this renaming, but have hard links.
        guard failure == .invalidArgument || failure == .noFunction else { throw failure }
        try SystemCall.retrying { linkat(folder, name, folder, newName, 0) }
        unlinkat(folder, name, 0)
    }

    // MARK: Errors

    private var damaged: BlobStoreError {
        BlobStoreError(
            .corrupted,
            "\(name) doesn't have the bytes that were imported. Run `albumen verify`, then restore it from a backup or "
                + "import it again.")
    }

    private static func exists(_ path: String) -> BlobStoreError {
        BlobStoreError(.fileExists, "\(path) exists. Choose another name, or remove the file first.")
    }

    private static func translating<Value>(
        _ path: String, _ subject: String, _ body: () throws(Errno) -> Value
    ) throws(BlobStoreError) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            throw error == .fileExists ? exists(path) : failure(error, subject)
        }
    }

    private static func failure(_ reason: Errno, _ path: String) -> BlobStoreError {
        let cause = SystemCallFailure(call: "write", errno: reason, path: path)
        switch reason {
        case .noSpace, .diskQuotaExceeded, .fileTooLarge:
            return BlobStoreError(
                .notEnoughSpace, "There is no room to write \(path). Free space on its disk, then try again.",
                cause: cause)
        case .permissionDenied, .notPermitted, .readOnlyFileSystem:
            return BlobStoreError(
                .permissionDenied, "\(path) may not be written. Give this user the right to write there.",
                cause: cause)
        case .noSuchFileOrDirectory, .notDirectory:
            return BlobStoreError(
                .notFound, "\(path) doesn't exist or isn't a folder. Create the folder first.", cause: cause)
        default:
            return BlobStoreError(
                .ioFailure, "\(path) cannot be written. Check the disk that it is on.", cause: cause)
        }
    }
}
