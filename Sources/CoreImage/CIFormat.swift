// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The layout of a rendered bitmap's pixels, premultiplied by alpha.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Alpha, red, green, blue of eight bits each.
    public static let ARGB8 = CIFormat(rawValue: 265)
    /// Blue, green, red, alpha of eight bits each.
    public static let BGRA8 = CIFormat(rawValue: 266)
    /// Red, green, blue, alpha of eight bits each.
    public static let RGBA8 = CIFormat(rawValue: 264)
    /// Alpha, blue, green, red of eight bits each.
    public static let ABGR8 = CIFormat(rawValue: 267)
    /// Red, green, blue, alpha of sixteen bits each. Only for PNG and TIFF files.
    public static let RGBA16 = CIFormat(rawValue: 2312)

    /// The places of red, green, blue and alpha in a pixel, or `nil` if bitmaps can't have this format.
    var places: [Int]? {
        switch self {
        case .RGBA8: [0, 1, 2, 3]
        case .BGRA8: [2, 1, 0, 3]
        case .ARGB8: [1, 2, 3, 0]
        case .ABGR8: [3, 2, 1, 0]
        default: nil
        }
    }
}
