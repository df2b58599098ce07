/// The bits of `PHAssetSourceType`.
package struct SourceTypes: OptionSet, PhotoKitNumber {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let userLibrary = SourceTypes(rawValue: 1 << 0)
    package static let cloudShared = SourceTypes(rawValue: 1 << 1)
    package static let iTunesSynced = SourceTypes(rawValue: 1 << 2)
}

extension SourceTypes {
    /// Every source, including sources that this version doesn't know.
    package static let all = SourceTypes(rawValue: -1)
}
