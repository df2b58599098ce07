/// The kinds of object that the library's history tells of.
public enum PHObjectType: Int, Sendable {
    /// ``PHAsset``.
    case asset = 1
    /// ``PHAssetCollection``: albums. Smart albums and moments are no part of the history.
    case assetCollection = 2
    /// ``PHCollectionList``: folders.
    case collectionList = 3
}
