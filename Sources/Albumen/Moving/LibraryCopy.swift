package import BlobStore
package import Cancellation
import Catalog
package import Foundation
import LibraryFiles
package import PhotoLibrary
package import Records
import SystemPackage

/// Makes a second library of a library, which may be in use meanwhile.
///
/// The copy has an identifier of its own, so it's another library for the library's place and for apps: it doesn't send
/// anything, and apps need new tokens. It only reads the place if some originals are only there.
package struct LibraryCopy {
    package struct Summary: Sendable, Equatable {
        package var originals = FileTransfer.Summary()
        package var assets = 0
        /// The originals that are only in the place.
        package var remote = PlacementTotal()
        /// The place that the copy reads, if it does.
        package var address: String?
    }

    private let library: Library
    private let folder: URL
    private let cancellation: WorkCancellation

    /// - Parameter folder: The copy's folder, which must be new or empty.
    package init(of library: Library, to folder: URL, _ cancellation: WorkCancellation) {
        (self.library, self.folder, self.cancellation) = (library, folder, cancellation)
    }

    /// Makes the copy, or continues one that was interrupted.
    ///
    /// Originals come first, then the catalog, then the originals that came meanwhile. So each photo of the copy has its bytes.
    ///
    /// - Parameters:
    ///   - sharesFiles: Whether originals may share their bytes with the library's, if the file system can do that.
    ///   - progress: Called with the numbers of copied and of all bytes.
    /// - Throws: `BackupError`, `BlobStoreError`, `CatalogError` or `CloudError`.
    package func run(
        sharesFiles: Bool = true,
        progress: @escaping (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) throws -> Summary {
        let destination = try LibraryDestination(folder, forLibraryAt: library.folder, library.permissions)
        let working = destination.working
        let method = try method(sharesFiles, in: working)
        let originals = FileTransfer(
            of: "originals", from: library.folder, to: working, kind: .original, library.permissions, method: method)
        let total = try originals.missingBytes()
        try destination.requireRoom(for: databaseSize() + (method == .copied ? total : 0))
        var (summary, done) = (Summary(), Int64(0))
        progress(0, total)
        func transfer(removesOthers: Bool) throws -> FileTransfer.Summary {
            let note = { (count: Int64) in
                done += count
                progress(done, max(done, total))
            }
            return try originals.run(
                removesOthers: removesOthers, shouldStop: { cancellation.isCancelled }, progress: note)
        }
        summary.originals = try transfer(removesOthers: true)
        _ = try library.catalog.copy(to: Self.file("catalog.sqlite", in: working)) { cancellation.isCancelled }
        summary.originals.add(try transfer(removesOthers: false))
        try copyPictures(to: working, method)
        try settle(working, &summary)
        try destination.moveIntoPlace()
        return summary
    }

    private func method(_ sharesFiles: Bool, in working: URL) throws -> TransferMethod {
        let originals = FileTransfer(
            of: "originals", from: library.folder, to: working, kind: .original, library.permissions, method: .copied)
        guard sharesFiles, let example = try originals.example() else { return .copied }
        return try TransferMethod.available(for: example, in: working, library.permissions)
    }

    private func databaseSize() -> Int64 {
        ["catalog.sqlite", "catalog.sqlite-wal", "derivatives.sqlite"].reduce(0) { sum, name in
            let path = Self.file(name, in: library.folder).path(percentEncoded: false)
            return sum + ((try? Stat(FilePath(path)).size).map { Int64($0) } ?? 0)
        }
    }

    /// Copies the thumbnails, and previews if that needs no reading. Without them, they are made again.
    private func copyPictures(to working: URL, _ method: TransferMethod) throws {
        let thumbnails = Self.file(DerivativeCopy.fileName, in: working)
        try DerivativeCopy.copy(fromLibrary: library.folder, to: thumbnails, library.permissions) {
            cancellation.isCancelled
        }
        guard method != .copied else { return }
        _ = try FileTransfer(
            of: "previews", from: library.folder, to: working, kind: .file, library.permissions, method: method
        ).run(removesOthers: true, shouldStop: { cancellation.isCancelled })
    }

    /// Makes the copied files a library that isn't the owner of the place.
    private func settle(_ working: URL, _ summary: inout Summary) throws {
        let list = Self.file("not-restored.txt", in: library.folder)
        if FileManager.default.fileExists(atPath: list.path(percentEncoded: false)) {
            try FileTransfer.copy(list, to: Self.file("not-restored.txt", in: working), library.permissions)
        }
        try library.describeCopy(in: working)
        let copy = try Library(at: working, workerExecutable: nil, notify: { _ in })
        do {
            summary.assets = try copy.catalog.read { try $0.assetCount() }
            if let place = try copy.catalog.read({ try $0.place() }) {
                try leave(place, copy, &summary)
            }
            try copy.close()
        } catch {
            // The first error says what went wrong.
            try? copy.close()
            throw error
        }
    }

    private func leave(_ place: PlaceRecord, _ copy: Library, _ summary: inout Summary) throws {
        summary.remote = try copy.remoteOriginals()
        guard summary.remote.count > 0, var settings = try library.cloudSettings() else {
            try copy.catalog.maintain { try $0.removePlace() }
            return try copy.forgetUploads()
        }
        settings.isReadOnly = true
        try settings.write(inLibrary: copy.folder)
        let record = PlaceRecord(
            address: place.address, date: place.date, isDurable: false,
            obstacle: LibraryRestoration.readOnlyObstacle(place.address))
        try copy.catalog.maintain { try $0.setPlace(record) }
        summary.address = place.address
    }

    private static func file(_ name: String, in folder: URL) -> URL {
        folder.appending(path: name, directoryHint: .notDirectory)
    }
}

extension FileTransfer.Summary {
    /// Adds the numbers of a second pass over the same files.
    mutating func add(_ other: FileTransfer.Summary) {
        for (method, count) in other.counts { counts[method, default: 0] += count }
        copiedBytes += other.copiedBytes
        damaged += other.damaged
    }
}
