import Records

/// Where the API has an asset's pictures and files.
struct AssetAddresses {
    /// What a rendition may be long, in pixels: few sizes, so that caches serve them.
    static let renditionSizes = [512, 2880, 5760]

    let uuid: String
    /// The tag of the picture's content, in addresses that never show another.
    let content: String

    var thumbnail: String { "\(base)/thumbnail?content=\(content)" }
    var preview: String { "\(base)/preview?content=\(content)" }
    var video: String { "\(base)/video" }

    func original(type: String) -> String { "\(base)/originals/\(type)" }

    func rendition(long: Int) -> String { "\(base)/rendition?long=\(long)&content=\(content)" }

    /// The smallest rendition that has all of the picture's pixels, else the largest.
    func largestRendition(of asset: AssetRecord) -> String {
        let longSide = max(asset.pixelWidth, asset.pixelHeight)
        let sizes = Self.renditionSizes.dropFirst()
        return rendition(long: sizes.first { $0 >= longSide } ?? sizes[sizes.endIndex - 1])
    }

    private var base: String { "/api/assets/\(uuid)" }
}
