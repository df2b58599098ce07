/// The values of `PHAsset.OriginalResourceChoice`: the original that is the base of an asset's renderings.
package struct OriginalChoice: NamedNumber {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The JPEG or HEIC. Also the choice of each asset without a RAW beside it.
    package static let compressed = OriginalChoice(rawValue: 0)
    /// The RAW.
    package static let raw = OriginalChoice(rawValue: 1)
}

extension OriginalChoice {
    package static let names: [OriginalChoice: String] = [.compressed: "compressed", .raw: "raw"]
}
