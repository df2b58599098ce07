// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// What a colour space's components stand for.
public enum CGColorSpaceModel: Int32, Sendable {
    case unknown = -1
    case monochrome = 0
    case rgb = 1
}

/// What the numbers of a pixel mean.
///
/// Every image of Albumen's has its pixels in sRGB, whatever its file had. Images can be made of a client's own pixels
/// in those spaces whose numbers need no conversion: sRGB, the device's, and their greys. The others are names alone.
public final class CGColorSpace: Hashable, Sendable {
    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
    public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"

    /// As in `CGColorSpace.sRGB`; nil for a device's.
    public let name: CFString?
    public let model: CGColorSpaceModel

    /// - Parameter name: one of this class's names. Any other gives nil.
    public convenience init?(name: CFString) {
        switch name {
        case Self.sRGB, Self.extendedSRGB, Self.linearSRGB, Self.displayP3, Self.adobeRGB1998: self.init(name, .rgb)
        case Self.genericGrayGamma2_2, Self.linearGray: self.init(name, .monochrome)
        default: return nil
        }
    }

    init(_ name: CFString?, _ model: CGColorSpaceModel) {
        self.name = name
        self.model = model
    }

    /// Three of a colour, one of a grey.
    public var numberOfComponents: Int { model == .monochrome ? 1 : 3 }

    /// Whether there are colours in it that sRGB has not.
    public var isWideGamutRGB: Bool {
        [Self.extendedSRGB, Self.displayP3, Self.adobeRGB1998].contains(name)
    }

    /// Whether a component of eight bits is sRGB's as it stands.
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

/// Core Foundation's string, which is no type of its own here.
public typealias CFString = String

/// The colours of the screen, which are taken as sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace {
    CGColorSpace(nil, .rgb)
}

/// The greys of the screen, which are taken as sRGB's.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
    CGColorSpace(nil, .monochrome)
}
