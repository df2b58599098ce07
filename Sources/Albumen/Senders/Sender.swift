package import Foundation

/// A program that adds photos to a library over the network, such as a phone's backup app. It sees only the files that it
/// has sent itself, unless it may read the library.
package struct Sender: Sendable, Equatable, Identifiable {
    /// A short name for addresses and files. It's no secret.
    package let id: String
    /// The name that the owner gave it, which is also its user name.
    package let name: String
    /// Whether it can also read the library.
    package let canRead: Bool
    package let created: Date
    /// The last use, within an hour, or `nil` if it wasn't used yet.
    package let lastUse: Date?
    /// The numeric address of the last noted use.
    package let address: String?
    /// The identifier of the device that added it, or `nil` if it was added on this machine. It ends with the device.
    package let addedBy: String?

    /// The longest name, in characters.
    package static let nameLimit = 60

    /// Returns a name without spaces around it.
    ///
    /// - Throws: `badName` if it can't be a user name of HTTP.
    static func checkedName(_ name: String) throws(SignInError) -> String {
        let name = name.trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
        guard !name.isEmpty, name.count <= nameLimit, name.utf8.count <= 4 * nameLimit else {
            throw SignInError(.badName, "The name of a sender has 1 to \(nameLimit) characters. Choose another.")
        }
        let isPrintable = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPrintable, !name.contains(where: \.isNewline), !name.contains(where: { ":/\\".contains($0) }) else {
            throw SignInError(
                .badName, "The name of a sender has no colons, slashes or control characters. Choose another.")
        }
        return name
    }

    /// Whether two names are those of one sender. Phones change the case of what people enter.
    static func isSameName(_ name: String, _ other: String) -> Bool {
        name.precomposedStringWithCanonicalMapping.lowercased()
            == other.precomposedStringWithCanonicalMapping.lowercased()
    }
}
