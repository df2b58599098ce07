public import AlbumenGraphics
public import Foundation
import ImageIO
import MediaRequests
import Pixels
public import UIKitCore

/// The description of an image: its sources, and the steps that make the image from them.
///
/// An image has an extent but no pixels. `CIContext` renders it in the media worker. Coordinates are in pixels, with the
/// origin at the lower left. Creating an image from a file reads its format at once, in the worker. An image is
/// immutable, and any thread can use it.
///
/// An image can have up to 1,000 steps and 8 sources. `CIContext` can't render an image with more.
// Unchecked because the class is open. Its stored property is constant.
open class CIImage: NSObject, @unchecked Sendable {
    let node: ImageNode

    init(node: ImageNode) {
        self.node = node
    }

    /// Creates an image with an empty extent.
    public override init() {
        node = ImageNode(.empty)
    }

    /// Creates an image from pixels. The worker gets them as shared memory and doesn't decode them.
    public init(cgImage image: CGImage) {
        let bitmap = image.bitmap
        node = ImageNode(.source(.pixels(bitmap), bitmap.size))
    }

    /// Creates an image from a file in memory. Blocks until the worker has read its format.
    ///
    /// The image keeps the file's orientation, as on Apple's platforms. HEIF images are always upright.
    ///
    /// - Returns: `nil` if the bytes contain no image, or if there is no worker.
    public init?(data: Data) {
        guard let node = Self.source(data: data, appliesOrientation: false) else { return nil }
        self.node = node
    }

    /// - Parameter options: `applyOrientationProperty` makes the image upright. Ignores other options.
    public init?(data: Data, options: [CIImageOption: Any]? = nil) {
        let isUpright = options?[.applyOrientationProperty] as? Bool ?? false
        guard let node = Self.source(data: data, appliesOrientation: isUpright) else { return nil }
        self.node = node
    }

    /// Creates an image from a file. Blocks until the worker has read its format. Later changes of the file can change
    /// the image.
    ///
    /// The image keeps the file's orientation, as on Apple's platforms. HEIF images are always upright.
    ///
    /// - Returns: `nil` if the URL names no file, the file contains no image, or there is no worker.
    public init?(contentsOf url: URL) {
        guard let node = Self.source(url: url, appliesOrientation: false) else { return nil }
        self.node = node
    }

    /// - Parameter options: `applyOrientationProperty` makes the image upright. Ignores other options.
    public init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
        let isUpright = options?[.applyOrientationProperty] as? Bool ?? false
        guard let node = Self.source(url: url, appliesOrientation: isUpright) else { return nil }
        self.node = node
    }

    /// Creates an image from the stored pixels of an image, without its orientation. Blocks if they must be decoded.
    ///
    /// - Returns: `nil` if the image is empty or can't be decoded.
    public convenience init?(image: UIImage) {
        guard let pixels = image.cgImage else { return nil }
        self.init(cgImage: pixels)
    }

    /// Creates an infinite image of one colour.
    public init(color: CIColor) {
        node = ImageNode(.colour(color.graphColour))
    }

    /// Returns an image with an empty extent.
    open class func empty() -> CIImage { CIImage() }

    open class var black: CIImage { CIImage(color: .black) }
    open class var white: CIImage { CIImage(color: .white) }
    open class var gray: CIImage { CIImage(color: .gray) }
    open class var red: CIImage { CIImage(color: .red) }
    open class var green: CIImage { CIImage(color: .green) }
    open class var blue: CIImage { CIImage(color: .blue) }
    open class var clear: CIImage { CIImage(color: .clear) }

    /// The area in which the image has pixels: `CGRect.infinite` for a colour or a clamped image.
    open var extent: CGRect {
        switch node.extent {
        case .infinite: .infinite
        case .finite(let rectangle):
            CGRect(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
        }
    }

    /// sRGB for an image with a finite extent, otherwise `nil`. Apple's property has the file's colour space.
    open var colorSpace: CGColorSpace? {
        node.extent == .infinite ? nil : CGColorSpace(name: CGColorSpace.sRGB)
    }

    /// The properties that `settingProperties(_:)` set, or those of the file that the image was created from, as
    /// `CGImageSourceCopyPropertiesAtIndex` returns them. Results of operations have the properties of their first input
    /// with a file. Empty for pixels and colours.
    ///
    /// The orientation is 1 if the image was made upright. Each access reads the file's metadata and blocks until the
    /// worker has done it.
    open var properties: [String: Any] {
        var properties: [String: Any] = [:]
        switch node.properties {
        case .none: return [:]
        case .values(let values): properties = ImageProperty.objects(values.dictionary ?? [:])
        case .own, .source:
            guard case .source(let source, _)? = node.propertySource?.operation,
                let values = CGImageSource(source)?.description?.images.first
            else { return [:] }
            properties = ImageProperty.objects(values)
        }
        if properties[kCGImagePropertyOrientation] != nil {
            properties[kCGImagePropertyOrientation] = NSNumber(value: node.orientation)
        }
        return properties
    }

    /// Returns the same image with other properties, which replace all properties of its files.
    ///
    /// - Parameter properties: A dictionary as `CGImageSourceCopyPropertiesAtIndex` returns it. The keys that describe
    ///   pixels, such as their numbers, have no effect.
    open func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
        let values = ImageProperty.changes(NSDictionary(dictionary: properties))
        let orientation = values[kCGImagePropertyOrientation] ?? values["{TIFF}"]?["Orientation"]
        let valid = orientation?.integer.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
        return CIImage(node: ImageNode(node.operation, orientation: valid, properties: .values(values)))
    }

    open override var description: String {
        "<CIImage: \(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) extent [\(extent)]>"
    }
}

/// An option for creating an image.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether to apply the file's orientation. A `Bool`.
    public static let applyOrientationProperty = CIImageOption(rawValue: "kCIImageApplyOrientationProperty")
}

extension CIColor {
    var graphColour: GraphColour {
        GraphColour(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha))
    }
}
