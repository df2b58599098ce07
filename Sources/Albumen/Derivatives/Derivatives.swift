package import BlobStore
package import Catalog
package import Foundation
import MediaWork
package import Pixels

/// The thumbnails and previews of a library's pictures, by the original's bytes. Any thread may call.
///
/// They can be made again, so a place where none can be kept, as on a disk that cannot be written to, is one that has none.
package final class Derivatives: Sendable {
    /// The stored sizes, in pixels on the long side.
    package enum Step: Int, CaseIterable, Sendable {
        case thumbnail = 256
        case preview = 1440
    }

    /// What the previews may take: 16 gigabytes are some 85,000 photos.
    package static let defaultBudgetInBytes: Int64 = 16 << 30

    /// Counts up when the way of making a thumbnail or a preview changes.
    private static let recipes = DerivativeRecipes(thumbnail: 1, preview: 1)

    /// Changes when pictures of the same content are made in another way.
    package static var generation: String { "\(recipes.thumbnail).\(recipes.preview)" }

    private let store: DerivativeStore

    init(
        in folder: URL, budgetInBytes: Int64 = Derivatives.defaultBudgetInBytes,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        store = DerivativeStore(in: folder, recipes: Self.recipes, budgetInBytes: budgetInBytes, now: now)
    }

    /// What the previews may take.
    package var budgetInBytes: Int64 { store.budgetInBytes }

    // MARK: Writing

    /// For those to whom it matters that what they make is kept.
    ///
    /// - Throws: `CatalogError` where nothing can be kept.
    package func requireStore() throws {
        try store.open()
    }

    /// Keeps pictures, in one transaction. Nothing happens where none can be kept.
    ///
    /// - Throws: `CatalogError`, as where the disk is full.
    package func store(_ made: [Made]) throws {
        try whereKept {
            try store.store(
                made.map { made in
                    DerivativeRecord(
                        sha256: made.digest.data, thumbnail: made.thumbnail,
                        preview: made.preview.map {
                            DerivativeRecord.Preview(bytes: $0, isPNG: DerivativeCodec.isPNG($0))
                        })
                })
        }
    }

    package func remove(_ digest: BlobDigest) throws {
        try whereKept { try store.remove(digest.data) }
    }

    package func removeAll() throws {
        try whereKept { try store.removeAll() }
    }

    /// Removes files that a killed process left. Reads the whole folder of previews.
    package func sweep() throws {
        try whereKept { try store.sweep() }
    }

    // MARK: Reading

    /// A stored picture, decoded on the calling thread; nil where it is not stored, or is damaged and was removed.
    ///
    /// A picture of at most 256 pixels has a thumbnail alone, which then is its preview too.
    ///
    /// - Parameter covering: a size that suffices: the picture may come smaller than it is stored, but not smaller than this.
    package func bitmap(_ step: Step, of digest: BlobDigest, covering: PixelSize? = nil) throws -> Bitmap? {
        try whereKept {
            switch step {
            case .thumbnail:
                try thumbnail(digest, wholeOnly: false, covering)
            case .preview:
                try preview(digest, covering) ?? thumbnail(digest, wholeOnly: true, covering)
            }
        } ?? nil
    }

    /// The stored thumbnail, decoded on the calling thread, and whether there may be a preview. Quicker than to look for each.
    ///
    /// - Parameter covering: as for `bitmap`.
    func thumbnailOrPreview(
        of digest: BlobDigest, covering: PixelSize? = nil
    ) throws -> (thumbnail: Bitmap?, mayHavePreview: Bool) {
        try whereKept {
            let found = try store.thumbnailOrPreview(digest.data)
            return (try found.thumbnail.flatMap { try decoded($0, digest, covering) }, found.mayHavePreview)
        } ?? (nil, false)
    }

    /// A stored picture as it is stored, a JPEG or PNG; nil where it is not stored, or was cut short and removed.
    ///
    /// A picture of at most 256 pixels has a thumbnail alone, which then is its preview too.
    package func bytes(_ step: Step, of digest: BlobDigest) throws -> Data? {
        try whereKept {
            let bytes =
                switch step {
                case .thumbnail: try store.thumbnail(digest.data)
                case .preview: try store.preview(digest.data) ?? store.thumbnail(digest.data, wholeOnly: true)
                }
            guard let bytes else { return nil }
            if DerivativeCodec.isComplete(bytes) { return bytes }
            try store.remove(digest.data)
            return nil
        } ?? nil
    }

    /// Whether a picture may be stored in any size. Quicker than to look for each.
    func mayHave(_ digest: BlobDigest) throws -> Bool {
        try whereKept { try store.mayHave(digest.data) } ?? false
    }

    package func contains(_ step: Step, _ digest: BlobDigest) throws -> Bool {
        let presence = try presence(of: [digest])[digest]
        return (step == .thumbnail ? presence?.hasThumbnail : presence?.hasPreview) ?? false
    }

    /// What there is of each picture; those of which there is nothing are left out.
    package func presence(of digests: [BlobDigest]) throws -> [BlobDigest: DerivativePresence] {
        let found = try whereKept { try store.presence(of: digests.map(\.data)) } ?? [:]
        return Dictionary(
            digests.compactMap { digest in found[digest.data].map { (digest, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// All zero where nothing can be kept.
    package func statistics() throws -> DerivativeStatistics {
        try whereKept { try store.statistics() } ?? DerivativeStatistics()
    }

    // MARK: Faults

    /// The fault that is remembered of a file; `nil` for all but the few that ended or occupied a worker.
    func fault(of digest: BlobDigest, purpose: Int) throws -> FaultRecord? {
        try whereKept { try store.fault(of: digest.data, purpose: purpose) } ?? nil
    }

    /// Whether a fault is remembered of some file of this size. Makes no database.
    func hasFault(ofSize byteCount: Int64, purpose: Int) throws -> Bool {
        guard store.exists else { return false }
        return try whereKept { try store.hasFault(byteCount: byteCount, purpose: purpose) } ?? false
    }

    /// Remembers a fault in place of an earlier one of the same file and purpose.
    func remember(_ fault: FaultRecord) throws {
        try whereKept { try store.remember(fault) }
    }

    /// Forgets all faults, so that each file is tried again.
    package func forgetFaults() throws {
        try whereKept { try store.forgetFaults() }
    }

    /// How many files have a fault that is remembered.
    package func faultCount() throws -> Int {
        try whereKept { try store.faultCount() } ?? 0
    }

    // MARK: Parts

    private func thumbnail(_ digest: BlobDigest, wholeOnly: Bool, _ covering: PixelSize?) throws -> Bitmap? {
        try store.thumbnail(digest.data, wholeOnly: wholeOnly).flatMap { try decoded($0, digest, covering) }
    }

    /// A thumbnail's picture; one that is damaged is removed.
    private func decoded(_ bytes: Data, _ digest: BlobDigest, _ covering: PixelSize?) throws -> Bitmap? {
        do {
            return try DerivativeCodec.decode(bytes, longSide: Step.thumbnail.rawValue, covering: covering)
        } catch is PictureCodingError {
            try store.removeThumbnail(digest.data)
            return nil
        }
    }

    private func preview(_ digest: BlobDigest, _ covering: PixelSize?) throws -> Bitmap? {
        guard let bytes = try store.preview(digest.data) else { return nil }
        do {
            return try DerivativeCodec.decode(bytes, longSide: Step.preview.rawValue, covering: covering)
        } catch is PictureCodingError {
            try store.removePreview(digest.data)
            return nil
        }
    }

    /// Nil where no derivatives can be kept.
    private func whereKept<Value>(_ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let error as CatalogError where error.code == .cannotOpen {
            return nil
        }
    }
}
