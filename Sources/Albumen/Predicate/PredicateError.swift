import CodedErrors
import Foundation

/// An error for a predicate or sort that isn't supported: the problem, its position, and what to write instead.
package struct PredicateError: CodedError, Hashable {
    package enum Code: Sendable, Hashable {
        /// The format does not follow the grammar.
        case syntax
        /// An argument is missing, left over, or of a kind that its place cannot take.
        case argument
        case unsupportedKey
        case unsupportedOperator
        /// The two sides of a comparison can never be compared.
        case mismatchedTypes
        /// Too long, too deep or too many comparisons.
        case tooLarge
        /// A predicate or descriptor made of code, which no query can run.
        case opaque
    }

    package let code: Code
    package let message: String
    /// The character of the format at which the trouble starts, counted from 1.
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
