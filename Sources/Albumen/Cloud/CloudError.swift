import CodedErrors
import Foundation

/// An error of the library's connection to its place.
package struct CloudError: CodedError, Equatable {
    package enum Code: Sendable {
        /// The library has no place.
        case notConnected
        /// The library already has another place.
        case alreadyConnected
        /// Another process does the same work.
        case busy
        /// Some originals exist only in the place.
        case onlyInPlace
    }

    package var code: Code
    /// A description for people of the problem and of the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static let notConnected = CloudError(
        .notConnected,
        "This library has no place outside its folder. Connect it: albumen cloud connect s3://BUCKET/PREFIX, or dir:PATH."
    )
}
