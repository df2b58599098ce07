import Albumen

extension PermissionFinding {
    /// The problem and the next step, for people.
    var text: String {
        switch self {
        case .withoutModes:
            "Every user of this machine can use the library: its file system stores no permissions. Mount it for "
                + "yourself alone (uid=, umask=077), or move the library to another disk."
        case .ownedByAnother(let name):
            "Every user of this machine can use the library, which belongs to \(name). It closes when \(name) opens it."
        case .open(let entries, repaired: false):
            "\(Self.count(entries)) open to other users but for the library's folder, and so would be in a copy of "
                + "them (\(entries.example)). Close them with: albumen verify --repair"
        case .open(let entries, repaired: true):
            "\(Self.count(entries)) closed to other users now (\(entries.example))."
        case .closedToGroup(let entries, repaired: false):
            "\(Self.count(entries)) not open to the group that the library is shared with (\(entries.example)). "
                + "Correct this with: albumen verify --repair"
        case .closedToGroup(let entries, repaired: true):
            "\(Self.count(entries)) open to the library's group now (\(entries.example))."
        case .foreign(let entries):
            "\(Self.count(entries)) another user's (\(entries.example)), and keep their permissions. As root, give "
                + "them to the library's owner with chown."
        case .unreadable(let entries):
            "\(Count.text(entries.count, "folder")) can't be read (\(entries.example)), so that the permissions of the "
                + "files in it are unknown. Give their owner the right to read them."
        }
    }

    var entries: Entries? {
        switch self {
        case .withoutModes, .ownedByAnother: nil
        case .open(let entries, _), .closedToGroup(let entries, _), .foreign(let entries), .unreadable(let entries):
            entries
        }
    }

    var isRepaired: Bool { remainingCount == 0 }

    private static func count(_ entries: Entries) -> String {
        Count.text(entries.count, "file or folder is", "files and folders are")
    }
}
