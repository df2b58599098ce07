/// A user of a library: the owner through one of Albumen's programs, an app, or an app's session of the picker.
///
/// A principal determines which objects a `LibraryView` reads and changes, and the author that the history records for
/// its changes.
package struct Principal: Sendable, Hashable {
    package let access: Access
    /// The author of the principal's changes in the history.
    package let author: String

    /// The name of the app, or `nil` for the owner.
    package let client: String?

    /// Whether this is the owner, and not an app with full access.
    package var isOwner: Bool { access == .full && client == nil }

    private init(access: Access, author: String, client: String? = nil) {
        self.access = access
        self.author = author
        self.client = client
    }

    /// Returns the library's owner, who sees and changes everything.
    ///
    /// - Parameter program: The part of Albumen that the owner uses, such as `command` or `page`.
    package static func owner(through program: String) -> Principal {
        Principal(access: .full, author: program)
    }

    /// A visitor without any access.
    package static let nobody = Principal(access: .denied, author: "nobody")

    /// The owner's imports.
    package static let importer = owner(through: "import")

    /// Returns an app with the access that the user granted it.
    package static func client(_ name: String, access: Access) -> Principal {
        Principal(access: access, author: Transaction.author(ofClient: name), client: name)
    }

    /// Returns a session of the picker, which sees the chosen assets and changes nothing.
    ///
    /// - Parameter assets: The row identifiers of the chosen assets.
    package static func pick(_ assets: [Int64]) -> Principal {
        Principal(access: .chosen(assets), author: "picker")
    }
}
