import Foundation

extension UIImage {
    /// The way in which an interface shows an image.
    public enum RenderingMode: Int, Sendable {
        /// The way depends on the place in the interface.
        case automatic = 0
        /// Shows the pixels.
        case alwaysOriginal = 1
        /// Uses only the opacity of the pixels, and shows the tint colour.
        case alwaysTemplate = 2
    }

    /// Whether an interface mirrors the image if the user's language is written from right to left. Drawing the image
    /// ignores it.
    public var flipsForRightToLeftLayoutDirection: Bool { values.flipsForRightToLeftLayoutDirection }

    /// Returns the image with ``flipsForRightToLeftLayoutDirection`` set. The result shares the pixels.
    public func imageFlippedForRightToLeftLayoutDirection() -> UIImage {
        changed { $0.flipsForRightToLeftLayoutDirection = true }
    }

    /// Returns the image with the mirrored orientation. The result shares the pixels.
    public func withHorizontallyFlippedOrientation() -> UIImage {
        copy(orientation: imageOrientation.mirrored, values: values)
    }

    /// Returns a copy with changed values.
    func changed(_ change: (inout ImageValues) -> Void) -> UIImage {
        var values = values
        change(&values)
        return copy(orientation: imageOrientation, values: values)
    }
}

/// The values of an image for an interface. They don't change its pixels.
struct ImageValues: Sendable {
    var renderingMode = UIImage.RenderingMode.automatic
    var flipsForRightToLeftLayoutDirection = false
    var configuration: UIImage.Configuration?
}

extension UIImage.Orientation {
    /// The orientation of the image that looks mirrored from left to right.
    fileprivate var mirrored: UIImage.Orientation {
        switch self {
        case .up: .upMirrored
        case .upMirrored: .up
        case .down: .downMirrored
        case .downMirrored: .down
        case .left: .leftMirrored
        case .leftMirrored: .left
        case .right: .rightMirrored
        case .rightMirrored: .right
        }
    }
}
