import Foundation

/// A state of a library: after so many changes. Good for as long as the history goes back to it, in every process, for this
/// library alone.
package struct ChangeToken: Codable, Hashable, Sendable {
    /// That of the library.
    package let libraryIdentifier: String
    /// The number of the last change; 0 before the first.
    package let number: Int64

    package init(libraryIdentifier: String, number: Int64) {
        self.libraryIdentifier = libraryIdentifier
        self.number = number
    }
}

extension ChangeToken: LosslessStringConvertible {
    /// The library's identifier, a hyphen and the number: `421C93B7-E05A-41FF-9983-02C1B8B41902-17`.
    package var description: String { "\(libraryIdentifier)-\(number)" }

    /// Takes back a `description`; nil for any other text.
    package init?(_ description: String) {
        guard let hyphen = description.lastIndex(of: "-"),
            let number = Int64(description[description.index(after: hyphen)...]),
            UUID(uuidString: String(description[..<hyphen])) != nil
        else { return nil }
        self.init(libraryIdentifier: String(description[..<hyphen]), number: number)
        guard self.description == description, number >= 0 else { return nil }
    }
}
