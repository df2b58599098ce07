import Foundation

/// An error that prevents the server from running. The message tells people the next step.
package struct ServerError: Error, CustomStringConvertible, LocalizedError {
    package let message: String

    package init(_ message: String) { self.message = message }

    package var description: String { message }
    package var errorDescription: String? { message }
}
