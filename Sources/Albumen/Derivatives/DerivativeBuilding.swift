import BlobStore
import Catalog
import Dispatch
import MediaWork
import Pixels
import Records
import Synchronization

/// Makes the thumbnails and previews that a library's pictures lack.
///
/// Pictures are decoded by as many threads as there are cores and stored in batches, with their placeholders and what the
/// decoder found wrong. Memory is that of one batch. Work that is stopped or killed goes on where it was.
package struct DerivativeBuilding: Sendable {
    /// A picture that could not be made.
    package struct Failure: Sendable, Equatable {
        package var assetUUID: String
        package var originalFilename: String
        /// For people.
        package var reason: String
    }

    package struct Summary: Sendable, Equatable {
        /// Pictures that were looked at.
        package var pictures = 0
        package var made = 0
        package var failed = 0
    }

    /// Encoded pictures of some 200 KB each.
    private static let batchSize = 64

    private let library: Library
    private let shouldStop: @Sendable () -> Bool

    /// - Parameter shouldStop: asked between pictures, from any thread; what was made is still stored.
    package init(in library: Library, shouldStop: @escaping @Sendable () -> Bool = { false }) {
        self.library = library
        self.shouldStop = shouldStop
    }

    /// Makes what is missing. Blocks until it is done.
    ///
    /// A preview that is alone in missing is made only while the budget has room: it would push out another.
    ///
    /// - Parameters:
    ///   - progress: called with how many pictures are done, of how many at most.
    ///   - report: called for each picture that could not be made, on the calling thread.
    /// - Throws: where the library itself fails, as with a full disk or one that cannot be written to, or where there is no
    ///   media worker.
    package func run(
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }, report: (Failure) -> Void
    ) throws -> Summary {
        try library.derivatives.requireStore()
        var summary = Summary()
        var waiting: [PictureSource] = []
        var walk = PictureWalk(of: library)
        let total = try walk.count()

        func makeBatch(atLeast count: Int) throws {
            while waiting.count >= max(1, count), !shouldStop() {
                let batch = Array(waiting.prefix(Self.batchSize))
                waiting.removeFirst(batch.count)
                try make(batch, &summary, report)
                progress(summary.pictures - waiting.count, total)
            }
        }
        while !shouldStop(), let page = try walk.next() {
            let hasRoom = try library.derivatives.statistics().previewBytes < library.derivatives.budgetInBytes
            waiting += page.sources.filter { source in
                let presence = page.presence(of: source)
                return !presence.hasThumbnail || (!presence.hasPreview && hasRoom)
            }
            summary.pictures += page.sources.count
            progress(summary.pictures - waiting.count, total)
            try makeBatch(atLeast: Self.batchSize)
        }
        try makeBatch(atLeast: 1)
        summary.pictures -= waiting.count
        return summary
    }

    // MARK: Parts

    private typealias Outcome = Result<Derivatives.Made, any Error>

    private func make(_ batch: [PictureSource], _ summary: inout Summary, _ report: (Failure) -> Void) throws {
        var outcomes = outcomes(of: batch, .quick)
        let slow = outcomes.indices.filter { index in
            if case .failure(let error as MediaError) = outcomes[index] { error.code == .takesLong } else { false }
        }
        for (index, outcome) in zip(slow, self.outcomes(of: slow.map { batch[$0] }, .slow)) {
            outcomes[index] = outcome
        }
        let made = batch.indices.compactMap { index in try? outcomes[index]?.get() }
        // Noted first: a picture that is stored is not looked at again.
        try note(batch.indices.compactMap { index in outcomes[index].map { (batch[index], $0) } })
        try library.derivatives.store(made)
        summary.made += made.count
        for (index, source) in batch.enumerated() {
            guard let outcome = outcomes[index] else {
                // Stopped before its turn came.
                summary.pictures -= 1
                continue
            }
            guard case .failure(let error) = outcome else { continue }
            guard let reason = Self.reason(error) else { throw error }
            summary.failed += 1
            report(
                Failure(assetUUID: source.assetUUID, originalFilename: source.filename, reason: reason))
        }
    }

    /// Nil for a picture whose turn did not come.
    private func outcomes(of batch: [PictureSource], _ lane: RenderLane) -> [Outcome?] {
        let outcomes = Mutex<[Outcome?]>(Array(repeating: nil, count: batch.count))
        let maker = PictureMaker(library: library)
        let hasFailed = Mutex(false)
        DispatchQueue.concurrentPerform(iterations: batch.count) { index in
            guard !shouldStop(), !hasFailed.withLock({ $0 }) else { return }
            let source = batch[index]
            let outcome = Result {
                let request = RenderRequest(filename: source.filename, sizes: Derivatives.sizes)
                return try Derivatives.encode(maker.render(source, request, lane), of: source.digest)
            }
            if case .failure(let error) = outcome, Self.reason(error) == nil { hasFailed.withLock { $0 = true } }
            outcomes.withLock { $0[index] = outcome }
        }
        return outcomes.withLock { $0 }
    }

    /// What could not be decoded was noted when that was tried.
    private func note(_ outcomes: [(source: PictureSource, outcome: Outcome)]) throws {
        var transaction = Transaction()
        for case (let source, .success(let made)) in outcomes {
            transaction.record(.notePicture(source.digest, placeholder: made.placeholder, damage: made.damage))
        }
        guard !transaction.operations.isEmpty else { return }
        try library.view(for: .owner(through: "thumbnails")).commit(transaction)
    }

    /// Why one picture could not be made; nil where no other could be made either.
    private static func reason(_ error: any Error) -> String? {
        switch error {
        case let error as MediaError:
            [.workerMissing, .sandboxIncomplete, .cancelled].contains(error.code) ? nil : error.message
        case let error as BlobStoreError: error.message
        case let error as LibraryError: error.message
        case let error as PictureCodingError: error.message
        default: nil
        }
    }
}
