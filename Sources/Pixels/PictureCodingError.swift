import CodedErrors
import Foundation

/// An error of encoding or decoding a picture.
package struct PictureCodingError: CodedError {
    /// The kinds of failure. Future versions may add more.
    package struct Code: Sendable, Hashable {
        private enum Name { case undecodable, tooLarge, cannotEncode }
        private let name: Name

        /// The bytes aren't a complete image of the format.
        package static let undecodable = Code(name: .undecodable)
        /// The image has more pixels than the caller allows.
        package static let tooLarge = Code(name: .tooLarge)
        /// The format can't represent the image.
        package static let cannotEncode = Code(name: .cannotEncode)
    }

    package let code: Code
    /// A description of the error for people.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension PictureCodingError {
    /// 134 million pixels, which take half a gigabyte.
    package static let usualPixelLimit = 1 << 27

    /// Checks a size before the caller allocates memory for it.
    static func check(_ size: PixelSize, pixelLimit: Int) throws(PictureCodingError) {
        let (count, isTooMuch) = size.width.multipliedReportingOverflow(by: size.height)
        guard size.width > 0, size.height > 0 else {
            throw PictureCodingError(.undecodable, "A picture cannot have \(size.width) by \(size.height) pixels.")
        }
        guard !isTooMuch, count <= pixelLimit else {
            throw PictureCodingError(
                .tooLarge, "A picture of \(size.width) by \(size.height) pixels is over the limit of \(pixelLimit).")
        }
    }
}
