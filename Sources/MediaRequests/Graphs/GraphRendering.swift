package import Foundation
package import Pixels

/// The result of a rendered image graph.
package enum GraphRendering: Sendable {
    /// The pixels in the requested colour space.
    case pixels(Bitmap)
    /// A finished file.
    case file(Data)

    package var pixels: Bitmap? {
        if case .pixels(let bitmap) = self { bitmap } else { nil }
    }

    package var file: Data? {
        if case .file(let bytes) = self { bytes } else { nil }
    }
}
