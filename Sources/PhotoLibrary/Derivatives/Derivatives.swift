import BlobStore
package import Catalog
package import Foundation
import LibraryFiles
import MediaRequests
import MediaWork
package import Pixels
package import Records

/// The thumbnails and previews of a library, found by the original's digest. Any thread can call it.
///
/// Derivatives can be made again. If they can't be stored, for example on a read-only disk, there are none.
package final class Derivatives: Sendable {
    /// The stored sizes, in pixels on the long side.
    package enum Step: Int, CaseIterable, Sendable {
        case thumbnail = 256
        case preview = 1440
    }

    /// The default limit for the size of all previews: 16 gigabytes are about 85,000 photos.
    package static let defaultBudgetInBytes: Int64 = 16 << 30

    /// The numbers of the methods that make thumbnails and previews. Increase a number to change the method.
    static let recipes = DerivativeRecipes(thumbnail: 1, preview: 1)

    /// A text that changes with the methods. Images of the same original can then differ.
    package static var generation: String { "\(recipes.thumbnail).\(recipes.preview)" }

    let store: DerivativeStore
    private let seal: DerivativeSeal
    private let workers: LibraryWorkers

    /// - Parameters:
    ///   - seal: Recognises the images that the host may decode.
    ///   - workers: Decode all other images.
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

    /// The limit for the size of all previews.
    package var budgetInBytes: Int64 { store.budgetInBytes }

    // MARK: Writing

    /// Checks that derivatives can be stored.
    ///
    /// - Throws: `CatalogError` if they can't.
    package func requireStore() throws {
        try store.open()
    }

    /// Stores images in one transaction. Does nothing if derivatives can't be stored.
    ///
    /// - Throws: `CatalogError`, for example if the disk is full.
    package func store(_ made: [Made]) throws {
        try whereKept {
            try store.store(
                made.map { made in
                    DerivativeRecord(
                        sha256: made.digest,
                        thumbnail: try seal.sealed(made.thumbnail, .thumbnail, of: made.digest),
                        preview: try made.preview.map { try record(preview: $0, of: made.digest) },
                        usesOriginal: made.usesOriginal)
                })
        }
    }

    package func remove(_ digest: BlobDigest) throws {
        try whereKept { try store.remove(digest) }
    }

    package func removeAll() throws {
        try whereKept { try store.removeAll() }
    }

    /// Removes the preview files of killed processes. Reads the entire folder of previews.
    package func sweep() throws {
        try whereKept { try store.sweep() }
    }

    // MARK: Reading

    /// Returns a stored image, decoded on the calling thread. Returns `nil` if it isn't stored, or if it was damaged
    /// and is now removed.
    ///
    /// An image of at most 256 pixels has only a thumbnail, which is also its preview. If the original serves as the
    /// preview, there is no stored one.
    ///
    /// - Parameter covering: A sufficient size. The result may be smaller than the stored image, but not smaller than
    ///   this size.
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

    /// Returns the stored thumbnail, decoded on the calling thread, and whether there may be a preview. This is faster
    /// than two separate calls.
    ///
    /// - Parameter covering: A sufficient size, as for `bitmap`.
    func thumbnailOrPreview(
        of digest: BlobDigest, covering: PixelSize? = nil
    ) throws -> (thumbnail: Bitmap?, mayHavePreview: Bool) {
        try whereKept {
            let found = try store.thumbnailOrPreview(digest)
            let thumbnail = try found.thumbnail.flatMap { try decoded($0, .thumbnail, digest, covering) }
            return (thumbnail, found.mayHavePreview)
        } ?? (nil, false)
    }

    /// Returns a stored image as a JPEG or PNG. Returns `nil` if it isn't stored, or if it was incomplete and is now
    /// removed.
    ///
    /// An image of at most 256 pixels has only a thumbnail, which is also its preview.
    ///
    /// - Important: Don't decode the bytes in this process, because they can come from another person.
    package func bytes(_ step: Step, of digest: BlobDigest) throws -> Data? {
        try whereKept {
            let bytes =
                switch step {
                case .thumbnail: try store.thumbnail(digest)
                case .preview: try store.preview(digest) ?? store.thumbnail(digest, wholeOnly: true)
                }
            guard let bytes = bytes.map(DerivativeSeal.picture) else { return nil }
            if DerivativeCodec.isComplete(bytes) { return bytes }
            try store.remove(digest)
            return nil
        } ?? nil
    }

    /// Returns whether the original serves as the preview, so that no preview is stored. This executes one statement.
    package func usesOriginal(_ digest: BlobDigest) throws -> Bool {
        try whereKept { try store.usesOriginal(digest) } ?? false
    }

    /// Returns whether an image may be stored in any size. This is faster than a call for each size.
    func mayHave(_ digest: BlobDigest) throws -> Bool {
        try whereKept { try store.mayHave(digest) } ?? false
    }

    package func contains(_ step: Step, _ digest: BlobDigest) throws -> Bool {
        let presence = try presence(of: [digest])[digest]
        return (step == .thumbnail ? presence?.hasThumbnail : presence?.hasPreview) ?? false
    }

    /// Returns the stored sizes of each image. Leaves out images without any.
    package func presence(of digests: [BlobDigest]) throws -> [BlobDigest: DerivativePresence] {
        try whereKept { try store.presence(of: digests) } ?? [:]
    }

    /// Returns the statistics, which are all zero if derivatives can't be stored.
    package func statistics() throws -> DerivativeStatistics {
        try whereKept { try store.statistics() } ?? DerivativeStatistics()
    }

    // MARK: Faults

    /// Returns the remembered fault of a file, or `nil` if there is none. Few files crash or block a worker.
    func fault(of digest: BlobDigest, purpose: Int) throws -> FaultRecord? {
        try whereKept { try store.fault(of: digest, purpose: purpose) } ?? nil
    }

    /// Returns whether a fault is remembered for any file of this size. Doesn't create the database.
    func hasFault(ofSize byteCount: Int64, purpose: Int) throws -> Bool {
        guard store.exists else { return false }
        return try whereKept { try store.hasFault(byteCount: byteCount, purpose: purpose) } ?? false
    }

    /// Remembers a fault. Replaces an earlier fault of the same file and purpose.
    func remember(_ fault: FaultRecord) throws {
        try whereKept { try store.remember(fault) }
    }

    /// Forgets all faults, so that each file is retried.
    package func forgetFaults() throws {
        try whereKept { try store.forgetFaults() }
    }

    /// Returns the number of files with a remembered fault.
    package func faultCount() throws -> Int {
        try whereKept { try store.faultCount() } ?? 0
    }

    // MARK: Parts

    private func thumbnail(_ digest: BlobDigest, wholeOnly: Bool, _ covering: PixelSize?) throws -> Bitmap? {
        try store.thumbnail(digest, wholeOnly: wholeOnly).flatMap { try decoded($0, .thumbnail, digest, covering) }
    }

    private func preview(_ digest: BlobDigest, _ covering: PixelSize?) throws -> Bitmap? {
        try store.preview(digest).flatMap { try decoded($0, .preview, digest, covering) }
    }

    /// Decodes a stored image. Removes a damaged one.
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

    /// Decodes bytes of unknown origin in a worker. Stores the image with this user's seal, so that the host can decode
    /// it later. Returns `nil` if a worker can't decode the bytes.
    private func adopt(_ bytes: Data, _ step: Step, _ digest: BlobDigest) throws -> Bitmap? {
        let isPNG = DerivativeCodec.isPNG(bytes)
        let request = RenderRequest(
            filename: isPNG ? "stored.png" : "stored.jpg", sizes: [.longSide(step.rawValue)])
        let rendering: Rendering?
        do {
            rendering = try workers.pool().render(bytes, request)
        } catch {
            // The bytes stay for a later attempt if there is no worker or the machine is busy.
            guard error.concern == .file || error.concern == .worker else { return nil }
            rendering = nil
        }
        guard let rendering, rendering.damage == nil else {
            try remove(step, digest)
            return nil
        }
        let picture = rendering.pictures[0]
        // The image can still be shown if it can't be stored.
        _ = try? keep(isPNG ? PNGCodec.encode(picture) : DerivativeCodec.encode(picture), step, digest)
        return picture
    }

    private func keep(_ bytes: Data, _ step: Step, _ digest: BlobDigest) throws {
        switch step {
        case .thumbnail:
            try store.replaceThumbnail(digest, with: seal.sealed(bytes, step, of: digest))
        case .preview:
            try store.replacePreview(digest, with: record(preview: bytes, of: digest))
        }
    }

    private func record(preview bytes: Data, of digest: BlobDigest) throws -> DerivativeRecord.Preview {
        DerivativeRecord.Preview(
            bytes: try seal.sealed(bytes, .preview, of: digest), isPNG: DerivativeCodec.isPNG(bytes))
    }

    private func remove(_ step: Step, _ digest: BlobDigest) throws {
        switch step {
        case .thumbnail: try store.removeThumbnail(digest)
        case .preview: try store.removePreview(digest)
        }
    }

    /// Returns the result of `body`, or `nil` if derivatives can't be stored.
    func whereKept<Value>(_ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let error as CatalogError where error.code == .cannotOpen {
            return nil
        }
    }
}
