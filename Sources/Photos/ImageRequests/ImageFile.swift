import AlbumenGraphics
import Foundation
import MediaRequests
import PhotoLibrary
import UIKitCore

/// The bytes of an asset's image, and facts about them.
struct ImageFile: Sendable {
    let data: Data
    let orientation: CGImagePropertyOrientation
    let uniformTypeIdentifier: String
    /// The name of the imported file.
    let filename: String
    private let url: URL?

    /// Creates an image file from its bytes, and reads the orientation from the start of the file. Blocks meanwhile.
    /// The orientation is `up` if it can't be read.
    init(_ data: Data, _ source: PictureSource, in view: LibraryView) {
        self.data = data
        self.url = OriginalFileURL.make(for: source, in: view)
        filename = source.filename
        self.uniformTypeIdentifier = source.uniformTypeIdentifier
        orientation = Self.orientation(of: source, in: view)
    }

    /// Returns the orientation from the start of the file, or `up` if it can't be read. Blocks meanwhile.
    static func orientation(of source: PictureSource, in view: LibraryView) -> CGImagePropertyOrientation {
        do {
            let number = try view.storedOrientation(of: source)
            return CGImagePropertyOrientation(rawValue: UInt32(number)) ?? .up
        } catch {
            Diagnostics.reportOnce("The orientation of \(source.filename) cannot be told: \(error)")
            return .up
        }
    }

    func describe(in info: inout ImageResultInfo) {
        info.fileURL = url
        info.uniformTypeIdentifier = uniformTypeIdentifier
    }
}

extension UIImage.Orientation {
    /// Converts an EXIF orientation to UIKit's orientation.
    init(_ orientation: CGImagePropertyOrientation) {
        switch orientation {
        case .up: self = .up
        case .upMirrored: self = .upMirrored
        case .down: self = .down
        case .downMirrored: self = .downMirrored
        case .leftMirrored: self = .leftMirrored
        case .right: self = .right
        case .rightMirrored: self = .rightMirrored
        case .left: self = .left
        }
    }
}
