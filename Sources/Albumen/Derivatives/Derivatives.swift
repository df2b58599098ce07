package import BlobStore
package import Catalog
package import Foundation
import LibraryFiles
import MediaWork
package import Pixels
package import Records

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
    static let recipes = DerivativeRecipes(thumbnail: 1, preview: 1)

    /// Changes when pictures of the same content are made in another way.
    package static var generation: String { "\(recipes.thumbnail).\(recipes.preview)" }

    private let store: DerivativeStore
    private let seal: DerivativeSeal
    private let workers: LibraryWorkers

    /// - Parameters:
    ///   - seal: recognises the pictures that the host may decode.
    ///   - workers: decode the other ones.
    init(
        in folder: URL, budgetInBytes: Int64 = Derivatives.defaultBudgetInBytes,
        permissions: LibraryPermissions = .ownerOnly, seal: DerivativeSeal = DerivativeSeal(key: UserSecret.current),
        workers: LibraryWorkers = LibraryWorkers(executable: nil), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.seal = seal
        self.workers = workers
        store = DerivativeStore(
            in: folder, recipes: Self.recipes, budgetInBytes: budgetInBytes, permissions: permissions, now: now)
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
                        sha256: made.digest.data,
                        thumbnail: try seal.sealed(made.thumbnail, .thumbnail, of: made.digest),
                        preview: try made.preview.map { try record(preview: $0, of: made.digest) })
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
            let thumbnail = try found.thumbnail.flatMap { try decoded($0, .thumbnail, digest, covering) }
            return (thumbnail, found.mayHavePreview)
        } ?? (nil, false)
    }

    /// A stored picture as a JPEG or PNG. Returns `nil` if it isn't stored, or was cut short and removed. The bytes may come
    /// from anybody: this process must not decode them.
    ///
    /// A picture of at most 256 pixels has a thumbnail alone, which then is its preview too.
    package func bytes(_ step: Step, of digest: BlobDigest) throws -> Data? {
        try whereKept {
            let bytes =
                switch step {
                case .thumbnail: try store.thumbnail(digest.data)
                case .preview: try store.preview(digest.data) ?? store.thumbnail(digest.data, wholeOnly: true)
                }
            guard let bytes = bytes.map(DerivativeSeal.picture) else { return nil }
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
        try store.thumbnail(digest.data, wholeOnly: wholeOnly).flatMap { try decoded($0, .thumbnail, digest, covering) }
    }

    private func preview(_ digest: BlobDigest, _ covering: PixelSize?) throws -> Bitmap? {
        try store.preview(digest.data).flatMap { try decoded($0, .preview, digest, covering) }
    }

    /// The picture of stored bytes. A damaged one is removed.
    private func decoded(
        _ stored: Data, _ step: Step, _ digest: BlobDigest, _ covering: PixelSize?
    ) throws -> Bitmap? {
        let bytes = DerivativeSeal.picture(in: stored)
        guard try seal.isValid(stored, step, of: digest) else { return try adopt(bytes, step, digest) }
        do {
            return try DerivativeCodec.decode(bytes, longSide: step.rawValue, covering: covering)
        } catch is PictureCodingError {
            try remove(step, digest)
            return nil
        }
    }

    /// Decodes bytes of unknown origin in a worker, and stores the picture as this user's own, so that it is decoded in the
    /// host from then on. Returns `nil` if a worker can't decode the bytes.
    private func adopt(_ bytes: Data, _ step: Step, _ digest: BlobDigest) throws -> Bitmap? {
        let isPNG = DerivativeCodec.isPNG(bytes)
        let request = RenderRequest(
            filename: isPNG ? "stored.png" : "stored.jpg", sizes: [.longSide(step.rawValue)])
        let rendering: Rendering?
        do {
            rendering = try workers.pool().render(bytes, request)
        } catch {
            // Without a worker, or while the machine is busy, the bytes stay for a later attempt.
            guard Self.codesOfBadBytes.contains(error.code) else { return nil }
            rendering = nil
        }
        guard let rendering, rendering.damage == nil else {
            try remove(step, digest)
            return nil
        }
        let picture = rendering.pictures[0]
        // Whoever can't write here can still show the picture.
        _ = try? keep(isPNG ? PNGCodec.encode(picture) : DerivativeCodec.encode(picture), step, digest)
        return picture
    }

    private static let codesOfBadBytes: Set<MediaError.Code> = [
        .notMedia, .unreadable, .unsupported, .limitExceeded, .workerCrashed, .forbidden,
    ]

    private func keep(_ bytes: Data, _ step: Step, _ digest: BlobDigest) throws {
        switch step {
        case .thumbnail:
            try store.replaceThumbnail(digest.data, with: seal.sealed(bytes, step, of: digest))
        case .preview:
            try store.replacePreview(digest.data, with: record(preview: bytes, of: digest))
        }
    }

    private func record(preview bytes: Data, of digest: BlobDigest) throws -> DerivativeRecord.Preview {
        DerivativeRecord.Preview(
            bytes: try seal.sealed(bytes, .preview, of: digest), isPNG: DerivativeCodec.isPNG(bytes))
    }

    private func remove(_ step: Step, _ digest: BlobDigest) throws {
        switch step {
        case .thumbnail: try store.removeThumbnail(digest.data)
        case .preview: try store.removePreview(digest.data)
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
