import Foundation

/// The state of a library after a number of changes. It's valid for this library, in all processes, as long as the
/// history goes back to it.
package struct ChangeToken: Codable, Hashable, Sendable {
    /// The identifier of the library.
    package let libraryIdentifier: String
    /// The number of the latest change, or 0 before the first one.
    package let number: Int64

    package init(libraryIdentifier: String, number: Int64) {
        self.libraryIdentifier = libraryIdentifier
        self.number = number
    }
}

extension ChangeToken: LosslessStringConvertible {
    /// The library's identifier, a hyphen and the number, such as `421C93B7-E05A-41FF-9983-02C1B8B41902-17`.
    package var description: String { "\(libraryIdentifier)-\(number)" }

    /// Parses a `description`. Returns `nil` for any other text.
    package init?(_ description: String) {
        guard let hyphen = description.lastIndex(of: "-"),
            let number = Int64(description[description.index(after: hyphen)...]),
            UUID(uuidString: String(description[..<hyphen])) != nil
        else { return nil }
        self.init(libraryIdentifier: String(description[..<hyphen]), number: number)
        guard self.description == description, number >= 0 else { return nil }
    }
}
