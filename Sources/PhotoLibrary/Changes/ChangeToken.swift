import Foundation

/// The state of a library after a number of changes. It's valid for this library, in all processes, as long as the
/// history goes back to it.
package struct ChangeToken: Codable, Hashable, Sendable {
    static let epochs: ClosedRange<Int64> = 0...65_535

    /// The identifier of the library.
    package let libraryIdentifier: String
    /// The number of the latest change, or 0 before the first one.
    package let number: Int64
    /// The library's epoch: 0 until the library is restored from a place, and at most 65,535.
    package let epoch: Int64

    package init(libraryIdentifier: String, number: Int64, epoch: Int64 = 0) {
        self.libraryIdentifier = libraryIdentifier
        self.number = number
        self.epoch = epoch
    }

    /// Returns the token of the state after another change of the same library and epoch.
    package func at(_ number: Int64) -> ChangeToken {
        ChangeToken(libraryIdentifier: libraryIdentifier, number: number, epoch: epoch)
    }
}

extension ChangeToken: LosslessStringConvertible {
    /// The library's identifier, a hyphen and the number, such as `421C93B7-E05A-41FF-9983-02C1B8B41902-17`. In the
    /// third epoch, it ends with `-3.17`.
    package var description: String {
        epoch == 0 ? "\(libraryIdentifier)-\(number)" : "\(libraryIdentifier)-\(epoch).\(number)"
    }

    /// Parses a `description`. Returns `nil` for any other text.
    package init?(_ description: String) {
        guard let hyphen = description.lastIndex(of: "-"), UUID(uuidString: String(description[..<hyphen])) != nil
        else {
            return nil
        }
        var parts = description[description.index(after: hyphen)...].split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = parts.popLast().flatMap({ Int64($0) }) else { return nil }
        let epoch = parts.isEmpty ? 0 : Int64(parts[0])
        guard let epoch, Self.epochs.contains(epoch), number >= 0 else { return nil }
        self.init(libraryIdentifier: String(description[..<hyphen]), number: number, epoch: epoch)
        guard self.description == description else { return nil }
    }
}
