import CodedErrors
import Foundation

/// An error for a predicate or sort that isn't supported: the problem, its position, and what to write instead.
package struct PredicateError: CodedError, Hashable {
    package enum Code: Sendable, Hashable {
        /// The format doesn't follow the grammar.
        case syntax
        /// An argument is missing, unused, or of a kind that isn't supported in its position.
        case argument
        case unsupportedKey
        case unsupportedOperator
        /// The kinds of the two sides of a comparison can't be compared.
        case mismatchedTypes
        /// The predicate is too long, is nested too deeply, or has too many comparisons.
        case tooLarge
        /// A predicate or sort descriptor that consists of code. Queries can't run it.
        case opaque
    }

    package let code: Code
    package let message: String
    /// The position of the error in the format, in characters counted from 1.
    package let position: Int?
    package let remedy: String?

    package init(_ code: Code, _ message: String, position: Int? = nil, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.position = position
        self.remedy = remedy
    }

    package var description: String {
        var text = message
        if let position { text += " (at character \(position))" }
        text += "."
        if let remedy { text += " \(remedy)" }
        return text
    }

    package var errorDescription: String? { description }
}
