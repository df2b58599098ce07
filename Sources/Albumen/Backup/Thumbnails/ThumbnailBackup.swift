import BlobStore
import Cancellation
import Catalog
import Foundation
import LibraryFiles
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// Keeps packs of a library's thumbnails in a place, so that a restored library shows its photos without their originals. Not
/// thread-safe.
///
/// The work is done in steps of at most one pack, so that changes of the catalog don't wait for thumbnails. The index in the
/// backup's folder says which thumbnails the packs have. Each step leaves a true index, whenever the process is killed: a
/// pack that the index doesn't know is found by the next process in the place.
final class ThumbnailBackup {
    let library: Library
    let place: any RemoteBlobStore
    let ownership: Ownership
    let folder: BackupFolder
    let cancellation: WorkCancellation
    var fetch: ThumbnailFetch { ThumbnailFetch(library: library, place: place, cancellation: cancellation) }

    /// Whether there may be work.
    private var isPending = true
    private var index: ThumbnailPackIndex?
    /// The packs whose directories must be read, or `nil` before the place was asked.
    private var unknown: [(name: String, size: Int64)]?
    private var lastMessage = ""

    init(
        of library: Library, in place: any RemoteBlobStore, _ ownership: Ownership, _ folder: BackupFolder,
        _ cancellation: WorkCancellation
    ) {
        (self.library, self.place, self.ownership) = (library, place, ownership)
        (self.folder, self.cancellation) = (folder, cancellation)
    }

    /// Lets `advance` look again.
    func noteUpkeep() { isPending = true }

    /// Does a step, if there may be work. Packs that aren't full wait for an hour.
    ///
    /// - Parameter failing: Called with an error of this machine, once for each series of equal errors. The work is tried
    ///   again at the next upkeep.
    /// - Returns: Whether there may be more work now.
    /// - Throws: `RemoteBlobError`.
    func advance(_ failing: (any Error) -> Void) throws -> Bool {
        guard isPending else { return false }
        do {
            isPending = try step(isLast: false)
            lastMessage = ""
        } catch let error as RemoteBlobError {
            throw error
        } catch {
            // Thumbnails can be made again, and must not keep the catalog's changes from the place.
            isPending = false
            let message = String(describing: error)
            if message != lastMessage { failing(error) }
            lastMessage = message
        }
        return isPending
    }

    /// Does all work now. The last pack may be small.
    func finish() throws {
        while try step(isLast: true) {}
        isPending = false
    }

    func close() {
        // A rollback journal has nothing to save at the end.
        try? index?.close()
        index = nil
    }

    /// - Returns: Whether there may be more to do.
    private func step(isLast: Bool) throws -> Bool {
        try cancellation.check(place.address)
        do {
            let index = try index ?? folder.openThumbnails()
            self.index = index
            if try compareWithPlace(index) || fetchNext(index) || compareWithCatalog(index) { return true }
            return try packNew(index, isLast: isLast) || repack(index) || removeEmpty(index)
        } catch {
            // A pack may have come to the place although the answer was lost.
            unknown = nil
            close()
            throw error
        }
    }

    /// Lists the packs in the place, and then reads the directory of one that the index doesn't know.
    ///
    /// - Complexity: A request for each 1,000 packs, and two for each unknown pack.
    private func compareWithPlace(_ index: ThumbnailPackIndex) throws -> Bool {
        guard var unknown else {
            var listed = try ThumbnailPack.all(in: place, cancellation)
            var lost: [String] = []
            for pack in try index.packs() {
                if listed[pack.name] == pack.size { listed[pack.name] = nil } else { lost.append(pack.name) }
            }
            if !lost.isEmpty {
                try index.remove(lost)
                try index.restart()
            }
            self.unknown = listed.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            return true
        }
        guard let (name, size) = unknown.popLast() else { return false }
        do {
            let isFetched = try !index.position().isFetching
            try index.add(name, size: size, fetch.entries(of: name, size: size), isFetched: isFetched)
        } catch let error as RemoteBlobError where error.code == .damaged {
            // It has nothing that a restoration could use, so it's removed with the empty ones.
            try index.add(name, size: size, [], isFetched: true)
        } catch let error as RemoteBlobError where error.code == .notFound {
            // A former owner has replaced it.
        }
        self.unknown = unknown
        return true
    }

    /// Continues to fetch the thumbnails of a restored library.
    private func fetchNext(_ index: ThumbnailPackIndex) throws -> Bool {
        var position = try index.position()
        guard position.isFetching else { return false }
        guard let pack = try index.packs().first(where: { !$0.isFetched }) else {
            position.isFetching = false
            try index.move(to: position)
            return true
        }
        do {
            _ = try fetch.fetch(pack.name, size: pack.size)
        } catch let error as RemoteBlobError where error.code == .damaged || error.code == .notFound {
            try index.removePictures(try index.pictures(in: pack.name))
            try index.restart()
        }
        try index.noteFetched(pack.name)
        return true
    }

    /// Uploads a pack, and notes it in the index.
    ///
    /// - Parameter position: How far its thumbnails come, or `nil` if they come from other packs.
    func store(
        _ builder: ThumbnailPackBuilder, _ index: ThumbnailPackIndex, _ position: ThumbnailPackIndex.Position? = nil
    ) throws {
        let bytes = builder.finish()
        let digest = try BlobDigest(hashing: bytes)
        let name = ThumbnailPack.name(for: digest)
        try ownership.check(place, cancellation)
        // Hidden, so that the next backup removes it if this process is killed.
        let file = folder.segments.appending(path: ".\(UUID().uuidString)", directoryHint: .notDirectory)
        let path = file.path(percentEncoded: false)
        let written = FileDescriptor(rawValue: try folder.permissions.createFile(path))
        defer { unlink(path) }
        try written.closeAfter { try bytes.withUnsafeBytes { try written.write(all: $0) } }
        let source = OpenFile(
            takingOver: try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow]).rawValue)
        let upload = RemoteUpload(ThumbnailPack.remoteName(name), digest: digest, size: Int64(bytes.count))
        do {
            _ = try place.upload(upload, from: source, cancellation, progress: { _ in }, save: { _ in })
        } catch let error as RemoteBlobError where error.code == .damaged {
            // Bytes that don't belong to the name are nobody's, and would be in the way for ever.
            try place.remove(upload.name, cancellation)
            _ = try place.upload(upload, from: source, cancellation, progress: { _ in }, save: { _ in })
        }
        try index.addNew(name, size: upload.size, builder.entries, position)
    }
}

extension BackupFolder {
    /// The index of the thumbnails in the place.
    var thumbnails: URL { url.appending(path: "thumbnails.sqlite", directoryHint: .notDirectory) }

    /// Opens the index, or makes an empty one.
    func openThumbnails() throws -> ThumbnailPackIndex {
        try ThumbnailPackIndex(at: thumbnails, recipe: Derivatives.thumbnailRecipe, permissions: permissions)
    }
}

extension ThumbnailPackIndex {
    /// Lets the next step look at all thumbnails.
    fileprivate func restart() throws {
        var position = try position()
        (position.row, position.sha256) = (0, .zero)
        try move(to: position)
    }
}
