package import Foundation

/// An error with a code for programs and a sentence for people.
///
/// All errors that a caller or a user may see have this shape. Errors that one module throws to itself, such as a
/// failed system call, become one of these at its boundary.
package protocol CodedError: LocalizedError, CustomStringConvertible, Sendable {
    associatedtype Code: Hashable, Sendable

    /// The kind of failure. Programs decide by it.
    var code: Code { get }
    /// The problem, with its file, and the next step. For people.
    var message: String { get }
}

extension CodedError {
    package var description: String { message }
    package var errorDescription: String? { message }
}
