import Foundation
import LibraryFiles

extension LibraryFolder {
    /// Protects the folder, and notifies the user if that changed something or failed.
    ///
    /// - Parameter notify: Called with a sentence or two for the user.
    /// - Returns: The permissions of new files.
    func prepare(_ description: LibraryDescription, notify: (String) -> Void) throws -> LibraryPermissions {
        let group = try group(of: description, notify: notify)
        let status = try status()
        try requireWriteAccess(status)
        switch try protect(status, sharedWith: group) {
        case .closed: break
        // A new library in an existing folder of the user had no readable files before.
        case .tightened where !FileManager.default.fileExists(atPath: catalog.path): break
        case .tightened(let mode):
            notify(
                "Other users of this machine could read the library \(url.path) (mode \(Self.text(mode))). Its folder "
                    + "is closed to them now. To close each file in it too: albumen verify --repair. To share the "
                    + "library with a group: albumen share --group NAME.")
        case .ownedByAnother(let owner):
            let name = UserName.of(owner)
            notify(
                "Other users of this machine can read the library \(url.path), which belongs to \(name). It closes "
                    + "when \(name) opens it, or when its mode is changed to 0700."
                    + (geteuid() == 0 ? "" : " Files that you add to it are closed to \(name)."))
        // The mount determines the permissions of a memory card. `doctor` and `verify` report it, but not each
        // command.
        case .withoutModes: break
        }
        return LibraryPermissions(inFolder: status, sharedWith: group?.identifier)
    }

    private var catalog: URL { url.appendingPathComponent("catalog.sqlite") }

    /// Returns the group that shares the library.
    func group(of description: LibraryDescription, notify: (String) -> Void) throws -> UserGroup? {
        guard let name = description.group else { return nil }
        if let group = try UserGroup.named(name) { return group }
        notify(
            "The library \(url.path) is shared with the group “\(name)”, which this system doesn't have. Only its "
                + "owner can use new files until you choose another group or none: albumen share --help")
        return nil
    }

    /// Returns the mode in the format of `chmod`.
    static func text(_ mode: mode_t) -> String {
        let digits = String(mode & 0o7777, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
