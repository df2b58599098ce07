public import CoreTransferable
public import UIKit
import UniformTypeIdentifiers

/// An image as a value of a model. Nothing draws it.
///
/// A picker's item loads as an image:
///
/// ```swift
/// let image = try await item.loadTransferable(type: Image.self)
/// ```
public struct Image: Equatable, Sendable {
    private let content: UIImage?
    private let name: String?

    /// Creates an image from UIKit's.
    public init(uiImage: UIImage) {
        content = uiImage
        name = nil
    }

    /// Creates the image of a system's symbol. It has no pixels, because Linux has no symbols.
    public init(systemName: String) {
        content = nil
        name = systemName
    }

    /// Creates the image of a file in a bundle, as `UIImage(named:)` does. It has no pixels if there is no such file.
    ///
    /// - Parameter bundle: The bundle, or `nil` for the main bundle.
    public init(_ name: String, bundle: Bundle? = nil) {
        content = UIImage(named: name, in: bundle, with: nil)
        self.name = name
    }

    /// Creates an image from pixels.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels per point.
    ///   - orientation: The rotation and mirroring that make the pixels upright.
    public init(decorative cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up) {
        self.init(uiImage: UIImage(cgImage: cgImage, scale: scale, orientation: orientation.uiImageOrientation))
    }

    /// The pixels, or `nil` for a symbol or a missing file. Not in Apple's framework.
    public var uiImage: UIImage? { content }

    /// The rotation and mirroring that make an image's pixels upright.
    public enum Orientation: UInt8, CaseIterable, Hashable, Sendable {
        case up = 0
        case upMirrored = 1
        case down = 2
        case downMirrored = 3
        case left = 4
        case leftMirrored = 5
        case right = 6
        case rightMirrored = 7

        fileprivate var uiImageOrientation: UIImage.Orientation {
            switch self {
            case .up: .up
            case .upMirrored: .upMirrored
            case .down: .down
            case .downMirrored: .downMirrored
            case .left: .left
            case .leftMirrored: .leftMirrored
            case .right: .right
            case .rightMirrored: .rightMirrored
            }
        }
    }
}

extension Image: Transferable {
    /// Imports all images that the media worker decodes. Apple's type only imports PNG. An image can't be exported.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation<Image>(importedContentType: .image) { data in
            guard let image = UIImage(data: data) else { throw CocoaError(.fileReadCorruptFile) }
            return Image(uiImage: image)
        }
    }
}
