package import Foundation
package import Records

/// An app's files or bytes for one new asset, each with its role.
package struct AssetDraft: Sendable {
    package enum Bytes: Sendable {
        case file(URL)
        case data(Data)
    }

    package struct Part: Sendable {
        package var type: ResourceType
        package var bytes: Bytes
        /// The file name of the resource. `nil` for the file's own name, or for a generated name if the part consists
        /// of bytes.
        package var originalFilename: String?
        /// The type of the bytes according to the app. It only determines the extension of a generated name. The bytes
        /// determine the actual type.
        package var uniformTypeIdentifier: String?
        /// Whether to remove the file after the asset is in the library.
        package var movesFile: Bool

        package init(
            type: ResourceType, bytes: Bytes, originalFilename: String? = nil, uniformTypeIdentifier: String? = nil,
            movesFile: Bool = false
        ) {
            self.type = type
            self.bytes = bytes
            self.originalFilename = originalFilename
            self.uniformTypeIdentifier = uniformTypeIdentifier
            self.movesFile = movesFile
        }
    }

    package var uuid: String
    package var parts: [Part]
    /// The values that the app sets in addition to the files.
    package var change: AssetChange
    /// The changes of values that the files contain. `change` takes precedence.
    package var adjustment = AssetAdjustment()

    package init(uuid: String, parts: [Part], change: AssetChange = AssetChange()) {
        self.uuid = uuid
        self.parts = parts
        self.change = change
    }

    /// Returns whether files of these types can form an asset: the original files, and optionally all files of an edit
    /// or the slow motion of a video. An edited slow-motion video has two files of the type `adjustmentData`.
    package static func supports(_ types: [ResourceType]) -> Bool {
        let edit = types.filter(ResourceType.edits.contains)
        let originals = types.filter { !ResourceType.edits.contains($0) }.sorted()
        let isVideo: Bool
        let isLivePhoto = originals.contains(.pairedVideo)
        switch originals {
        case [.video]: isVideo = true
        // The last one is a Live Photo in Apple ProRAW.
        case [.photo], [.photo, .pairedVideo], [.photo, .alternatePhoto], [.photo, .alternatePhoto, .pairedVideo]:
            isVideo = false
        default: return false
        }
        guard !edit.isEmpty else { return true }
        let documents = edit.count { $0 == .adjustmentData }
        let media = edit.filter { $0 != .adjustmentData }
        guard Set(media).count == media.count else { return false }
        if media.isEmpty { return isVideo && documents == 1 }
        let accepted: Set<ResourceType> =
            isVideo
            ? [.fullSizeVideo, .adjustmentBaseVideo]
            : isLivePhoto
                ? [.fullSizePhoto, .fullSizePairedVideo, .adjustmentBasePhoto, .adjustmentBasePairedVideo]
                : [.fullSizePhoto, .adjustmentBasePhoto]
        return accepted.isSuperset(of: media) && !ResourceType.bases.isSuperset(of: media)
            && (1...(isVideo ? 2 : 1)).contains(documents)
    }

    /// Checks the values and the parts.
    ///
    /// - Throws: `LibraryError` that describes an invalid value, or a missing or unsupported part.
    func validate() throws(LibraryError) {
        try change.validate()
        try adjustment.validate()
        guard change.playsVideo == nil || parts.contains(where: { $0.type == .pairedVideo }) else {
            throw LibraryError(.unsupportedAsset, "The new asset isn't a Live Photo, so it has no video to turn off.")
        }
        guard parts.contains(where: { $0.type == .photo || $0.type == .video }) else {
            throw LibraryError(
                .missingResource, "A new asset needs a photo or a video. Add a resource of that type to the request.")
        }
        guard change.originalChoice == nil || parts.contains(where: { $0.type == .alternatePhoto }) else {
            throw LibraryError(
                .unsupportedChange,
                "A new asset with one original has no choice of it. Add the RAW as an alternate photo to the request.")
        }
        guard Self.supports(parts.map(\.type)) else {
            let types = parts.map(\.type.description).sorted().joined(separator: ", ")
            throw LibraryError(
                .unsupportedChange,
                "No asset can be made of these resources: \(types). Ask supportsAssetResourceTypes first.")
        }
    }
}
