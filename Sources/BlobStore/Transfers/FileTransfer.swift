package import Foundation
internal import Glibc
package import LibraryFiles
package import Records
internal import SystemCalls
internal import SystemPackage

/// Copies a library's folder of files that are never rewritten, such as `originals/ab/…`, to another library's folder.
///
/// Files that are there with the right size stay, so an interrupted transfer can be repeated.
package struct FileTransfer {
    package struct Summary: Sendable, Equatable {
        /// The number of new files by method.
        package var counts: [TransferMethod: Int] = [:]
        package var copiedBytes: Int64 = 0
        /// The files that were there.
        package var present = 0
        /// The originals that didn't have the bytes of their names. They were copied as they are.
        package var damaged: [BlobDigest] = []

        package init() {}
    }

    /// The files of one folder that are copied before they are made durable together.
    private static let portion = 64

    private let source: String
    private let target: String
    private let permissions: LibraryPermissions
    private let method: TransferMethod
    private let kind: LibraryPermissions.Kind

    /// - Parameters:
    ///   - name: The folder's name in both libraries.
    ///   - method: The method to use. Files for which it fails are copied.
    package init(
        of name: String, from library: URL, to other: URL, kind: LibraryPermissions.Kind,
        _ permissions: LibraryPermissions, method: TransferMethod
    ) {
        (source, target) = (Self.path(name, in: library), Self.path(name, in: other))
        (self.kind, self.permissions, self.method) = (kind, permissions, method)
    }

    private static func path(_ name: String, in library: URL) -> String {
        library.appending(path: name, directoryHint: .notDirectory).path(percentEncoded: false)
    }

    /// Returns a file of the source, or `nil` if it's empty.
    package func example() throws(BlobStoreError) -> URL? {
        for folder in try folders() {
            for name in try FileSystem.names(in: "\(source)/\(folder)") ?? [] where !name.hasPrefix(".") {
                return URL(filePath: "\(source)/\(folder)/\(name)", directoryHint: .notDirectory)
            }
        }
        return nil
    }

    /// Returns the number of bytes of the source's files that aren't in the target.
    ///
    /// - Complexity: O(*n*) for *n* files.
    package func missingBytes() throws(BlobStoreError) -> Int64 {
        var total: Int64 = 0
        try forEach { source, target, size throws(BlobStoreError) in
            if try FileSystem.status(at: target)?.size != size { total += size }
        }
        return total
    }

    /// Copies all files.
    ///
    /// - Parameters:
    ///   - removesOthers: Whether to remove files that the source doesn't have any more.
    ///   - shouldStop: Called between pieces of files.
    ///   - progress: Called with the number of bytes of each new piece or file.
    /// - Throws: `cancelled`, `notEnoughSpace`, `ioFailure`.
    package func run(
        removesOthers: Bool, shouldStop: () -> Bool = { false }, progress: (Int64) -> Void = { _ in }
    ) throws(BlobStoreError) -> Summary {
        var summary = Summary()
        try make(target)
        let folders = try folders()
        for folder in folders {
            let shelf = "\(target)/\(folder)"
            try make(shelf)
            let names = try FileSystem.names(in: "\(source)/\(folder)")?.filter { !$0.hasPrefix(".") } ?? []
            var pending: [CheckedCopy] = []
            for name in names {
                if shouldStop() { throw BlobStoreError(.cancelled, "The copy to \(target) was stopped.") }
                try transfer(
                    "\(source)/\(folder)/\(name)", to: "\(shelf)/\(name)", &pending, &summary, shouldStop, progress)
                guard pending.count >= Self.portion else { continue }
                try CheckedCopy.finish(pending)
                pending = []
            }
            try CheckedCopy.finish(pending)
            if removesOthers { try removeOthers(in: shelf, than: Set(names)) }
            try FileSystem.synchronizeFolder(shelf)
        }
        try FileSystem.synchronizeFolder(target)
        return summary
    }

    private func transfer(
        _ file: String, to other: String, _ pending: inout [CheckedCopy], _ summary: inout Summary,
        _ shouldStop: () -> Bool, _ progress: (Int64) -> Void
    ) throws(BlobStoreError) {
        // A purge may have removed it since the folder was read.
        guard let status = try FileSystem.status(at: file), status.isRegularFile else { return }
        if try FileSystem.status(at: other)?.size == status.size {
            summary.present += 1
            return
        }
        switch method {
        case .cloned:
            if let copy = try CheckedCopy(cloning: file, as: other, kind, permissions) {
                pending.append(copy)
                summary.counts[.cloned, default: 0] += 1
                return progress(status.size)
            }
        case .linked:
            if link(file, to: other) {
                summary.counts[.linked, default: 0] += 1
                return progress(status.size)
            }
        case .copied: break
        }
        do throws(BlobStoreError) {
            let copy = try CheckedCopy(
                of: file, as: other, kind, permissions, shouldStop: shouldStop, progress: progress)
            pending.append(copy)
            summary.counts[.copied, default: 0] += 1
            summary.copiedBytes += copy.size
            if kind == .original, let name = BlobDigest(hexadecimal: Self.name(of: file)), name != copy.digest {
                summary.damaged.append(name)
            }
        } catch {
            guard error.code == .notFound, try FileSystem.status(at: file) == nil else { throw error }
        }
    }

    /// Replaces a file of another size. Returns whether the file has its second name.
    private func link(_ file: String, to other: String) -> Bool {
        FileSystem.unlinkIfPossible(other)
        do throws(Errno) {
            try FileSystem.link(file, as: other)
            return true
        } catch {
            // Too many links, or a file of another user: it's copied.
            return false
        }
    }

    private func removeOthers(in shelf: String, than names: Set<String>) throws(BlobStoreError) {
        for name in try FileSystem.names(in: shelf) ?? [] where !names.contains(name) {
            try FileSystem.unlink("\(shelf)/\(name)")
        }
    }

    private func make(_ folder: String) throws(BlobStoreError) { try FileSystem.makeFolder(folder, permissions) }

    /// The folders named by a byte.
    private func folders() throws(BlobStoreError) -> [String] {
        (try FileSystem.names(in: source) ?? []).filter { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }
    }

    private func forEach(
        _ body: (_ source: String, _ target: String, _ size: Int64) throws(BlobStoreError) -> Void
    ) throws(BlobStoreError) {
        for folder in try folders() {
            for name in try FileSystem.names(in: "\(source)/\(folder)") ?? [] where !name.hasPrefix(".") {
                let file = "\(source)/\(folder)/\(name)"
                guard let status = try FileSystem.status(at: file), status.isRegularFile else { continue }
                try body(file, "\(target)/\(folder)/\(name)", status.size)
            }
        }
    }

    private static func name(of file: String) -> Substring {
        file.lastIndex(of: "/").map { file[file.index(after: $0)...] } ?? file[...]
    }
}
