import CAlbumenSystem
import Foundation
import SystemCalls
import SystemPackage

/// Copies files and folders of regular files, with progress, until the load is cancelled.
///
/// The copy is independent of the source: a client may change it.
struct ItemCopy {
    private static let pieceSize = 16 << 20

    private let progress: ItemProgress

    init(_ progress: ItemProgress) {
        self.progress = progress
    }

    /// Copies a file or folder to a path at which nothing exists.
    func copy(_ source: URL, to target: URL) throws {
        let files = try Self.files(of: source)
        let byteCount = files.reduce(into: Int64(0)) { $0 += $1.size }
        let copied = progress.makeCopyProgress(byteCount: byteCount)
        for file in files {
            let target = file.path.isEmpty ? target : target.appending(path: file.path)
            if file.isFolder {
                try SystemCall.checked("mkdir", target.path) { mkdir(target.path, 0o700) }
            } else {
                let source = file.path.isEmpty ? source : source.appending(path: file.path)
                try copyFile(source, to: target, copied)
            }
        }
    }

    private struct Entry {
        /// The path in the source. Empty for the source itself.
        var path: String
        var isFolder: Bool
        var size: Int64
    }

    /// Returns the source and everything in it, folders before their members.
    private static func files(of source: URL) throws -> [Entry] {
        let path = source.path(percentEncoded: false)
        let status = try Stat(FilePath(path))
        guard status.isFolder else { return [Entry(path: "", isFolder: false, size: Int64(status.size))] }
        let members = try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
        return try [Entry(path: "", isFolder: true, size: 0)]
            + members.map { member in
                let status = try Stat(FilePath("\(path)/\(member)"), followTargetSymlink: false)
                return Entry(path: member, isFolder: status.isFolder, size: status.isFolder ? 0 : Int64(status.size))
            }
    }

    private func copyFile(_ source: URL, to target: URL, _ copied: Progress) throws {
        let (sourcePath, targetPath) = (source.path(percentEncoded: false), target.path(percentEncoded: false))
        let input = try SystemCall.checked("open", sourcePath) {
            open(sourcePath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        }
        defer { close(input) }
        guard try FileDescriptor(rawValue: input).status().isRegularFile else {
            throw NSError.item(.itemUnavailableError, "\(source.lastPathComponent) isn't a regular file.")
        }
        let output = try SystemCall.checked("open", targetPath) {
            open(targetPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        defer { close(output) }
        while true {
            if progress.wasCancelled { throw NSError.itemCancelled() }
            let count = try copyPiece(input, output)
            if count == 0 { return }
            copied.completedUnitCount += Int64(count)
        }
    }

    /// Copies the next bytes. Shares them with the source if the file system can.
    private func copyPiece(_ input: Int32, _ output: Int32) throws -> Int {
        let count = albumen_copy_range(input, output, Self.pieceSize)
        if count >= 0 { return count }
        let failure = Errno(rawValue: CInt(-count))
        if failure == .interrupted { return try copyPiece(input, output) }
        guard [.improperLink, .invalidArgument, .noFunction, .notSupported].contains(failure) else { throw failure }
        return try withUnsafeTemporaryAllocation(byteCount: 1 << 17, alignment: 16) { buffer in
            let count = try SystemCall.retrying { read(input, buffer.baseAddress, buffer.count) }
            let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
            try FileDescriptor(rawValue: output).write(all: bytes)
            return count
        }
    }
}
