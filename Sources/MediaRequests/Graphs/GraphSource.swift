package import Foundation
package import Pixels

/// A source of an image graph.
package enum GraphSource: Sendable {
    /// A file behind a descriptor, which the caller keeps and closes. The filename's extension decides the format if
    /// the bytes alone don't. With `appliesOrientation`, the image is upright.
    case file(descriptor: Int32, filename: String, appliesOrientation: Bool)
    /// A file that the source keeps open.
    case openFile(GraphSourceFile, filename: String, appliesOrientation: Bool)
    /// A file in memory.
    case data(Data, filename: String, appliesOrientation: Bool)
    /// Pixels of the caller, which cross to the worker as shared memory. Nothing decodes them.
    case pixels(Bitmap)
    /// The frame for which an editing session waits. In a graph of that session, its pixels stay in the worker.
    /// Otherwise, they are copied.
    case frame(EditedFrame)

    /// The description of a source for the worker. The message contains the source's descriptor.
    package enum Description: Codable, Equatable, Sendable {
        case file(filename: String, appliesOrientation: Bool)
        /// Rows of four bytes per pixel without padding, premultiplied, in sRGB.
        case pixels(width: Int, height: Int, hasAlpha: Bool)
    }

    /// Whether the image is upright.
    package var appliesOrientation: Bool {
        switch self {
        case .file(_, _, let appliesOrientation), .openFile(_, _, let appliesOrientation),
            .data(_, _, let appliesOrientation):
            appliesOrientation
        case .pixels, .frame: false
        }
    }

    package var description: Description {
        switch self {
        case .file(_, let filename, let appliesOrientation), .openFile(_, let filename, let appliesOrientation),
            .data(_, let filename, let appliesOrientation):
            .file(filename: filename, appliesOrientation: appliesOrientation)
        case .pixels(let bitmap):
            .pixels(width: bitmap.width, height: bitmap.height, hasAlpha: bitmap.hasAlpha)
        case .frame(let frame):
            .pixels(width: frame.width, height: frame.height, hasAlpha: false)
        }
    }
}
