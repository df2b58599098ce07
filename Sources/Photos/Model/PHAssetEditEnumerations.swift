/// What may be done to an asset.
public enum PHAssetEditOperation: Int, Sendable {
    /// Move it to Recently Deleted.
    case delete = 1
    /// Edit the picture or video.
    case content = 2
    /// Change its date, place, caption, rating, or whether it is a favourite or hidden.
    case properties = 3
}

extension PHAsset {
    /// What the user thinks of an asset, in stars.
    public enum Rating: Int, Sendable {
        /// Nobody said.
        case unset = 0
        case one = 1
        case two = 2
        case three = 3
        case four = 4
        case five = 5
    }

    /// Who edited an asset.
    public enum AdjustmentsState: Int, Sendable {
        /// Nobody.
        case none = 0
        /// The user, in an app.
        case userAdjusted = 2
        /// The camera. Albumen recognises no such edits.
        case cameraAutoAdjusted = 3
    }
}
