import CodedErrors
import Foundation

/// An error of a watched folder.
package struct WatchError: CodedError, Equatable {
    package enum Code: Sendable {
        /// There is no folder at the path, or this user may not read it.
        case unreadable
        /// The folder contains the library, or lies in it.
        case overlapsLibrary
        /// The folder belongs to another program, or to the kernel.
        case foreign
        /// Another process watches the library's folders.
        case busy
    }

    package var code: Code
    /// A description for people of the problem and of the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
