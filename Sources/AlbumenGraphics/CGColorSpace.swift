// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The kind of a colour space's components.
public enum CGColorSpaceModel: Int32, Sendable {
    case unknown = -1
    case monochrome = 0
    case rgb = 1
}

/// The meaning of the numbers in a pixel.
///
/// Images of files have their pixels in sRGB, for files of all colour spaces. Images with light that's brighter than
/// white have them in extended linear sRGB. You can create an image from your own pixels in colour spaces that need no
/// conversion: sRGB, the device's, and their greys. The other colour spaces only have names.
public final class CGColorSpace: Hashable, Sendable {
    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
    /// Linear light with sRGB's primaries. Light that's brighter than white is above 1, and colours outside of sRGB
    /// have components below 0.
    public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
    public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"

    /// The name, such as `CGColorSpace.sRGB`, or `nil` for a device's colour space.
    public let name: CFString?
    public let model: CGColorSpaceModel

    /// - Parameter name: One of the names that this class declares. The initializer returns `nil` for any other name.
    public convenience init?(name: CFString) {
        switch name {
        case Self.sRGB, Self.extendedSRGB, Self.linearSRGB, Self.extendedLinearSRGB, Self.displayP3,
            Self.adobeRGB1998:
            self.init(name, .rgb)
        case Self.genericGrayGamma2_2, Self.linearGray: self.init(name, .monochrome)
        default: return nil
        }
    }

    init(_ name: CFString?, _ model: CGColorSpaceModel) {
        self.name = name
        self.model = model
    }

    /// The number of components: three for colour, one for grey.
    public var numberOfComponents: Int { model == .monochrome ? 1 : 3 }

    /// Whether the colour space contains colours outside of sRGB.
    public var isWideGamutRGB: Bool {
        [Self.extendedSRGB, Self.extendedLinearSRGB, Self.displayP3, Self.adobeRGB1998].contains(name)
    }

    /// Whether components of eight bits have the same meaning as in sRGB.
    var needsNoConversion: Bool {
        [nil, Self.sRGB, Self.extendedSRGB, Self.genericGrayGamma2_2].contains(name)
    }

    public static func == (one: CGColorSpace, other: CGColorSpace) -> Bool {
        one.name == other.name && one.model == other.model
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(model)
    }
}

/// Core Foundation's string. In this module it's Swift's `String`.
public typealias CFString = String

/// Returns the colour space of the screen, which this module treats as sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace {
    CGColorSpace(nil, .rgb)
}

/// Returns the grey colour space of the screen, which this module treats as sRGB's grey.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
    CGColorSpace(nil, .monochrome)
}
