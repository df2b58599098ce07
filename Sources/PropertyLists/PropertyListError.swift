import CodedErrors
import Foundation

/// An error for bytes that aren't a readable property list.
package struct PropertyListError: CodedError, Equatable {
    package enum Code: Sendable {
        /// The bytes don't follow the format.
        case malformed
        /// The list is larger or deeper than the limits.
        case limitExceeded
    }

    package let code: Code
    /// The problem, for people.
    package let message: String

    static let malformed = PropertyListError(
        code: .malformed, message: "The file isn't a property list, or it is damaged.")
    static let tooLarge = PropertyListError(
        code: .limitExceeded, message: "The property list is larger or deeper than Albumen reads.")
}
