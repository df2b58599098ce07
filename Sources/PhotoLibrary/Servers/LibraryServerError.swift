import CodedErrors
import Foundation

/// A reason why no server of a library can be used.
package struct LibraryServerError: CodedError {
    package enum Code: Sendable {
        /// The address isn't one of a server, or the file with the server's address can't be used.
        case invalidAddress
        /// The program `albumen` is missing, or its server didn't start.
        case cannotStart
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
