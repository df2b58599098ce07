import CAlbumenSystem
import Foundation
import LibraryFiles

/// A library's top folder. Its mode decides who reaches the files in it, whatever their own modes are.
struct LibraryFolder: Sendable {
    /// Who reaches the files in the folder.
    enum Protection: Equatable, Sendable {
        /// Only those whom the library is shared with.
        case closed
        /// Others did until now. The folder had this mode.
        case tightened(from: mode_t)
        /// Others do, and the file system stores no modes.
        case withoutModes
        /// Others do, and the folder is another user's, who alone can change its mode.
        case ownedByAnother(uid_t)
    }

    let url: URL

    init(_ url: URL) {
        self.url = url
    }

    /// The permissions of new files.
    func permissions(sharedWith group: UserGroup?) throws -> LibraryPermissions {
        LibraryPermissions(inFolder: try status(), sharedWith: group?.identifier)
    }

    func status() throws -> stat {
        var status = stat()
        guard stat(url.path, &status) == 0 else { throw failure(errno) }
        return status
    }

    /// Shuts out users whom the library isn't shared with, if the folder is this user's. Never opens it to more.
    ///
    /// - Parameter before: the folder's status. If the folder is closed already, the system is asked for nothing more.
    func protect(_ before: stat, sharedWith group: UserGroup?) throws -> Protection {
        guard Self.isOpen(before, beyond: group) else { return .closed }
        guard before.st_uid == geteuid() else {
            return albumen_stores_no_modes(url.path) != 0 ? .withoutModes : .ownedByAnother(before.st_uid)
        }
        return try withLock { descriptor in
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
            // Another process may have done it since, and said so.
            guard Self.isOpen(status, beyond: group) else { return .closed }
            let mode = status.st_mode & 0o7777
            try setMode(mode, of: descriptor, group)
            guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
            return Self.isOpen(status, beyond: group) ? .withoutModes : .tightened(from: mode)
        }
    }

    private func setMode(_ mode: mode_t, of descriptor: Int32, _ group: UserGroup?) throws {
        var wanted = LibraryPermissions.ownerOnly.mode(of: .folder)
        if let group, fchown(descriptor, uid_t.max, group.identifier) == 0 {
            wanted = LibraryPermissions.mode(of: .folder, isShared: true)
        }
        guard fchmod(descriptor, mode & wanted) != 0 else { return }
        guard [EPERM, ENOTSUP, ENOSYS, EINVAL].contains(errno) else { throw failure(errno) }
    }

    /// Whether users other than the owner and the group's members reach what is in a folder.
    static func isOpen(_ status: stat, beyond group: UserGroup?) -> Bool {
        if status.st_mode & 0o007 != 0 { return true }
        guard status.st_mode & 0o070 != 0 else { return false }
        return group.map { status.st_mode & 0o020 != 0 || status.st_gid != $0.identifier } ?? true
    }

    /// Does the work while no other process makes, protects or shares the library.
    func withLock<Value>(_ work: (Int32) throws -> Value) throws -> Value {
        let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            // Some file systems have no locks; what is done under them is safe to do twice.
            if [ENOTSUP, ENOSYS, ENOLCK, EINVAL].contains(errno) { break }
            guard errno == EINTR else { throw failure(errno) }
        }
        return try work(descriptor)
    }

    /// Why this user can't use the library.
    func accessDenied() -> LibraryError {
        var status = stat()
        let owner = stat(url.path, &status) == 0 ? " It belongs to \(UserName.of(status.st_uid))." : ""
        return LibraryError(
            .accessDenied,
            "The library \(url.path) is closed to you.\(owner) Open it as its owner, or name another with --library or "
                + "ALBUMEN_LIBRARY.")
    }

    /// - Throws: `accessDenied` if the folder is another user's and this user may not write to it. Even reading needs that,
    ///   because SQLite creates files beside a database that it opens.
    func requireWriteAccess(_ status: stat) throws {
        guard status.st_uid != geteuid(), access(url.path, W_OK) != 0, errno == EACCES else { return }
        throw LibraryError(
            .accessDenied,
            "Only \(UserName.of(status.st_uid)), its owner, can open the library \(url.path). You may read its files, and "
                + "open a copy of it.")
    }

    private func failure(_ number: Int32) -> LibraryError {
        number == EACCES || number == EPERM
            ? accessDenied()
            : LibraryError(
                .notALibrary, "The folder \(url.path) cannot be opened: \(String(cString: strerror(number))).")
    }
}
