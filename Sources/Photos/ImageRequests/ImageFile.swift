import Albumen
import AlbumenGraphics
import Foundation
import MediaWork
import UIKit

/// The bytes of an asset's image and what is known of them.
struct ImageFile: Sendable {
    let data: Data
    let orientation: CGImagePropertyOrientation
    let uniformTypeIdentifier: String
    /// The name that it had when it was imported.
    let filename: String
    private let url: URL

    /// Blocks while the file's head is read once more, for its orientation: `up` where that cannot be told.
    init(_ data: Data, _ source: PictureSource, in view: LibraryView) {
        self.data = data
        self.url = OriginalFileURL.make(for: source, in: view)
        filename = source.filename
        self.uniformTypeIdentifier = source.uniformTypeIdentifier
        orientation = Self.orientation(of: source, in: view)
    }

    /// Blocks while the file's head is read. Returns `up` if the orientation can't be read.
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
    /// UIKit's name for how EXIF says that pixels are to be turned.
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
