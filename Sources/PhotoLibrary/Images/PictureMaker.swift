import BlobStore
package import Cancellation
import Catalog
import Foundation
package import MediaRequests
import MediaWork
import Pixels
import Records

/// Makes images of a library's files on the calling thread: from a stored derivative if it's large enough, or else
/// from the original, which only the worker decodes.
package struct PictureMaker: Sendable {
    let library: Library

    package init(library: Library) {
        self.library = library
    }

    /// The result of looking for a derivative.
    enum Stored {
        case enough(Bitmap)
        /// No derivative is large enough, but there may be a smaller one.
        case tooSmall
        case nothing
    }

    /// Returns the image if the stored derivatives suffice for it.
    ///
    /// Executes one database statement if the image is a thumbnail, or if there is no derivative.
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
        // If the preview can't be read, a thumbnail may still be available.
        let preview = try? library.derivatives.bitmap(.preview, of: digest, covering: whole)
        return preview.map { .enough($0.cut(for: request)) } ?? .tooSmall
    }

    /// Returns the smallest stored size that suffices for the request, or `nil` if only the original does.
    func step(for request: ImageRequest) -> Derivatives.Step? {
        let needed = request.neededLongSide
        let source = request.source.size.longSide
        // A full-size image is made from the original, because a derivative was compressed again.
        guard needed < source || source <= Derivatives.Step.thumbnail.rawValue else { return nil }
        return Derivatives.Step.allCases.first { $0.rawValue >= needed }
    }

    /// Decodes the original once for both stored sizes. Stores them, and records the placeholder and any damage.
    package func ladder(
        _ source: PictureSource, _ lane: RenderLane, _ cancellation: WorkCancellation? = nil
    ) throws -> Ladder {
        let rendering = try render(
            source, library.derivativesRequest(filename: source.filename), lane, cancellation)
        // An image that can't be stored, for example because the disk is full, can be shown. The next request makes
        // it again.
        _ = try? keep(rendering, of: source)
        if rendering.omitsLargest { return Ladder(preview: nil, thumbnail: rendering.pictures[0]) }
        // The worker's images share memory, so a cached thumbnail would retain the preview's pixels.
        return Ladder(preview: rendering.pictures[0], thumbnail: rendering.pictures[1].copied())
    }

    /// Returns the stored sizes, or `nil` if one of them is missing.
    func storedLadder(_ source: PictureSource) throws -> Ladder? {
        let preview = try library.derivatives.bitmap(.preview, of: source.digest)
        guard try preview != nil || library.derivatives.usesOriginal(source.digest),
            let thumbnail = try library.derivatives.bitmap(.thumbnail, of: source.digest)
        else { return nil }
        return Ladder(preview: preview, thumbnail: thumbnail)
    }

    /// Returns an image in a stored size that isn't stored. Makes and stores both sizes, unless the original serves as
    /// the preview.
    ///
    /// - Parameters:
    ///   - lane: The lane of the calling thread, or `nil` if the thread may wait for both lanes.
    ///   - ladder: Returns both sizes.
    func picture(
        _ step: Derivatives.Step, _ source: PictureSource, _ lane: RenderLane?,
        _ cancellation: WorkCancellation? = nil, ladder: () throws -> Ladder
    ) throws -> Bitmap {
        if try step == .thumbnail || !library.derivatives.usesOriginal(source.digest) {
            let made = try ladder()
            if let picture = step == .thumbnail ? made.thumbnail : made.preview { return picture }
        }
        let request = RenderRequest(filename: source.filename, sizes: [.longSide(step.rawValue)])
        do {
            return try render(source, request, lane ?? .quick, cancellation).pictures[0]
        } catch let error as MediaError where error.code == .takesLong && lane == nil {
            return try render(source, request, .slow, cancellation).pictures[0]
        }
    }

    /// Decodes the original, but no larger than needed, and returns the requested part and size.
    func decodedPicture(
        _ request: ImageRequest, _ lane: RenderLane, _ cancellation: WorkCancellation? = nil
    ) throws -> Bitmap {
        let isWhole = request.neededLongSide >= request.source.size.longSide
        let size: RenderRequest.Size = isWhole ? .full : .longSide(request.neededLongSide)
        let rendering = try render(
            request.source,
            RenderRequest(filename: request.source.filename, sizes: [size], headroom: request.headroom), lane,
            cancellation)
        let picture = rendering.pictures[0]
        // For a raw file, the worker can return the camera's embedded image, which is slightly smaller. It isn't
        // enlarged.
        let isSmaller = request.layout.crop == nil && picture.longSide < request.layout.size.longSide
        return isSmaller ? picture : picture.cut(for: request)
    }

    /// Returns a degraded image that takes much less time, or `nil` if there is none.
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

    /// Returns the stored sizes in the order in which to try them as a degraded image. If no better image follows and
    /// the request needs more than a thumbnail, the preview comes first.
    private func storedSteps(for request: ImageRequest) -> [Derivatives.Step] {
        let isLast = request.delivery == .fast && request.neededLongSide > Derivatives.Step.thumbnail.rawValue
        return isLast ? Derivatives.Step.allCases.reversed() : Derivatives.Step.allCases
    }

    /// Returns the original's bytes.
    func data(of source: PictureSource) throws -> Data {
        try library.originals.requireHere(source)
        return try Data(contentsOf: library.blobs.fileURL(of: source.digest))
    }

    /// Decodes the original in the worker.
    ///
    /// Marks an image that can't be decoded as damaged. If the file crashes or blocks the worker, later requests fail
    /// at once.
    ///
    /// - Throws: `takesLong` if the image doesn't belong to the quick lane. `bytesMissing` if the worker needs
    ///   further bytes of a remote video.
    package func render(
        _ source: PictureSource, _ request: RenderRequest, _ lane: RenderLane, _ cancellation: WorkCancellation? = nil
    ) throws -> Rendering {
        // A frame of a video needs only some of its bytes.
        let original = try library.originals.openPresent(source, orPieces: source.isVideo)
        let workers = try library.workers()
        do {
            let memory = FaultMemory(of: source.digest, FaultMemory.Purpose(request), in: library, workers)
            let rendering = try memory.guarding {
                try inLane(lane, source, request) {
                    try original.file.withDescriptor { descriptor throws(MediaError) in
                        try workers.render(
                            descriptor: descriptor, present: original.bytes, request, lane: lane,
                            cancellation: cancellation)
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

    /// Keeps an image out of the quick lane if it's known or estimated to take long.
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

    /// Returns whether the original isn't here and may be in the library's place, as far as that can be read.
    func isInPlace(_ source: PictureSource) -> Bool {
        (try? library.originals.location(of: source.digest)) == .inPlace
    }

    /// Records damage. Ignores errors of the catalog, because they don't affect the request's result.
    private func noteIfPossible(_ damage: String, of source: PictureSource) {
        _ = try? note(placeholder: nil, damage: damage, of: source)
    }

    private func keep(_ rendering: Rendering, of source: PictureSource) throws {
        let made = try Derivatives.encode(rendering, of: source.digest)
        try note(placeholder: made.placeholder, damage: nil, of: source)
        try library.derivatives.store([made])
    }

    /// Records the placeholder and damage that the catalog lacks. If it lacks none, takes no write lock.
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
