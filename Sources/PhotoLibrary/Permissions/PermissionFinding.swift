/// Permissions of a library's files that don't match its setting. They aren't faults of the library.
package enum PermissionFinding: Sendable, Equatable {
    /// Other users can reach the library's files, and its file system stores no permissions.
    case withoutModes
    /// Other users can reach the library's files, and only the folder's owner can change that.
    case ownedByAnother(name: String)
    /// Other users could use these files if the library's folder didn't exclude them.
    case open(Entries, repaired: Bool)
    /// The group that shares the library can't read these files.
    case closedToGroup(Entries, repaired: Bool)
    /// Another user owns these files, so their permissions can't be changed.
    case foreign(Entries)
    /// These folders can't be read, so the permissions of their files are unknown.
    case unreadable(Entries)

    /// A number of files and folders.
    package struct Entries: Sendable, Equatable {
        package var count: Int
        /// The path of the first one, relative to the library.
        package var example: String

        package init(count: Int, example: String) {
            (self.count, self.example) = (count, example)
        }
    }

    /// The number of files and folders that still have such permissions.
    package var remainingCount: Int {
        switch self {
        case .withoutModes, .ownedByAnother: 1
        case .open(let entries, let repaired), .closedToGroup(let entries, let repaired): repaired ? 0 : entries.count
        case .foreign(let entries), .unreadable(let entries): entries.count
        }
    }
}
