/// The operations that edit an asset.
public enum PHAssetEditOperation: Int, Sendable {
    /// Moving the asset to Recently Deleted.
    case delete = 1
    /// Editing the image or video.
    case content = 2
    /// Changing the date, location, caption, rating, or whether the asset is a favorite or hidden.
    case properties = 3
}

extension PHAsset {
    /// The user's rating of an asset, in stars.
    public enum Rating: Int, Sendable {
        /// The asset has no rating.
        case unset = 0
        case one = 1
        case two = 2
        case three = 3
        case four = 4
        case five = 5
    }

    /// The original that is the base of an asset's renderings.
    public enum OriginalResourceChoice: Int, Sendable {
        /// The JPEG or HEIC. Also the value for each asset with one original.
        case compressed = 0
        /// The RAW.
        case raw = 1
    }

    /// The origin of an asset's edits.
    public enum AdjustmentsState: Int, Sendable {
        /// The asset has no edits.
        case none = 0
        /// The user edited the asset in an app.
        case userAdjusted = 2
        /// The camera edited the asset. Albumen doesn't recognize such edits.
        case cameraAutoAdjusted = 3
    }
}
