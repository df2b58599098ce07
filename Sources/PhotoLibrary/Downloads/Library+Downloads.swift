package import BlobStore
import Catalog
package import Records

extension Library {
    /// Returns whether a file's bytes are missing here and may be in a remote store. Doesn't use the network.
    func isElsewhere(_ digest: BlobDigest) throws -> Bool {
        guard try !blobs.contains(digest) else { return false }
        return cloud.downloads != nil
    }

    /// Downloads a remote original.
    ///
    /// Fails with `networkAccessRequired`, `networkFailed`, or `missingBytes` if the remote store has no such bytes.
    ///
    /// - Parameters:
    ///   - place: A blocking call waits for one of the download's threads.
    ///   - deliver: Called once, unless the request is cancelled before.
    /// - Returns: A closure that cancels the request.
    func download(
        _ source: PictureSource, _ network: NetworkAccess, at place: WorkPlace,
        _ urgency: WorkQueue.Urgency = .visible, deliver: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> @Sendable () -> Void {
        guard let downloads = cloud.downloads, case .allowed(let progress, let cancellation) = network else {
            deliver(.failure(Self.needsNetwork(source)))
            return {}
        }
        let finish: OriginalDownloads.Deliver = { result in
            if case .success = result { self.reclaimIfUnnamed(source.digest) }
            deliver(result.mapError { self.downloadFailure($0, named: source.filename) })
        }
        switch place {
        case .queue: return downloads.fetch(source.digest, urgency, progress: progress, deliver: finish)
        case .caller:
            finish(Result { try downloads.fetch(source.digest, progress: progress, cancellation) })
            return {}
        }
    }

    /// Downloads the pieces of a remote video with some bytes that a task has missed. Fails like `download`.
    func download(
        _ missing: Range<Int64>, of source: PictureSource, _ network: NetworkAccess, at place: WorkPlace,
        deliver: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> @Sendable () -> Void {
        guard let downloads = cloud.downloads, case .allowed(_, let cancellation) = network else {
            deliver(.failure(Self.needsNetwork(source)))
            return {}
        }
        let finish: OriginalDownloads.Deliver = { result in
            if case .success = result { self.reclaimIfUnnamed(source.digest) }
            deliver(result.mapError { self.downloadFailure($0, named: source.filename) })
        }
        switch place {
        case .queue: return downloads.fetch(missing, of: source.digest, deliver: finish)
        case .caller:
            finish(Result { try downloads.fetch(missing, of: source.digest, cancellation) })
            return {}
        }
    }

    /// Opens the bytes of a file. If they are only in the place, downloads them without keeping them on this machine, so
    /// that a whole library can be read on a small disk. Blocks.
    ///
    /// - Throws: `BlobStoreError`, or `RemoteBlobError`.
    package func openOrFetch(_ digest: BlobDigest) throws -> OpenFile {
        do throws(BlobStoreError) {
            return try blobs.open(digest)
        } catch {
            guard error.code == .notFound, let downloads = cloud.downloads else { throw error }
            try downloads.fetch(digest, progress: nil, nil)
            let file = try blobs.open(digest)
            // The open file stays readable.
            try catalog.maintain { maintenance in
                if try maintenance.reader.isPlaced(bytes: digest) { try blobs.remove(digest) }
            }
            return file
        }
    }

    static func needsNetwork(_ source: PictureSource) -> LibraryError { needsNetwork(named: source.filename) }

    static func needsNetwork(named filename: String) -> LibraryError {
        LibraryError(
            .networkAccessRequired,
            "The bytes of \(filename) are not on this machine. Ask again with network access allowed.")
    }

    static func isMissing(_ source: PictureSource) -> LibraryError {
        LibraryError(
            .missingBytes,
            "The bytes of \(source.filename) are not in the library. Import the file again to bring them back.")
    }

    func downloadFailure(_ error: any Error, named filename: String) -> any Error {
        guard let error = error as? RemoteBlobError else { return changes.checkPresence() ?? error }
        let code: LibraryError.Code = error.code == .notFound ? .missingBytes : .networkFailed
        return LibraryError(code, "\(filename) could not be fetched: \(error.message)")
    }

    /// Removes downloaded bytes without an asset. The asset may have been purged during the download.
    func reclaimIfUnnamed(_ digest: BlobDigest) {
        let isNamed = try? catalog.read { try $0.refers(toBytes: digest) }
        if isNamed == false { reclaim([digest]) }
    }
}
