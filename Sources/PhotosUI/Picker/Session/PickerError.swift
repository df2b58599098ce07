import CodedErrors
import Foundation

/// A reason why a picker has no results, or why a chosen file can't be loaded.
struct PickerError: CodedError {
    enum Code: Sendable {
        /// The program at the address belongs to another user, or the kernel doesn't say whose it is.
        case foreignServer
        /// The server refuses the request.
        case refused
        /// The pick, the choice or the file doesn't exist any more.
        case expired
        /// The answer isn't one of Albumen's server.
        case unreadableAnswer
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
