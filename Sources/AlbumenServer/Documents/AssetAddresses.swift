import Records

/// The addresses of an asset's pictures and files in the API.
struct AssetAddresses {
    /// The lengths of the longer side of renditions, in pixels. There are only a few, so that caches are effective.
    static let renditionSizes = [512, 2880, 5760]

    let uuid: String
    /// The tag of the picture's content. An address with this tag always returns the same picture.
    let content: String

    var thumbnail: String { "\(base)/thumbnail?content=\(content)" }
    var preview: String { "\(base)/preview?content=\(content)" }
    var video: String { "\(base)/video" }

    func original(type: String) -> String { "\(base)/originals/\(type)" }

    func rendition(long: Int) -> String { "\(base)/rendition?long=\(long)&content=\(content)" }

    /// Returns the smallest rendition with all of the picture's pixels, otherwise the largest.
    func largestRendition(of asset: AssetRecord) -> String {
        let longSide = max(asset.pixelWidth, asset.pixelHeight)
        let sizes = Self.renditionSizes.dropFirst()
        return rendition(long: sizes.first { $0 >= longSide } ?? sizes[sizes.endIndex - 1])
    }

    private var base: String { "/api/assets/\(uuid)" }
}
