package import BlobStore
import Catalog
import MediaRequests
package import Records

extension Originals {
    /// Downloads an original or some of its bytes.
    ///
    /// - Parameters:
    ///   - network: Whether the request may download. Only a whole original reports progress.
    ///   - thread: A blocking call waits for one of the download's threads.
    ///   - deliver: Called once, unless the request is cancelled before. Fails with `networkAccessRequired`,
    ///     `networkFailed`, or `missingBytes` if the place has no such bytes.
    /// - Returns: A closure that cancels the request.
    package func fetch(
        _ extent: Extent, of source: some OriginalSource, _ network: NetworkAccess, on thread: WorkThread = .queue,
        _ urgency: WorkQueue.Urgency = .visible, deliver: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> @Sendable () -> Void {
        guard let downloads, case .allowed(let progress, let cancellation) = network else {
            deliver(.failure(absence(of: source)))
            return {}
        }
        let (digest, filename) = (source.digest, source.filename)
        let finish: OriginalDownloads.Deliver = { result in
            if case .success = result { reclaimIfUnnamed(digest) }
            deliver(result.mapError { downloadFailure($0, named: filename) })
        }
        switch (thread, extent) {
        case (.queue, .whole): return downloads.fetch(digest, urgency, progress: progress, deliver: finish)
        case (.queue, .bytes(let range)): return downloads.fetch(range, of: digest, deliver: finish)
        case (.caller, .whole): finish(Result { try downloads.fetch(digest, progress: progress, cancellation) })
        case (.caller, .bytes(let range)): finish(Result { try downloads.fetch(range, of: digest, cancellation) })
        }
        return {}
    }

    /// Downloads what work has missed.
    ///
    /// - Parameters:
    ///   - error: The error of the work.
    ///   - retries: The downloads for this work so far.
    ///   - deliver: Gets the retries with which the work can be repeated. Fails with `error` if no download can help, and
    ///     otherwise like `fetch(_:of:_:on:_:deliver:)`.
    /// - Returns: A closure that cancels the request.
    package func fetch(
        missedBy error: any Error, of source: some OriginalSource, after retries: OriginalRetries,
        _ network: NetworkAccess, on thread: WorkThread = .queue, _ urgency: WorkQueue.Urgency = .visible,
        deliver: @escaping @Sendable (Result<OriginalRetries, any Error>) -> Void
    ) -> @Sendable () -> Void {
        var retries = retries
        do {
            let extent = try retries.extent(missedBy: error, of: source)
            // A worker that a file has taken over can name any bytes.
            if case .bytes(let range) = extent, let partial = try downloads?.partial(source.digest),
                range.lowerBound >= partial.size
            {
                throw error
            }
            let next = retries
            return fetch(extent, of: source, network, on: thread, urgency) { deliver($0.map { next }) }
        } catch {
            deliver(.failure(error))
            return {}
        }
    }

    /// Makes originals available in the library's folder. Downloads the others, one after another.
    ///
    /// - Parameters:
    ///   - network: Whether originals may be downloaded. Its progress covers all of them.
    ///   - deliver: Called once, unless the task is cancelled before. If nothing must be downloaded, it's called before
    ///     this method returns.
    package func fetch(
        _ sources: [PictureSource], network: NetworkAccess, on thread: WorkThread = .queue,
        deliver: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> ImageTask {
        let task = ImageTask()
        let missing: [PictureSource]
        do {
            missing = try sources.filter { source in
                switch try location(of: source.digest) {
                case .here: return false
                case .inPlace: return true
                case .lost: throw absence(of: source)
                }
            }
        } catch {
            deliver(.failure(error))
            return task
        }
        @Sendable func fetch(_ index: Int) {
            guard index < missing.count else { return deliver(.success(())) }
            let withdraw = self.fetch(
                .whole, of: missing[index], network.part(index, of: missing.count), on: thread
            ) { result in
                guard !task.isCancelled else { return }
                switch result {
                case .success: fetch(index + 1)
                case .failure(let error): deliver(.failure(error))
                }
            }
            task.begin(step: index, withdraw)
        }
        fetch(0)
        return task
    }

    /// Makes an original available in the library's folder. Blocks.
    ///
    /// - Throws: `CancellationError`, or as `fetch(_:of:_:on:_:deliver:)`.
    package func fetch(_ source: PictureSource, _ network: NetworkAccess) throws {
        let awaited = AwaitedResult<Void>()
        _ = fetch([source], network: network, on: .caller()) { awaited.deliver($0) }
        try awaited.value()
    }

    /// Opens an original. If it's only in the place, downloads it without keeping it on this machine, so that a whole
    /// library can be read on a small disk. Blocks.
    ///
    /// - Throws: `BlobStoreError`, or `RemoteBlobError`.
    package func openOrFetch(_ digest: BlobDigest) throws -> OpenFile {
        let blobs = library.blobs
        do throws(BlobStoreError) {
            return try blobs.open(digest)
        } catch {
            guard error.code == .notFound, let downloads else { throw error }
            try downloads.fetch(digest, progress: nil, nil)
            let file = try blobs.open(digest)
            // The open file stays readable.
            try library.catalog.maintain { maintenance in
                if try maintenance.reader.isPlaced(bytes: digest) { try blobs.remove(digest) }
            }
            return file
        }
    }

    private func downloadFailure(_ error: any Error, named filename: String) -> any Error {
        guard let error = error as? RemoteBlobError else { return library.changes.checkPresence() ?? error }
        let code: LibraryError.Code = error.code == .notFound ? .missingBytes : .networkFailed
        return LibraryError(code, "\(filename) could not be fetched: \(error.message)")
    }

    /// Removes downloaded bytes without an asset. The asset may have been purged during the download.
    private func reclaimIfUnnamed(_ digest: BlobDigest) {
        let isNamed = try? library.catalog.read { try $0.refers(toBytes: digest) }
        if isNamed == false { library.reclaim([digest]) }
    }
}

extension NetworkAccess {
    /// Returns the access for one of several downloads, whose progress is a part of the whole.
    func part(_ index: Int, of count: Int) -> NetworkAccess {
        guard count > 1, case .allowed(let progress?, let cancellation) = self else { return self }
        return .allowed(
            progress: { progress((Double(index) + $0) / Double(count)) }, cancellation: cancellation)
    }
}
