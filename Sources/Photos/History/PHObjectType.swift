/// The kinds of objects in the library's history.
public enum PHObjectType: Int, Sendable {
    /// ``PHAsset``.
    case asset = 1
    /// ``PHAssetCollection``: albums. The history doesn't contain smart albums and moments.
    case assetCollection = 2
    /// ``PHCollectionList``: folders.
    case collectionList = 3
}
