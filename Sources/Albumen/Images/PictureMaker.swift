import BlobStore
import Catalog
import Foundation
import MediaWork
import Pixels
import Records

/// Makes pictures of a library's files, on the calling thread: from a stored derivative where one is large enough, else
/// from the original, which only the worker reads.
struct PictureMaker: Sendable {
    let library: Library

    /// What the stored derivatives have for a request.
    enum Stored {
        case enough(Bitmap)
        /// Nothing that is large enough, but maybe something.
        case tooSmall
        case nothing
    }

    /// The picture, if the derivatives that are stored suffice for it. One statement where it is a thumbnail, or where there
    /// is nothing.
    func stored(_ request: ImageRequest) throws -> Stored {
        let digest = request.source.digest
        guard let smallest = step(for: request) else {
            return try library.derivatives.mayHave(digest) ? .tooSmall : .nothing
        }
        let whole = request.source.size.fitting(longSide: request.neededLongSide)
        switch smallest {
        case .thumbnail:
            let found = try library.derivatives.thumbnailOrPreview(of: digest, covering: whole)
            if let thumbnail = found.thumbnail { return .enough(thumbnail.cut(for: request)) }
            guard found.mayHavePreview else { return .nothing }
        case .preview:
            guard try library.derivatives.mayHave(digest) else { return .nothing }
        }
        // A preview that cannot be read does not hide the thumbnail.
        let preview = try? library.derivatives.bitmap(.preview, of: digest, covering: whole)
        return preview.map { .enough($0.cut(for: request)) } ?? .tooSmall
    }

    /// The smallest stored size that the request can be made of; nil where only the original will do.
    func step(for request: ImageRequest) -> Derivatives.Step? {
        let needed = request.neededLongSide
        let source = request.source.size.longSide
        // A picture as large as its file is the file's own, not a copy that was compressed once more.
        guard needed < source || source <= Derivatives.Step.thumbnail.rawValue else { return nil }
        return Derivatives.Step.allCases.first { $0.rawValue >= needed }
    }

    /// Decodes the original once for both stored sizes, stores them, and notes what the decoder found.
    func ladder(
        _ source: PictureSource, _ lane: RenderLane, _ cancellation: WorkCancellation? = nil
    ) throws -> Ladder {
        let rendering = try render(
            source, RenderRequest(filename: source.filename, sizes: Derivatives.sizes), lane, cancellation)
        // A picture that cannot be kept, as on a full disk, can be shown all the same, and is made again next time.
        _ = try? keep(rendering, of: source)
        // The worker's pictures share their memory: a thumbnail in a cache would keep the preview's.
        return Ladder(preview: rendering.pictures[0], thumbnail: rendering.pictures[1].copied())
    }

    /// Both stored sizes; nil where one of them is missing.
    func storedLadder(_ source: PictureSource) throws -> Ladder? {
        guard let preview = try library.derivatives.bitmap(.preview, of: source.digest),
            let thumbnail = try library.derivatives.bitmap(.thumbnail, of: source.digest)
        else { return nil }
        return Ladder(preview: preview, thumbnail: thumbnail)
    }

    /// The picture from the original, which is decoded no larger than needed.
    func decodedPicture(
        _ request: ImageRequest, _ lane: RenderLane, _ cancellation: WorkCancellation? = nil
    ) throws -> Bitmap {
        let isWhole = request.neededLongSide >= request.source.size.longSide
        let size: RenderRequest.Size = isWhole ? .full : .longSide(request.neededLongSide)
        let rendering = try render(
            request.source, RenderRequest(filename: request.source.filename, sizes: [size]), lane, cancellation)
        let picture = rendering.pictures[0]
        // A camera's own picture stands for a raw one nearly as large, and is not enlarged.
        let isSmaller = request.layout.crop == nil && picture.longSide < request.layout.size.longSide
        return isSmaller ? picture : picture.cut(for: request)
    }

    /// Something like the picture that costs far less; nil where there is no such thing.
    func preview(
        _ request: ImageRequest, looksInStore: Bool, _ cancellation: WorkCancellation? = nil
    ) throws -> Bitmap? {
        let source = request.source
        for step in storedSteps(for: request) where looksInStore {
            if let stored = try library.derivatives.bitmap(step, of: source.digest)?.degraded(for: request) {
                return stored
            }
        }
        let wanted = RenderRequest(
            filename: source.filename, source: .preview, sizes: [.longSide(Derivatives.Step.thumbnail.rawValue)])
        do {
            return try render(source, wanted, .quick, cancellation).pictures[0].degraded(for: request)
        } catch let error as MediaError where error.code == .noPreview {
            return nil
        }
    }

    /// The stored sizes in the order in which one is to stand in. A picture that no better one follows is the preview, where
    /// that is closer to what was asked for.
    private func storedSteps(for request: ImageRequest) -> [Derivatives.Step] {
        let isLast = request.delivery == .fast && request.neededLongSide > Derivatives.Step.thumbnail.rawValue
        return isLast ? Derivatives.Step.allCases.reversed() : Derivatives.Step.allCases
    }

    /// The original's bytes.
    func data(of source: PictureSource) throws -> Data {
        try checkPresence(of: source)
        return try Data(contentsOf: library.blobs.fileURL(of: source.digest))
    }

    /// What the worker makes of the original. A picture that it cannot decode is marked as damaged. One that ends or occupies
    /// the worker is remembered, and fails at once the next time.
    ///
    /// - Throws: `takesLong` if the picture does not belong to the quick lane.
    func render(
        _ source: PictureSource, _ request: RenderRequest, _ lane: RenderLane, _ cancellation: WorkCancellation? = nil
    ) throws -> Rendering {
        try checkPresence(of: source)
        let workers = try library.workers()
        do {
            let original = try library.original(source.digest)
            let memory = FaultMemory(of: source.digest, FaultMemory.Purpose(request), in: library, workers)
            let rendering = try memory.guarding {
                try inLane(lane, source, request) {
                    try original.withDescriptor { descriptor throws(MediaError) in
                        try workers.render(descriptor: descriptor, request, lane: lane, cancellation: cancellation)
                    }
                }
            }
            if let damage = rendering.damage { noteIfPossible(damage, of: source) }
            return rendering
        } catch let error as MediaError where error.code == .unreadable && request.source == .picture {
            noteIfPossible(error.message, of: source)
            throw error
        }
    }

    /// Keeps pictures out of the quick lane that are known to take long, or probably do.
    private func inLane(
        _ lane: RenderLane, _ source: PictureSource, _ request: RenderRequest, _ body: () throws -> Rendering
    ) throws -> Rendering {
        guard lane == .quick else { return try body() }
        let slowPictures = library.images.shared.slowPictures
        if request.source == .picture, source.estimatedLane == .slow || slowPictures.contains(source.digest) {
            throw MediaError.takesLong
        }
        do {
            return try body()
        } catch let error as MediaError where error.code == .takesLong {
            if request.source == .picture { slowPictures.insert(source.digest) }
            throw error
        }
    }

    /// Whether the original is elsewhere, as far as that can be told.
    func isElsewhere(_ source: PictureSource) -> Bool {
        (try? library.isElsewhere(source.digest)) ?? false
    }

    private func checkPresence(of source: PictureSource) throws {
        guard try library.blobs.contains(source.digest) else {
            throw library.changes.checkPresence()
                ?? (library.downloads == nil ? Library.isMissing(source) : Library.needsNetwork(source))
        }
    }

    /// Where the catalog cannot be written to, the picture, or why there is none, is told all the same.
    private func noteIfPossible(_ damage: String, of source: PictureSource) {
        _ = try? note(placeholder: nil, damage: damage, of: source)
    }

    private func keep(_ rendering: Rendering, of source: PictureSource) throws {
        let made = try Derivatives.encode(rendering, of: source.digest)
        try note(placeholder: made.placeholder, damage: nil, of: source)
        try library.derivatives.store([made])
    }

    /// Writes only what the catalog does not know: no lock is taken for a picture that was only made once more.
    private func note(placeholder: Data?, damage: String?, of source: PictureSource) throws {
        let isKnown = try library.catalog.read { reader in
            let identifiers = try reader.assets(showing: source.digest, .current)
            return try reader.assets(withIdentifiers: identifiers).values.allSatisfy { asset in
                let hasPlaceholder =
                    try placeholder == nil || reader.placeholders(ofAssets: [asset.id])[asset.id] != nil
                return hasPlaceholder && (damage == nil || asset.damage != nil)
            }
        }
        guard !isKnown else { return }
        var transaction = Transaction()
        transaction.record(.notePicture(source.digest, placeholder: placeholder, damage: damage))
        try library.view(for: .owner(through: "images")).commit(transaction)
    }
}
