import Foundation

/// PhotoKit's identifier of an object: an upper-case UUID and the kind of object, as in
/// `421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001`.
package enum LocalIdentifier {
    package enum Kind: String, Sendable {
        case asset = "/L0/001"
        /// Albums of every kind, and moments.
        case collection = "/L0/040"
        /// Folders, and lists of moments.
        case folder = "/L0/020"
    }

    package static func string(uuid: String, kind: Kind) -> String {
        uuid + kind.rawValue
    }

    /// Returns an identifier's UUID in upper case, or `nil` if the identifier is invalid. Accepts identifiers without a
    /// suffix and in lower case.
    package static func uuid(of identifier: String) -> String? {
        let head = identifier.prefix { $0 != "/" }
        guard head.utf8.count == 36 else { return nil }
        return UUID(uuidString: String(head))?.uuidString
    }
}
