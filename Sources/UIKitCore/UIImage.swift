public import AlbumenGraphics
public import Foundation
public import ItemProviders
import Pixels

/// An image with its scale and orientation.
///
/// Images are immutable, and you can use them from any thread. An image of a file reads the file's size at once. It
/// decodes the pixels on first use, in the media worker and within the worker's limits, and then keeps them. An
/// animated image shows its first frame.
// Unchecked because the class is open. No stored property changes after the image's creation, and subclasses must keep
// that rule.
open class UIImage: NSObject, NSItemProviderReading, NSItemProviderWriting, @unchecked Sendable {
    /// The rotation and mirroring that make the stored pixels upright.
    public enum Orientation: Int, Sendable {
        case up = 0
        /// Rotated by 180 degrees.
        case down = 1
        /// Upright after a rotation by 90 degrees counterclockwise.
        case left = 2
        /// Upright after a rotation by 90 degrees clockwise.
        case right = 3
        /// Mirrored horizontally.
        case upMirrored = 4
        case downMirrored = 5
        case leftMirrored = 6
        case rightMirrored = 7
    }

    private enum Source {
        case nothing
        case pixels(CGImage)
        case file(ImageFile)
    }

    private var source: Source
    private var pixelsPerPoint: CGFloat
    private var turn: Orientation
    private(set) var values = ImageValues()

    /// Creates an empty image.
    public override init() {
        source = .nothing
        pixelsPerPoint = 1
        turn = .up
    }

    /// Creates an image from upright pixels, at one pixel per point.
    public init(cgImage: CGImage) {
        source = .pixels(cgImage)
        pixelsPerPoint = 1
        turn = .up
    }

    /// - Parameters:
    ///   - scale: The number of pixels per point. 0 means 1.
    ///   - orientation: The rotation and mirroring that make the pixels upright.
    public init(cgImage: CGImage, scale: CGFloat, orientation: UIImage.Orientation) {
        source = .pixels(cgImage)
        pixelsPerPoint = Self.usable(scale)
        turn = orientation
    }

    /// Creates an image from the bytes of a file, at one pixel per point. Blocks until the worker has read the file's
    /// format.
    ///
    /// - Returns: `nil` if the bytes contain no image, or if there is no worker. In the second case the method also
    ///   writes a message to standard error.
    public init?(data: Data) {
        guard let file = ImageFile(data) else { return nil }
        source = .file(file)
        pixelsPerPoint = 1
        turn = file.orientation
    }

    /// Creates an image from the bytes of a file, as `init(data:)` does.
    ///
    /// - Parameter scale: The number of pixels per point. 0 means 1.
    public init?(data: Data, scale: CGFloat) {
        guard let file = ImageFile(data) else { return nil }
        source = .file(file)
        pixelsPerPoint = Self.usable(scale)
        turn = file.orientation
    }

    /// Creates an image from a file. Blocks until the worker has read the file's format.
    ///
    /// The image doesn't need the file afterwards. If the file's name ends in `@2x` or `@3x` before its extension,
    /// the image has that scale.
    ///
    /// - Returns: `nil` if there is no such file, it contains no image, or there is no worker. In the last case the
    ///   method also writes a message to standard error.
    public init?(contentsOfFile path: String) {
        guard let file = ImageFile(path: path) else { return nil }
        source = .file(file)
        pixelsPerPoint = Self.scale(ofName: path)
        turn = file.orientation
    }

    /// Returns a copy with another orientation and other values. The copy shares the file and its pixels.
    ///
    /// It isn't an initializer: a subclass would not inherit UIKit's initializers if it can't see one of this class.
    func copy(orientation: Orientation, values: ImageValues) -> UIImage {
        let copy = UIImage()
        // A subclass can have other pixels than its source.
        copy.source = type(of: self) == UIImage.self ? source : cgImage.map(Source.pixels) ?? .nothing
        copy.pixelsPerPoint = Self.usable(scale)
        copy.turn = orientation
        copy.values = values
        return copy
    }

    /// The stored pixels, without the image's orientation. The first access to an image of a file decodes it, and
    /// blocks meanwhile.
    ///
    /// The value is `nil` for an empty image, and if the worker can't decode the file.
    open var cgImage: CGImage? {
        switch source {
        case .nothing: nil
        case .pixels(let image): image
        case .file(let file): file.image
        }
    }

    /// The rotation and mirroring that make the stored pixels upright.
    open var imageOrientation: UIImage.Orientation { turn }

    /// The number of pixels per point.
    open var scale: CGFloat { pixelsPerPoint }

    /// The size of the upright image, in points.
    open var size: CGSize {
        let stored: PixelSize
        switch source {
        case .nothing: return .zero
        case .pixels(let image): stored = image.bitmap.size
        case .file(let file): stored = file.size
        }
        let size = PictureTurn(orientation: turn.exif).turned(stored)
        return CGSize(width: CGFloat(size.width) / scale, height: CGFloat(size.height) / scale)
    }

    /// Whether the image has light that's brighter than white. `cgImage` then has half floats in extended linear sRGB
    /// and its headroom. Images of files are SDR.
    open var isHighDynamicRange: Bool {
        guard case .pixels(let image) = source else { return false }
        return image.bitmap.hdr != nil
    }

    /// Returns the upright image, with both sides at least as long as in `size` unless the image is smaller.
    func picture(covering size: PixelSize) -> Bitmap? {
        guard case .file(let file) = source else { return uprightBitmap }
        return file.picture(covering: size)
    }

    // MARK: Values for an interface

    /// The way in which an interface shows the image. The default is `automatic`. Drawing the image ignores it.
    open var renderingMode: RenderingMode { values.renderingMode }

    /// Returns the image with a rendering mode. The result shares the pixels.
    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
        changed { $0.renderingMode = renderingMode }
    }

    /// Returns the image in one colour, with the opacity of this image's pixels. Blocks if they must be decoded.
    ///
    /// The pixels of the result are upright and have the colour. Apple's method keeps the pixels and applies the colour
    /// when the image is drawn. The rendering mode stays the same.
    open func withTintColor(_ color: UIColor) -> UIImage {
        withTintColor(color, renderingMode: renderingMode)
    }

    /// Returns the image in one colour, as ``withTintColor(_:)`` does, with a rendering mode.
    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        var values = values
        values.renderingMode = renderingMode
        guard let pixels = tinted(color.cgColor) else { return copy(orientation: imageOrientation, values: values) }
        return UIImage(cgImage: pixels, scale: scale, orientation: .up).copy(orientation: .up, values: values)
    }

    /// The image's configuration, or `nil` if ``withConfiguration(_:)`` set none.
    open var configuration: Configuration? { values.configuration }

    /// Returns the image with a configuration. The result shares the pixels.
    open func withConfiguration(_ configuration: Configuration) -> UIImage {
        changed { $0.configuration = configuration }
    }

    /// Returns whether both images have the same pixels, orientation and scale. Decodes files to compare them.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        guard self !== other else { return true }
        guard scale == other.scale, imageOrientation == other.imageOrientation, size == other.size else { return false }
        return switch (cgImage, other.cgImage) {
        case (let image?, let otherImage?): image.hasPixels(of: otherImage)
        case (nil, nil): size == .zero
        default: false
        }
    }

    open override var hash: Int {
        var hasher = Hasher()
        for number in [size.width, size.height, scale] { hasher.combine(number) }
        hasher.combine(imageOrientation)
        return hasher.finalize()
    }

    open override var description: String {
        let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
        let sides = [size.width, size.height].map { String(format: "%g", Double($0)) }
        return "<\(type(of: self)):0x\(String(address, radix: 16)) anonymous {\(sides[0]), \(sides[1])}>"
    }

    // MARK: Item providers

    /// The types of images that the media worker decodes. Empty for a subclass, which this initializer can't create.
    open class var readableTypeIdentifiersForItemProvider: [String] {
        self == UIImage.self ? ImageItemTypes.readable : []
    }

    /// PNG, JPEG and HEIC.
    open class var writableTypeIdentifiersForItemProvider: [String] { ImageItemTypes.writable }

    /// Creates an image from the bytes of a file, at one pixel per point. Loses the file's metadata.
    ///
    /// - Throws: An error if the bytes contain no image, or if there is no worker. Subclasses override the method, because
    ///   it only creates images of this class.
    open class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let image = UIImage(data: data) else {
            throw NSError.item(.itemUnavailableError, "The data of type \(typeIdentifier) can't be read as an image.")
        }
        guard let image = image as? Self else {
            throw NSError.item(.unexpectedValueClassError, "An image of class \(self) can't be created from data.")
        }
        return image
    }

    /// Encodes the image on the calling thread.
    open func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        do {
            completionHandler(try encoded(as: typeIdentifier), nil)
        } catch {
            completionHandler(nil, error)
        }
        return nil
    }

    private static func usable(_ scale: CGFloat) -> CGFloat {
        scale > 0 && scale.isFinite ? scale : 1
    }

    /// Returns the scale that a file's name declares: 2 for `button@2x.png`, 3 for `button@3x.png`, otherwise 1.
    private static func scale(ofName path: String) -> CGFloat {
        let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        return stem.hasSuffix("@2x") ? 2 : stem.hasSuffix("@3x") ? 3 : 1
    }
}

extension UIImage.Orientation {
    /// The orientation as EXIF's number, from 1 to 8.
    var exif: Int {
        switch self {
        case .up: 1
        case .upMirrored: 2
        case .down: 3
        case .downMirrored: 4
        case .leftMirrored: 5
        case .right: 6
        case .rightMirrored: 7
        case .left: 8
        }
    }

    init(exif: Int) {
        let all: [UIImage.Orientation] = [
            .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
        ]
        self = (1...8).contains(exif) ? all[exif - 1] : .up
    }
}
