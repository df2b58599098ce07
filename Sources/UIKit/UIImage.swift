public import AlbumenGraphics
public import Foundation
import Pixels

/// A picture to be shown: pixels, how many of them make a point, and how they are turned.
///
/// Immutable and safe to use from any thread. Of one made of a file, the size is read at once and the pixels are decoded when
/// they are first needed, by the media worker and within its limits; then they are kept. Animated images are their first frame.
// Unchecked because open: all its own state is constant, and a subclass must keep to that.
open class UIImage: NSObject, @unchecked Sendable {
    /// How the pixels must be turned to be upright.
    public enum Orientation: Int, Sendable {
        case up = 0
        /// Turned by half.
        case down = 1
        /// Upright after a quarter turn to the left.
        case left = 2
        /// Upright after a quarter turn to the right.
        case right = 3
        /// As `up`, mirrored from left to right.
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

    private let source: Source
    private let pixelsPerPoint: CGFloat
    private let turn: Orientation

    /// An image without a pixel.
    public override init() {
        source = .nothing
        pixelsPerPoint = 1
        turn = .up
    }

    /// An image of pixels that are upright, one to a point.
    public init(cgImage: CGImage) {
        source = .pixels(cgImage)
        pixelsPerPoint = 1
        turn = .up
    }

    /// - Parameters:
    ///   - scale: pixels to a point; 0 counts as 1.
    ///   - orientation: how the pixels must be turned to be upright.
    public init(cgImage: CGImage, scale: CGFloat, orientation: UIImage.Orientation) {
        source = .pixels(cgImage)
        pixelsPerPoint = Self.usable(scale)
        turn = orientation
    }

    /// An image of a file's bytes, one pixel to a point. Blocks until the worker has found out what they are.
    ///
    /// - Returns: nil for bytes without a picture, or where there is no worker, which the standard error tells.
    public init?(data: Data) {
        guard let file = ImageFile(data) else { return nil }
        source = .file(file)
        pixelsPerPoint = 1
        turn = file.orientation
    }

    /// As `init(data:)`.
    ///
    /// - Parameter scale: pixels to a point; 0 counts as 1.
    public init?(data: Data, scale: CGFloat) {
        guard let file = ImageFile(data) else { return nil }
        source = .file(file)
        pixelsPerPoint = Self.usable(scale)
        turn = file.orientation
    }

    /// An image of a file, which may be removed afterwards. One whose name ends in `@2x` or `@3x` before the dot has so many
    /// pixels to a point. Blocks until the worker has found out what it is.
    ///
    /// - Returns: nil where there is no such file, or none with a picture, or no worker, which the standard error tells.
    public init?(contentsOfFile path: String) {
        guard let file = ImageFile(path: path) else { return nil }
        source = .file(file)
        pixelsPerPoint = Self.scale(ofName: path)
        turn = file.orientation
    }

    /// The pixels as they are stored: not turned. The first call decodes a file, and blocks meanwhile.
    ///
    /// - Returns: nil for an empty image, and for a file whose picture cannot be decoded.
    open var cgImage: CGImage? {
        switch source {
        case .nothing: nil
        case .pixels(let image): image
        case .file(let file): file.image
        }
    }

    /// How the pixels must be turned to be upright.
    open var imageOrientation: UIImage.Orientation { turn }

    /// Pixels to a point.
    open var scale: CGFloat { pixelsPerPoint }

    /// In points, of the upright picture.
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

    /// The upright picture, at least as large on both sides as asked, unless the image itself is smaller.
    func picture(covering size: PixelSize) -> Bitmap? {
        guard case .file(let file) = source else { return uprightBitmap }
        return file.picture(covering: size)
    }

    /// Whether the other is an image of the same pixels, orientation and scale. Files are decoded to tell that.
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

    private static func usable(_ scale: CGFloat) -> CGFloat {
        scale > 0 && scale.isFinite ? scale : 1
    }

    /// 2 for `button@2x.png`, 3 for `button@3x.png`, else 1.
    private static func scale(ofName path: String) -> CGFloat {
        let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        return stem.hasSuffix("@2x") ? 2 : stem.hasSuffix("@3x") ? 3 : 1
    }
}

extension UIImage.Orientation {
    /// EXIF's number, 1 to 8.
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
