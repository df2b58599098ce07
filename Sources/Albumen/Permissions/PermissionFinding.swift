/// Permissions of a library's files that don't fit its setting. None of them is a fault of the library.
package enum PermissionFinding: Sendable, Equatable {
    /// Other users reach the library's files, and its file system stores no permissions.
    case withoutModes
    /// Other users reach the library's files, and only the folder's owner can change that.
    case ownedByAnother(name: String)
    /// Other users could use these files if the library's folder didn't keep them out.
    case open(Entries, repaired: Bool)
    /// The group that the library is shared with can't read these files.
    case closedToGroup(Entries, repaired: Bool)
    /// These files are another user's, so that their permissions can't be changed.
    case foreign(Entries)
    /// These folders can't be read, so that the permissions of the files in them are unknown.
    case unreadable(Entries)

    /// Files and folders, counted.
    package struct Entries: Sendable, Equatable {
        package var count: Int
        /// The path of the first, within the library.
        package var example: String

        package init(count: Int, example: String) {
            (self.count, self.example) = (count, example)
        }
    }

    /// How many files and folders still have such permissions.
    package var remainingCount: Int {
        switch self {
        case .withoutModes, .ownedByAnother: 1
        case .open(let entries, let repaired), .closedToGroup(let entries, let repaired): repaired ? 0 : entries.count
        case .foreign(let entries), .unreadable(let entries): entries.count
        }
    }
}
