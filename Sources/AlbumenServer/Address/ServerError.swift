import Foundation

/// Why the server cannot serve. The message is for people and says what to do.
package struct ServerError: Error, CustomStringConvertible, LocalizedError {
    package let message: String

    package init(_ message: String) { self.message = message }

    package var description: String { message }
    package var errorDescription: String? { message }
}
