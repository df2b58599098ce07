import BlobStore
import Cancellation
import Catalog
import Foundation
import PhotoLibrary
import Records

extension LibraryRestoration {
    /// The thumbnails that came back.
    package struct Thumbnails: Sendable, Equatable {
        package var count = 0
        /// Why others didn't come, for people. `nil` if all came that the place has.
        package var failure: String?
        /// Whether the backup of the restored library brings the others. Otherwise, they're made when they're needed.
        package var continues = false
    }

    /// Notes in a library that becomes the owner that it lacks its thumbnails. A killed restoration continues in
    /// `ThumbnailBackup` then.
    func noteThumbnails(in folder: BackupFolder) throws {
        let index = try folder.openThumbnails()
        var position = try index.position()
        position.isFetching = true
        try index.move(to: position)
        try index.close()
    }

    /// Fetches the thumbnails of the library, which is whole and has its name. Whatever fails, it stays so.
    ///
    /// - Parameter isOwner: Whether the library sends its changes to the place.
    /// - Complexity: A request and a transaction for each pack of up to 8 MiB in the place.
    func fetchThumbnails(
        isOwner: Bool, _ notify: (String) -> Void, _ progress: @escaping @Sendable (Int64, Int64) -> Void
    ) -> Thumbnails {
        var thumbnails = Thumbnails()
        do {
            let library = try Library(at: folder, workerExecutable: nil, now: now, notify: notify)
            do {
                try fetchThumbnails(of: library, isOwner: isOwner, &thumbnails, progress)
            } catch {
                // The first error says what went wrong.
                try? library.close()
                throw error
            }
            try library.close()
        } catch {
            thumbnails.failure =
                (error as? RemoteBlobError)?.code == .cancelled ? "The transfer was stopped." : Self.text(of: error)
            thumbnails.continues = isOwner
        }
        return thumbnails
    }

    private func fetchThumbnails(
        of library: Library, isOwner: Bool, _ thumbnails: inout Thumbnails, _ progress: (Int64, Int64) -> Void
    ) throws {
        let folder = try BackupFolder(for: place.address, of: library)
        let busy = "Another process of Albumen fetches them."
        let lock = try isOwner ? CloudLock(folder: folder.url, busy: busy) : nil
        defer { withExtendedLifetime(lock) {} }
        let index = try isOwner ? folder.openThumbnails() : nil
        defer {
            // A rollback journal has nothing to save at the end.
            try? index?.close()
        }
        let fetch = ThumbnailFetch(library: library, place: place, cancellation: cancellation)
        var (known, done) = (Set<String>(), Int64(0))
        // The owner, which a library that only reads doesn't replace, can replace packs meanwhile.
        for _ in 0..<Self.listingLimit {
            let listed = try ThumbnailPack.all(in: place, cancellation)
            let packs = listed.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
            if packs.isEmpty { break }
            let total = done + packs.reduce(0) { $0 + $1.value }
            for (name, size) in packs {
                try cancellation.check(place.address)
                known.insert(name)
                done += size
                do {
                    let content = try fetch.fetch(name, size: size)
                    thumbnails.count += content.added
                    try index?.add(name, size: size, content.entries, isFetched: true)
                } catch let error as RemoteBlobError where error.code == .damaged {
                    // The other packs are good. The backup removes this one.
                    thumbnails.failure = error.message
                    try index?.add(name, size: size, [], isFetched: true)
                } catch let error as RemoteBlobError where error.code == .notFound {
                    // The next listing has what the owner made of it.
                }
                progress(done, total)
            }
        }
        if let index {
            var position = try index.position()
            position.isFetching = false
            try index.move(to: position)
        }
    }

    /// The number of times that the packs are listed.
    private static let listingLimit = 4

    private static func text(of error: any Error) -> String {
        switch error {
        case let error as RemoteBlobError: error.message
        case let error as CatalogError: error.message
        case let error as LibraryError: error.message
        default: "\(error)"
        }
    }
}
