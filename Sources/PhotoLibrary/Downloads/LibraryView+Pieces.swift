package import BlobStore
import Catalog
package import MediaRequests
package import Records

extension LibraryView {
    /// Opens a file of an original whose bytes in a range can be read. Downloads the missing pieces of a remote one; the
    /// other bytes of the file may be zeros.
    ///
    /// - Parameters:
    ///   - range: The bytes. A remote original without known pieces is downloaded as a whole.
    ///   - network: Whether missing pieces may be downloaded. Progress isn't reported.
    ///   - deliver: Called once, unless the task is cancelled before. Fails with the errors of `fetchOriginals`.
    package func openPieces(
        with range: Range<Int64>, of source: PictureSource, network: NetworkAccess,
        deliver: @escaping @Sendable (Result<OpenFile, any Error>) -> Void
    ) -> ImageTask {
        let task = ImageTask()
        do {
            guard try library.isElsewhere(source.digest) else {
                deliver(.success(try openOriginal(source)))
                return task
            }
            guard let partial = try library.cloud.downloads?.partial(source.digest) else {
                return fetchOriginals([source], network: network) { result in
                    deliver(
                        Result {
                            try result.get()
                            return try openOriginal(source)
                        })
                }
            }
            let library = self.library
            let withdraw = library.download(range, of: source, network, at: .queue) { result in
                guard !task.isCancelled else { return }
                deliver(
                    Result {
                        try result.get()
                        // The whole original may have come in another way.
                        guard try library.isElsewhere(source.digest) else { return try openOriginal(source) }
                        // Old pieces may have been removed before the download.
                        return try library.cloud.downloads?.partial(source.digest)?.file ?? partial.file
                    })
            }
            task.begin(step: 0, withdraw)
        } catch {
            deliver(.failure(error))
        }
        return task
    }

    /// Returns whether an original is remote and can be read in pieces.
    package func canStream(_ source: PictureSource) throws -> Bool {
        guard try library.isElsewhere(source.digest) else { return false }
        return try library.catalog.storedPieces(of: source.digest) != nil
    }

    /// Calls a closure with an original, and again after it has missed bytes, which are downloaded. Blocks.
    ///
    /// - Parameter body: Gets a descriptor, and the bytes that are here, or `nil` for all.
    /// - Throws: The errors of the closure and of `fetchOriginals`.
    package func readingParts<Value>(
        of source: PictureSource, _ body: (Int32, PresentBytes?) throws(MediaError) -> Value
    ) throws -> Value {
        try library.readingParts(of: source.digest, named: source.filename, .allowed(), body)
    }

    /// Returns whether an original is only in the library's place.
    package func isInPlaceOnly(_ digest: BlobDigest) throws -> Bool {
        guard try originalSize(digest) == nil else { return false }
        return try catalog.readOnce { try $0.isPlaced(bytes: digest) }
    }
}
