/// The values of `PHAssetResourceType`: the roles of files in an asset.
package struct ResourceType: NamedNumber {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let photo = ResourceType(rawValue: 1)
    package static let video = ResourceType(rawValue: 2)
    package static let audio = ResourceType(rawValue: 3)
    package static let alternatePhoto = ResourceType(rawValue: 4)
    package static let fullSizePhoto = ResourceType(rawValue: 5)
    package static let fullSizeVideo = ResourceType(rawValue: 6)
    package static let adjustmentData = ResourceType(rawValue: 7)
    package static let adjustmentBasePhoto = ResourceType(rawValue: 8)
    package static let pairedVideo = ResourceType(rawValue: 9)
    package static let fullSizePairedVideo = ResourceType(rawValue: 10)
    package static let adjustmentBasePairedVideo = ResourceType(rawValue: 11)
    package static let adjustmentBaseVideo = ResourceType(rawValue: 12)
    package static let photoProxy = ResourceType(rawValue: 19)
}

extension ResourceType {
    package static let names: [ResourceType: String] = [
        .photo: "photo", .video: "video", .audio: "audio", .alternatePhoto: "alternatePhoto",
        .fullSizePhoto: "fullSizePhoto", .fullSizeVideo: "fullSizeVideo", .adjustmentData: "adjustmentData",
        .adjustmentBasePhoto: "adjustmentBasePhoto", .pairedVideo: "pairedVideo",
        .fullSizePairedVideo: "fullSizePairedVideo", .adjustmentBasePairedVideo: "adjustmentBasePairedVideo",
        .adjustmentBaseVideo: "adjustmentBaseVideo", .photoProxy: "photoProxy",
    ]
}

extension ResourceType: Comparable {
    package static func < (left: ResourceType, right: ResourceType) -> Bool { left.rawValue < right.rawValue }
}

extension ResourceType {
    /// The types of the files that a viewer sees or plays: the picture, the video, the video of a Live Photo, and their
    /// edited versions. If one of them changes, the content of the asset changes.
    package static let inView: Set<ResourceType> = [
        .photo, .video, .pairedVideo, .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo,
    ]
}
