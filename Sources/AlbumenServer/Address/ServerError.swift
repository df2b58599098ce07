import CodedErrors
import Foundation

/// An error for a server that can't start.
package struct ServerError: CodedError {
    package enum Code: Sendable {
        /// The address isn't one of the loopback interface, or the port isn't a port.
        case invalidAddress
        /// Another program listens at the port.
        case portTaken
        /// Nothing can listen at the address.
        case cannotListen
        /// The address can't be written for apps.
        case cannotWriteAddress
        /// The page's files aren't beside the program, or the server can't join them.
        case missingFiles
        /// Other devices can't stay signed in.
        case noSignIns
        /// The system doesn't say whose a connection is.
        case unknownUsers
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
