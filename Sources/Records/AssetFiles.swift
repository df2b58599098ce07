/// A file with its role in an asset.
package protocol AssetFile {
    var resourceType: ResourceType { get }
    var uniformTypeIdentifier: String { get }
    /// Whether the file is a RAW that the user chose as the original, instead of the JPEG or HEIC beside it.
    var isUsedAsOriginal: Bool { get }
}

extension ResourceRecord: AssetFile {
    package var resourceType: ResourceType { type }
}

/// The files of one asset, and which of them to show, play or export.
///
/// Everything that needs one of an asset's files names the version it means:
///
/// ```swift
/// let files = AssetFiles(try view.resources(ofAsset: asset.id) ?? [])
/// let rendering = files.picture(.current)
/// let raw = files.picture(.original)
/// ```
///
/// An edit adds files and never replaces the originals:
///
/// | asset | files |
/// |---|---|
/// | photo | `photo` |
/// | RAW and JPEG | `photo`, `alternatePhoto` |
/// | Live Photo | `photo`, `pairedVideo` |
/// | video | `video` |
/// | each, edited | also `adjustmentData` and `fullSizePhoto`, `fullSizePairedVideo` or `fullSizeVideo` |
/// | each, edited on top of another app's edit | also `adjustmentBasePhoto`, `adjustmentBasePairedVideo` or `adjustmentBaseVideo` |
///
/// The user can choose the RAW of a RAW and JPEG as the original. It's then the unadjusted version.
///
/// If a version's own file is missing, the next best file takes its place.
///
/// A page's window chooses a picture for each of its photos, so that choice is inlined into other modules.
package struct AssetFiles<File: AssetFile> {
    @usableFromInline let files: [File]

    /// - Parameter files: in any order. If two have the same type, the first one counts.
    @inlinable
    package init(_ files: [File]) {
        self.files = files
    }

    @inlinable
    package subscript(type: ResourceType) -> File? {
        files.first { $0.resourceType == type }
    }

    /// All files in the order of their types: originals first.
    package var all: [File] {
        files.sorted { $0.resourceType.rawValue < $1.resourceType.rawValue }
    }

    // MARK: Versions

    /// The file that the asset's picture is made from. For a video, this is the video itself.
    @inlinable
    package func picture(_ version: AssetVersion) -> File? {
        switch version {
        case .current: self[.fullSizePhoto] ?? self[.fullSizeVideo] ?? picture(.unadjusted)
        case .unadjusted: files.first { $0.isUsedAsOriginal } ?? describingFile
        case .original: self[.alternatePhoto] ?? describingFile
        case .compressed: describingFile
        }
    }

    /// The file whose metadata are those of the asset: the JPEG or HEIC of a RAW and JPEG, whichever is the original.
    @inlinable
    package var describingFile: File? {
        self[.photo] ?? self[.video] ?? self[.alternatePhoto]
    }

    /// The RAW and the compressed photo between which the user can choose the original. Returns `nil` for an asset with
    /// one original.
    package var choosableOriginals: (raw: File, compressed: File)? {
        guard let raw = self[.alternatePhoto], raw.isCameraRAW, let photo = self[.photo], !photo.isCameraRAW else {
            return nil
        }
        return (raw, photo)
    }

    /// The file that plays: the video, or the paired video of a Live Photo.
    package func playable(_ version: AssetVersion) -> File? {
        switch version {
        case .current: first(.fullSizeVideo, .video) ?? pairedVideo(.current)
        case .unadjusted, .original, .compressed: self[.video] ?? pairedVideo(version)
        }
    }

    /// The video of a Live Photo. Returns `nil` for a Live Photo whose edit has only a photo: the edit made it a still.
    package func pairedVideo(_ version: AssetVersion) -> File? {
        switch version {
        case .current: self[.fullSizePairedVideo] ?? (self[.fullSizePhoto] == nil ? self[.pairedVideo] : nil)
        case .unadjusted, .original, .compressed: self[.pairedVideo]
        }
    }

    /// The file that names the asset and gives it its type: its picture, or any other file if it has none.
    package func primary(_ version: AssetVersion) -> File? {
        picture(version) ?? all.first
    }

    // MARK: Export

    /// The files that show the asset: its picture, and the paired video of a Live Photo.
    package func shown(_ version: AssetVersion) -> [File] {
        [picture(version), pairedVideo(version)].compactMap(\.self)
    }

    /// All files that came from a camera, without those of edits.
    package var originals: [File] {
        [ResourceType.photo, .video, .alternatePhoto, .pairedVideo].flatMap { type in
            files.filter { $0.resourceType == type }
        }
    }

    /// The AAE file with the slow motion of a video. It isn't part of an edit: it outlives edits and reverts. Its type
    /// tells it apart from an edit's document.
    package var slowMotionAdjustment: File? {
        self[.video] == nil ? nil : files.first { $0.isSlowMotion }
    }

    // MARK: Edits

    /// Whether the asset has an edit. Adjustment data without a rendering, as a slow-motion video has, is no edit.
    package var isAdjusted: Bool {
        first(.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo) != nil
    }

    /// The document with an edit's recipe.
    package var adjustmentData: File? {
        files.first { $0.resourceType == .adjustmentData && !$0.isSlowMotion }
    }

    /// The files that an edit added: its renderings, its document, and the other app's rendering that it's based on.
    package var edit: [File] {
        files.filter { ResourceType.edits.contains($0.resourceType) && !$0.isSlowMotion }
    }

    /// The photo or video that the adjustment data applies to: another app's rendering, or the unadjusted file.
    package var adjustmentBase: File? {
        first(.adjustmentBasePhoto, .adjustmentBaseVideo) ?? picture(.unadjusted)
    }

    /// The paired video that the adjustment data applies to. Returns `nil` if the other app's edit made a still.
    package var adjustmentBasePairedVideo: File? {
        self[.adjustmentBasePairedVideo] ?? (self[.adjustmentBasePhoto] == nil ? pairedVideo(.unadjusted) : nil)
    }

    /// Whether a file belongs to the current version. An edit replaces the file that it renders, and the base it used.
    package func isCurrent(_ file: File) -> Bool {
        switch file.resourceType {
        case .photo, .alternatePhoto, .adjustmentBasePhoto: self[.fullSizePhoto] == nil
        case .video, .adjustmentBaseVideo: self[.fullSizeVideo] == nil
        case .pairedVideo, .adjustmentBasePairedVideo: first(.fullSizePairedVideo, .fullSizePhoto) == nil
        default: true
        }
    }

    private func first(_ types: ResourceType...) -> File? {
        for type in types {
            if let file = self[type] { return file }
        }
        return nil
    }
}

extension AssetFiles: Sendable where File: Sendable {}

extension AssetFile {
    /// Whether the file is a camera's RAW. All types of RAW images that the library imports have this suffix.
    fileprivate var isCameraRAW: Bool { uniformTypeIdentifier.hasSuffix("raw-image") }

    /// Whether the file is the slow motion of a video, and not the document of an edit.
    fileprivate var isSlowMotion: Bool {
        resourceType == .adjustmentData && uniformTypeIdentifier == AdjustmentEnvelope.uniformTypeIdentifier
    }
}

/// AAE files of Apple's devices.
package enum AdjustmentEnvelope {
    /// The type of an AAE file that the library keeps as it is: the slow motion of a video.
    package static let uniformTypeIdentifier = "com.apple.photos.apple-adjustment-envelope"
}

extension ResourceType {
    /// The types of the files that an edit adds. The slow motion of a video has the type of an edit's document, too.
    package static let edits: Set<ResourceType> = [
        .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentData, .adjustmentBasePhoto,
        .adjustmentBaseVideo, .adjustmentBasePairedVideo,
    ]

    /// Whether files of this type are photos, videos, or neither.
    package var mediaType: AssetMediaType? {
        switch self {
        case .photo, .alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto, .photoProxy: .image
        case .video, .pairedVideo, .fullSizeVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo,
            .adjustmentBaseVideo:
            .video
        case .audio: .audio
        default: nil
        }
    }
}
