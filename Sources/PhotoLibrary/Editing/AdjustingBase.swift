import BlobStore
package import MediaRequests
import MediaWork
import Pixels
package import Records

/// The files that a recipe of Albumen's editor applies to: the original, or another app's rendering.
package struct AdjustingBase: Sendable {
    package let editing: AssetEditing
    package let kind: AdjustmentRecipe.Kind
    /// The recipe of the present edit, or `nil` if the asset has none or another app made it.
    package let recipe: AdjustmentRecipe?
    /// The photo, or the video.
    package let picture: ResourceRecord
    /// The video, or the paired video of a Live Photo. `nil` for a photo.
    package let movie: ResourceRecord?

    /// Whether the recipe applies to the original itself.
    var isOriginal: Bool { picture.type == editing.files.picture(.unadjusted)?.type }

    /// The filename, for messages.
    package var name: String {
        editing.files.picture(.original)?.originalFilename ?? picture.originalFilename
    }

    /// The identifier that the photo and the video of a Live Photo share.
    var contentIdentifier: String? {
        editing.files[.pairedVideo]?.contentIdentifier ?? editing.files[.photo]?.contentIdentifier
    }
}

/// The facts about a movie that an edit needs.
package struct AdjustedMovie: Sendable {
    package let description: MovieDescription
    /// In seconds.
    package var duration: Double { description.duration.seconds }

    /// The time of a Live Photo's still, in seconds, or `nil` if the movie doesn't name it.
    package var photoTime: Double? { description.stillImageTime.map { max(0, min($0.seconds, duration)) } }

    /// FFmpeg's name of the codec.
    package var videoCodec: String? { videoTrack?.codec }

    var videoTrack: MovieDescription.Track? { description.tracks.first { $0.kind == .video } }
    var soundTrack: MovieDescription.Track? { description.tracks.first { $0.kind == .audio } }
}

extension LibraryView {
    /// Returns the files that a recipe applies to. Reads the catalog, and the recipe of the present edit from the disk.
    ///
    /// - Throws: `LibraryError.Code.notFound` if there is no such asset, or if the principal may not see it.
    ///   `invalidAdjustment` if Albumen's editor can't edit the asset. `networkAccessRequired` or `missingBytes` if the
    ///   recipe isn't in the library's folder.
    package func adjustingBase(ofAsset uuid: String) throws -> AdjustingBase {
        guard let editing = try editing(ofAsset: uuid) else {
            throw LibraryError(.notFound, "There is no photo or video with the identifier \(uuid).")
        }
        let recipe = try adjustmentDocument(of: editing).flatMap { AdjustmentRecipe($0.adjustment) }
        let files = recipe == nil ? editing.current : editing.base
        guard let picture = files.first else {
            throw LibraryError(
                .missingBytes, "\(LocalIdentifier.string(uuid: uuid, kind: .asset)) has no file in the library.")
        }
        let isVideo = picture.type.mediaType == .video
        let movie = isVideo ? picture : files.dropFirst().first
        let base = AdjustingBase(
            editing: editing, kind: isVideo ? .video : movie == nil ? .photo : .livePhoto, recipe: recipe,
            picture: picture, movie: movie)
        guard editing.asset.playbackStyle != .imageAnimated else {
            throw LibraryError(
                .invalidAdjustment, "\(base.name) is animated. Albumen's editor would keep only its first frame.")
        }
        return base
    }

    /// Describes the movie of a base. Reads it in a worker, and blocks.
    ///
    /// - Returns: `nil` for a photo.
    package func movie(of base: AdjustingBase, network: NetworkAccess = .refused) throws -> AdjustedMovie? {
        guard let movie = base.movie else { return nil }
        let source = try local(movie, of: base.editing, network: network)
        let workers = try library.workers()
        var description = try library.originals.open(source.digest).withDescriptor { descriptor throws(MediaError) in
            try workers.describeMovie(descriptor: descriptor, filename: source.filename)
        }
        if description.stillImageTime == nil, movie.container != nil {
            // The photo of a motion photo has the time, not its video.
            let photo = try local(base.picture, of: base.editing, network: network)
            let probe = try library.originals.open(photo.digest).withDescriptor { descriptor throws(MediaError) in
                try workers.probe(descriptor: descriptor, filename: photo.filename)
            }
            description.stillImageTime = probe.motionVideo?.photoTime.map { MediaTime(seconds: $0) }
        }
        return AdjustedMovie(description: description)
    }

    /// Returns the slow motion with which a base plays.
    ///
    /// - Throws: The errors of `originalSlowMotion(of:)`.
    package func slowMotion(of base: AdjustingBase) throws -> SlowMotion? {
        base.isOriginal ? try originalSlowMotion(of: base.editing.asset) : nil
    }

    /// Returns the source of a file that must be in the library's folder. Downloads a remote one if `network` allows it,
    /// and blocks.
    ///
    /// - Throws: `LibraryError.Code.networkAccessRequired` if the file is remote, `networkFailed`, or `missingBytes`.
    func local(
        _ resource: ResourceRecord, of editing: AssetEditing, network: NetworkAccess = .refused
    ) throws -> PictureSource {
        let source = PictureSource(resource, assetUUID: editing.asset.uuid)
        do {
            try originals.fetch(source, network)
        } catch is CancellationError {
            throw MediaError.cancelled
        }
        return source
    }
}
