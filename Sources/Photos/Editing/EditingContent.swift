import AVFoundation
import CoreLocation
import Foundation
import PhotoLibrary
import Records
import UIKitCore

/// The values of a content editing input.
struct EditingContent {
    let assetUUID: String
    /// The asset's edit when the input was requested.
    let revision: EditRevision
    /// Whether the app understands the recipe of the asset's edit.
    let isContinuing: Bool
    /// The original that the app asked for and edits, or `nil` if it edits the asset as it is.
    let originalChoice: OriginalChoice?
    let adjustmentData: PHAdjustmentData?
    let mediaType: PHAssetMediaType
    var mediaSubtypes: PHAssetMediaSubtype
    var playbackStyle: PHAsset.PlaybackStyle
    let creationDate: Date?
    let location: CLLocation?
    let uniformTypeIdentifier: String
    var displaySizeImage: UIImage?
    var fullSizeImageURL: URL?
    var fullSizeImageOrientation: Int32 = 0
    var audiovisualAsset: AVAsset?
    var livePhoto: PHLivePhoto?

    init(_ choice: EditingChoice, of asset: EditedAsset, _ file: ResourceRecord) {
        assetUUID = choice.editing.asset.uuid
        revision = choice.editing.revision
        isContinuing = choice.isContinuing
        originalChoice = choice.editedOriginal
        adjustmentData = choice.adjustmentData
        mediaType = asset.mediaType
        mediaSubtypes = asset.mediaSubtypes
        playbackStyle = asset.playbackStyle
        creationDate = asset.creationDate
        location = asset.location
        uniformTypeIdentifier = file.uniformTypeIdentifier
    }

    /// Sets the Live Photo. An edit can make a still of a Live Photo, so its file decides and not the asset.
    mutating func setLivePhoto(_ livePhoto: PHLivePhoto?) {
        self.livePhoto = livePhoto
        if livePhoto != nil {
            mediaSubtypes.insert(.photoLive)
            playbackStyle = .livePhoto
        } else if playbackStyle == .livePhoto || (mediaType == .image && playbackStyle == .videoLooping) {
            mediaSubtypes.remove(.photoLive)
            playbackStyle = .image
        }
    }
}

/// The properties of an asset that its input repeats, from the time of the asset's fetch.
struct EditedAsset: Sendable {
    let mediaType: PHAssetMediaType
    let mediaSubtypes: PHAssetMediaSubtype
    let playbackStyle: PHAsset.PlaybackStyle
    let creationDate: Date?
    let location: CLLocation?

    init(_ asset: PHAsset) {
        mediaType = asset.mediaType
        mediaSubtypes = asset.mediaSubtypes
        playbackStyle = asset.playbackStyle
        creationDate = asset.creationDate
        location = asset.location
    }
}

/// The files that an app edits: the base if the app understands the recipe, otherwise the current version.
struct EditingChoice {
    let editing: AssetEditing
    let isContinuing: Bool
    let adjustmentData: PHAdjustmentData?
    private let requestedOriginal: OriginalChoice?

    /// - Parameters:
    ///   - requestedOriginal: The original that the app asked for. `editing` has it as the original.
    ///   - adjustmentData: The recipe, if the app understands it.
    init(
        _ editing: AssetEditing, _ requestedOriginal: OriginalChoice?, handling adjustmentData: PHAdjustmentData?
    ) {
        self.editing = editing
        self.requestedOriginal = requestedOriginal
        self.adjustmentData = adjustmentData
        isContinuing = adjustmentData != nil
    }

    /// The photo or video, followed by the paired video of a Live Photo.
    var files: [ResourceRecord] { isContinuing ? editing.base : editing.current }

    var isLivePhoto: Bool { files.count == 2 }

    /// The original that the app asked for, if the files are that original and not another app's rendering.
    var editedOriginal: OriginalChoice? {
        files.first?.id == editing.files.picture(.unadjusted)?.id ? requestedOriginal : nil
    }

    /// The files that must be on this machine: also the slow motion of an original video.
    var sourceFiles: [ResourceRecord] {
        files + (files.first?.type == .video ? [editing.files.slowMotionAdjustment].compactMap(\.self) : [])
    }

    /// The version that consists of the files, or `nil` for another app's rendering that is no longer current.
    var version: AssetVersion? {
        if let editedOriginal { return editedOriginal == .raw ? .original : .compressed }
        if !isContinuing { return .current }
        return editing.files.shown(.unadjusted).map(\.id) == files.map(\.id) ? .unadjusted : nil
    }
}
