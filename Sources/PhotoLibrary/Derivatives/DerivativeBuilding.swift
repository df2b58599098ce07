import BlobStore
import Catalog
import Dispatch
import MediaRequests
import Pixels
import Records
import Synchronization

/// Makes the missing thumbnails and previews of a library.
///
/// Decodes images on as many threads as there are cores. Stores them in batches, with their placeholders and the damage
/// that the decoder found. Uses the memory of one batch. After an interruption, the next run continues the work.
package struct DerivativeBuilding: Sendable {
    /// An image that couldn't be made.
    package struct Failure: Sendable, Equatable {
        package var assetUUID: String
        package var originalFilename: String
        /// The reason, as a text for people.
        package var reason: String
    }

    package struct Summary: Sendable, Equatable {
        /// The number of images that were checked.
        package var pictures = 0
        package var made = 0
        package var failed = 0
    }

    /// The number of encoded images per batch, of about 200 KB each.
    private static let batchSize = 64

    private let library: Library
    private let shouldStop: @Sendable () -> Bool

    /// - Parameter shouldStop: Called between images, on any thread. Finished images are still stored.
    package init(in library: Library, shouldStop: @escaping @Sendable () -> Bool = { false }) {
        self.library = library
        self.shouldStop = shouldStop
    }

    /// Makes the missing images. Blocks until it's done.
    ///
    /// If only the preview is missing, makes it only while the previews are below their budget. Otherwise, it would
    /// displace another preview.
    ///
    /// - Parameters:
    ///   - progress: Called with the number of finished images and the maximum number of images.
    ///   - report: Called for each image that couldn't be made, on the calling thread.
    /// - Throws: An error if the library fails, for example if its disk is full or read-only, or if the media worker is
    ///   missing.
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
        // Noted first, because later runs skip stored images.
        try note(batch.indices.compactMap { index in outcomes[index].map { (batch[index], $0) } })
        try library.derivatives.store(made)
        summary.made += made.count
        for (index, source) in batch.enumerated() {
            guard let outcome = outcomes[index] else {
                // Stopped before this image was made.
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

    /// Makes the images of a batch. An outcome is `nil` if the work stopped before it.
    private func outcomes(of batch: [PictureSource], _ lane: RenderLane) -> [Outcome?] {
        let outcomes = Mutex<[Outcome?]>(Array(repeating: nil, count: batch.count))
        let maker = PictureMaker(library: library)
        let hasFailed = Mutex(false)
        DispatchQueue.concurrentPerform(iterations: batch.count) { index in
            guard !shouldStop(), !hasFailed.withLock({ $0 }) else { return }
            let source = batch[index]
            let outcome = Result {
                let request = library.derivativesRequest(filename: source.filename)
                return try Derivatives.encode(maker.render(source, request, lane), of: source.digest)
            }
            if case .failure(let error) = outcome, Self.reason(error) == nil { hasFailed.withLock { $0 = true } }
            outcomes.withLock { $0[index] = outcome }
        }
        return outcomes.withLock { $0 }
    }

    /// Notes the placeholders and the damage of the made images. Decoding already noted the failures.
    private func note(_ outcomes: [(source: PictureSource, outcome: Outcome)]) throws {
        var transaction = Transaction()
        for case (let source, .success(let made)) in outcomes {
            transaction.record(.notePicture(source.digest, placeholder: made.placeholder, damage: made.damage))
        }
        guard !transaction.operations.isEmpty else { return }
        try library.view(for: .owner(through: "thumbnails")).commit(transaction)
    }

    /// Returns the reason why an image couldn't be made, or `nil` if the error affects all images.
    private static func reason(_ error: any Error) -> String? {
        switch error {
        case let error as MediaError: error.affectsAllFiles ? nil : error.message
        case let error as BlobStoreError: error.message
        case let error as LibraryError: error.message
        case let error as PictureCodingError: error.message
        default: nil
        }
    }
}
