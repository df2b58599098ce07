import BlobStore
package import Cancellation
import Catalog
package import Foundation
package import PhotoLibrary
import Records
import Synchronization

/// Copies a library to a folder on another disk: its originals, and its catalog with all that it had before.
///
/// The next backup to the same folder copies only what is new. No original there is removed, so photos that were deleted since
/// remain in the folder, and former states of the catalog can be restored.
package struct DiskBackup {
    package struct Summary: Sendable, Equatable {
        package var copied = 0
        package var copiedBytes: Int64 = 0
        /// The originals that were there already.
        package var present = 0
        /// The originals that couldn't be copied.
        package var failed = 0
    }

    /// The last rows whose files were copied.
    private struct Position {
        var resource: Int64 = 0
        var formerEdit: Int64 = 0
    }

    private static let pageSize = 512

    let library: Library
    let place: any RemoteBlobStore
    let cancellation: WorkCancellation

    /// - Parameter folder: The folder on the other disk, which must exist.
    /// - Throws: `BackupError` if the folder is the library's own.
    package init(of library: Library, to folder: URL, _ cancellation: WorkCancellation) throws {
        (self.library, self.cancellation) = (library, cancellation)
        let path = folder.resolvingSymlinksInPath().path(percentEncoded: false)
        let own = library.folder.resolvingSymlinksInPath().path(percentEncoded: false)
        guard path != own, !"\(path)/".hasPrefix(own.hasSuffix("/") ? own : "\(own)/") else {
            throw BackupError(.withinLibrary, "\(path) is in the library itself. Name a folder on another disk.")
        }
        place = try RemotePlaces.open(CloudSettings(address: "dir:\(path)"))
    }

    /// Makes or continues the backup.
    ///
    /// Originals come first, then the catalog, then the originals that came meanwhile: each photo that the backup's catalog
    /// names has its bytes there, unless an original failed.
    ///
    /// - Parameters:
    ///   - takingOver: Whether to use a folder that has the backup of another copy of the library, or of another library.
    ///   - progress: Called with the numbers of copied and of all bytes.
    ///   - report: Called for each original that couldn't be copied.
    /// - Complexity: O(*n*) looks at the folder for *n* originals, and O(*c*) bytes for those that are new.
    package func run(
        takingOver: Bool = false, progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in },
        report: (_ name: String, _ reason: String) -> Void = { _, _ in }
    ) throws -> Summary {
        let ownership = try takeOwnership(takingOver: takingOver)
        let backup = try CatalogBackup(of: library, in: place, ownership, cancellation)
        defer { try? backup.close() }
        try removeStrayUploads()
        try removeDamagedOriginals(report)
        var (summary, position) = (Summary(), Position())
        try copyOriginals(after: &position, &summary, progress, report)
        try backup.step()
        try copyOriginals(after: &position, &summary, progress, report)
        try backup.noteHead()
        try backup.whileInUse {
            try backup.keepUp()
            try backup.thumbnails.finish()
        }
        return summary
    }

    /// Copies the files of the rows after a position.
    private func copyOriginals(
        after position: inout Position, _ summary: inout Summary,
        _ progress: @escaping @Sendable (Int64, Int64) -> Void, _ report: (String, String) -> Void
    ) throws {
        let total = try library.catalog.read { try $0.originalsSize() }
        while true {
            let row = position.resource
            let page = try library.catalog.read { try $0.backedUpFiles(after: row, limit: Self.pageSize) }
            guard let end = page.last else { break }
            for file in page { try copy(file.digest, size: file.size, &summary, total, progress, report) }
            position.resource = end.row
        }
        while true {
            let row = position.formerEdit
            let page = try library.catalog.read { try $0.backedUpFilesOfFormerEdits(after: row, limit: Self.pageSize) }
            guard let end = page.last else { break }
            for file in page { try copy(file.digest, size: file.size, &summary, total, progress, report) }
            position.formerEdit = end.row
        }
    }

    private func copy(
        _ digest: BlobDigest, size: Int64, _ summary: inout Summary, _ total: Int64,
        _ progress: @escaping @Sendable (Int64, Int64) -> Void, _ report: (String, String) -> Void
    ) throws {
        try cancellation.check(place.address)
        let present = try place.size(of: .original(digest), cancellation)
        guard present != size else {
            summary.present += 1
            return
        }
        let done = summary.copiedBytes
        do {
            let file = try library.originals.openOrFetch(digest)
            // A file of another size is damaged. It's replaced only by the right bytes.
            if present != nil, try file.withDescriptor({ try BlobDigest(hashing: $0, named: "\(digest)") }) == digest {
                try place.remove(.original(digest), cancellation)
            }
            _ = try place.upload(
                RemoteUpload(of: digest, size: size), from: file, cancellation,
                progress: { progress(done + $0, total) }, save: { _ in })
            summary.copied += 1
            summary.copiedBytes += size
        } catch let error as BlobStoreError {
            summary.failed += 1
            report(library.photoName(of: digest), error.message)
        } catch let error as RemoteBlobError where [.damaged, .sourceDamaged, .notFound].contains(error.code) {
            summary.failed += 1
            report(library.photoName(of: digest), error.message)
        }
    }
}
