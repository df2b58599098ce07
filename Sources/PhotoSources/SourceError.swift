import CodedErrors
import Foundation

/// The reason why a source can't be read, with its path and the next step.
package struct SourceError: CodedError {
    package enum Code: Hashable, Sendable {
        /// The source isn't of a kind or version that Albumen reads.
        case unsupported
        /// The catalogue is damaged, encrypted, or larger than what is possible.
        case damaged
        /// Another program is changing the source.
        case busy
        /// A file or folder can't be read.
        case unreadable
        /// The folder for temporary files is full, or can't be written to.
        case temporaryFolder
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
