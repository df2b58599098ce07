/// An option of `CIContext`'s files.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether the file has no metadata of the image that it was rendered from. A `Bool`, otherwise `false`. Not in
    /// Apple's framework.
    public static let omitsProperties = CIImageRepresentationOption(rawValue: "AlbumenOmitsProperties")
}
