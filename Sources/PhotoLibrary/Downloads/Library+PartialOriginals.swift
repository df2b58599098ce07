import BlobStore
import Cancellation
import MediaRequests
import Records

extension Library {
    /// The number of requests for missing pieces after which each next one brings twice as many pieces. So a task that
    /// reads a whole file isn't repeated for each piece.
    private static let singlePieces = 4

    /// Calls a closure with an original, of which only some bytes may be here. If the closure misses bytes, they are
    /// downloaded, and it's called again. Blocks.
    ///
    /// Meant for tasks that need a small part of a large file, such as a frame of a video.
    ///
    /// - Parameter body: Gets a descriptor, and the bytes that are here, or `nil` for all.
    /// - Throws: The errors of the closure; `networkAccessRequired`, `networkFailed` or `missingBytes` of `LibraryError`.
    func readingParts<Value>(
        of digest: BlobDigest, named filename: String, _ network: NetworkAccess,
        _ body: (Int32, PresentBytes?) throws(MediaError) -> Value
    ) throws -> Value {
        guard try isElsewhere(digest) else {
            return try original(digest).withDescriptor { descriptor throws(MediaError) in
                try body(descriptor, nil)
            }
        }
        guard case .allowed(let progress, let cancellation) = network, let downloads = cloud.downloads else {
            throw Self.needsNetwork(named: filename)
        }
        guard var partial = try downloads.partial(digest) else {
            try fetching(filename) { try downloads.fetch(digest, progress: progress, cancellation) }
            return try readingParts(of: digest, named: filename, .refused, body)
        }
        for attempt in 0... {
            do {
                let present = PresentBytes(try partial.presentRanges())
                return try partial.file.withDescriptor { descriptor throws(MediaError) in
                    try body(descriptor, present)
                }
            } catch let error as MediaError {
                guard error.code == .bytesMissing, let bytes = error.missingBytes else { throw error }
                // The worker may have been taken over by the file.
                let missing = bytes.clamped(to: 0..<partial.size)
                guard !missing.isEmpty, try !partial.missingRanges(in: missing).isEmpty else { throw error }
                if cancellation?.isCancelled == true { throw MediaError.cancelled }
                let pieces = 1 << min(30, max(0, attempt - Self.singlePieces))
                let end = max(missing.upperBound, missing.lowerBound + Int64(pieces) * RemoteUpload.pieceSize)
                let range = missing.lowerBound..<min(end, partial.size)
                try fetching(filename) { try downloads.fetch(range, of: digest, cancellation) }
                reclaimIfUnnamed(digest)
                // Old pieces may have been removed before the download.
                partial = try downloads.partial(digest) ?? partial
            }
            // The whole file may have come in the meantime.
            if try !isElsewhere(digest) { return try readingParts(of: digest, named: filename, .refused, body) }
        }
        throw Self.needsNetwork(named: filename)
    }

    private func fetching(_ filename: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw downloadFailure(error, named: filename)
        }
    }
}
