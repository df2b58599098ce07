import BlobStore
import Catalog
import MediaWork

extension Library {
    /// Whether a file's bytes are elsewhere, from where they may come. Asks no network.
    func isElsewhere(_ digest: BlobDigest) throws -> Bool {
        guard downloads != nil else { return false }
        return try !blobs.contains(digest)
    }

    /// Fetches an original that is elsewhere. Blocks while the network takes its time.
    ///
    /// - Throws: `networkFailed`, or `missingBytes` where the bytes are nowhere.
    func download(_ source: PictureSource, _ network: NetworkAccess) throws {
        guard let downloads, case .allowed(let progress, let cancellation) = network else {
            throw Self.needsNetwork(source)
        }
        do {
            try downloads.fetch(source.digest, progress: progress, cancellation)
        } catch {
            throw downloadFailure(error, source)
        }
        reclaimIfUnnamed(source.digest)
    }

    /// As `download`, with the answer on a thread of the download's.
    ///
    /// - Returns: withdraws the wish.
    func download(
        _ source: PictureSource, _ network: NetworkAccess, _ urgency: WorkQueue.Urgency,
        deliver: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> @Sendable () -> Void {
        guard let downloads, case .allowed(let progress, _) = network else {
            deliver(.failure(Self.needsNetwork(source)))
            return {}
        }
        return downloads.fetch(source.digest, urgency, progress: progress) { result in
            if case .success = result { self.reclaimIfUnnamed(source.digest) }
            deliver(result.mapError { self.downloadFailure($0, source) })
        }
    }

    static func needsNetwork(_ source: PictureSource) -> LibraryError {
        LibraryError(
            .networkAccessRequired,
            "The bytes of \(source.filename) are not on this machine. Ask again with network access allowed.")
    }

    static func isMissing(_ source: PictureSource) -> LibraryError {
        LibraryError(
            .missingBytes,
            "The bytes of \(source.filename) are not in the library. Import the file again to bring them back.")
    }

    private func downloadFailure(_ error: any Error, _ source: PictureSource) -> any Error {
        guard let error = error as? RemoteBlobError else { return changes.checkPresence() ?? error }
        let code: LibraryError.Code = error.code == .notFound ? .missingBytes : .networkFailed
        return LibraryError(code, "\(source.filename) could not be fetched: \(error.message)")
    }

    /// The asset may have been purged while its bytes were on their way.
    private func reclaimIfUnnamed(_ digest: BlobDigest) {
        let isNamed = try? catalog.read { try $0.resource(sha256: digest.data) != nil }
        if isNamed == false { reclaim([digest.data]) }
    }
}
