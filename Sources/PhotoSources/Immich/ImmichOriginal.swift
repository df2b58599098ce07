/// The original file of an asset.
struct ImmichOriginal {
    let asset: ImmichIdentifier
    let name: String
    let path: String?
    let size: Int64?
    let modificationTime: Int64
    let sha1: [UInt8]?
    /// Whether the server has no file, or keeps the asset from its API.
    let isAbsent: Bool

    init(_ asset: ImmichAsset) {
        self.asset = asset.identifier
        name = asset.name
        path = asset.path
        size = asset.size
        modificationTime = asset.modificationTime
        sha1 = asset.sha1
        isAbsent = asset.isOffline
    }
}
