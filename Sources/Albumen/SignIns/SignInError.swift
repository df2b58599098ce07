import CodedErrors
import Foundation

/// An error of the file with the browsers that stay signed in.
package struct SignInError: CodedError {
    package enum Code: Sendable {
        /// The file can't be read, isn't valid, or other users can read or change it.
        case unreadable
        /// The file can't be written.
        case unwritable
        /// The device that adds another one is signed out.
        case ended
        /// The user has no folder for the file, or the library can't be recognized.
        case noPlace
        /// The name can't be that of a sender.
        case badName
        /// There is a sender with this name.
        case nameTaken
        /// There are too many senders.
        case tooMany
    }

    package let code: Code
    package let message: String

    init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }
}
