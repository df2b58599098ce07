package import BlobStore
import Catalog
package import MediaRequests
import Records

extension Originals {
    /// Opens an original with the bytes that are here.
    ///
    /// - Parameter acceptsPieces: Whether some of the bytes suffice, or even none.
    /// - Returns: An open file, and the bytes of it that are here, or `nil` for all. The other bytes may be zeros.
    /// - Throws: `networkAccessRequired` or `missingBytes` if it isn't here, or the digests of its pieces aren't known.
    func openPresent(
        _ source: some OriginalSource, orPieces acceptsPieces: Bool = true
    ) throws -> (file: OpenFile, bytes: PresentBytes?) {
        if acceptsPieces, case .inPlace = try location(of: source.digest),
            let partial = try downloads?.partial(source.digest)
        {
            return (partial.file, PresentBytes(try partial.presentRanges()))
        }
        try requireHere(source)
        return (try open(source.digest), nil)
    }

    /// Opens a file of an original whose bytes in a range can be read. Downloads the missing pieces; the other bytes of
    /// the file may be zeros.
    ///
    /// - Parameters:
    ///   - range: The bytes. An original without known pieces is downloaded as a whole.
    ///   - network: Whether missing pieces may be downloaded. Progress isn't reported.
    ///   - deliver: Called once, unless the task is cancelled before.
    package func open(
        _ source: PictureSource, with range: Range<Int64>, network: NetworkAccess,
        deliver: @escaping @Sendable (Result<OpenFile, any Error>) -> Void
    ) -> ImageTask {
        let task = ImageTask()
        do {
            guard case .inPlace = try location(of: source.digest) else {
                try requireHere(source)
                deliver(.success(try open(source.digest)))
                return task
            }
            let extent: Extent = try downloads?.partial(source.digest) == nil ? .whole : .bytes(range)
            let withdraw = fetch(extent, of: source, network) { result in
                guard !task.isCancelled else { return }
                // The whole original may have come in another way, and former pieces may have been removed before the
                // download.
                deliver(result.flatMap { Result { try openPresent(source).file } })
            }
            task.begin(step: 0, withdraw)
        } catch {
            deliver(.failure(error))
        }
        return task
    }

    /// Returns whether an original isn't here and can be read in pieces.
    package func canStream(_ source: PictureSource) throws -> Bool {
        guard case .inPlace = try location(of: source.digest) else { return false }
        return try library.catalog.storedPieces(of: source.digest) != nil
    }

    /// Calls a closure with an original, of which only some bytes may be here. If the closure misses bytes, they are
    /// downloaded, and it's called again. Blocks.
    ///
    /// Meant for work that needs a small part of a large file, such as a frame of a video.
    ///
    /// - Parameter body: Gets a descriptor, and the bytes that are here, or `nil` for all.
    /// - Throws: The errors of the closure, of `openPresent`, and of `fetch`.
    package func reading<Value>(
        _ source: some OriginalSource, _ network: NetworkAccess = .allowed(),
        _ body: (Int32, PresentBytes?) throws(MediaError) -> Value
    ) throws -> Value {
        var retries = OriginalRetries()
        while true {
            do {
                let original = try openPresent(source)
                return try original.file.withDescriptor { descriptor throws(MediaError) in
                    try body(descriptor, original.bytes)
                }
            } catch {
                let fetched = AwaitedResult<OriginalRetries>()
                _ = fetch(missedBy: error, of: source, after: retries, network, on: .caller()) { fetched.deliver($0) }
                retries = try fetched.value()
            }
        }
    }
}
