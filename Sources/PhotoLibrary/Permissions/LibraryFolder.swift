import CAlbumenSystem
import Foundation
import LibraryFiles
import SystemCalls
import SystemPackage

/// A library's top folder. Its mode controls the access to all files in it, regardless of their own modes.
struct LibraryFolder: Sendable {
    /// The users who can access the files in the folder.
    enum Protection: Equatable, Sendable {
        /// Only the owner and the group that shares the library have access.
        case closed
        /// Other users had access until now. The folder had this mode.
        case tightened(from: mode_t)
        /// Other users have access, and the file system stores no modes.
        case withoutModes
        /// Other users have access, and only the folder's owner, another user, can change its mode.
        case ownedByAnother(uid_t)
    }

    let url: URL

    init(_ url: URL) {
        self.url = url
    }

    /// Returns the permissions of new files.
    func permissions(sharedWith group: UserGroup?) throws -> LibraryPermissions {
        LibraryPermissions(inFolder: try status(), sharedWith: group?.identifier)
    }

    func status() throws -> Stat {
        do throws(Errno) {
            return try Stat(url.path)
        } catch {
            throw failure(error)
        }
    }

    private func status(of descriptor: Int32) throws -> Stat {
        do throws(Errno) {
            return try FileDescriptor(rawValue: descriptor).status()
        } catch {
            throw failure(error)
        }
    }

    /// Removes the access of users that the library isn't shared with, if this user owns the folder. Never extends
    /// access.
    ///
    /// - Parameter before: The folder's status. If the folder is closed already, the method makes no further system
    ///   calls.
    func protect(_ before: Stat, sharedWith group: UserGroup?) throws -> Protection {
        guard Self.isOpen(before, beyond: group) else { return .closed }
        guard before.owner == geteuid() else {
            return albumen_stores_no_modes(url.path) != 0 ? .withoutModes : .ownedByAnother(before.owner)
        }
        return try withLock { descriptor in
            let status = try status(of: descriptor)
            // Another process may have closed the folder and notified the user since.
            guard Self.isOpen(status, beyond: group) else { return .closed }
            try setMode(status.modeBits, of: descriptor, group)
            let isStillOpen = Self.isOpen(try self.status(of: descriptor), beyond: group)
            return isStillOpen ? .withoutModes : .tightened(from: status.modeBits)
        }
    }

    private func setMode(_ mode: mode_t, of descriptor: Int32, _ group: UserGroup?) throws {
        var wanted = LibraryPermissions.ownerOnly.mode(of: .folder)
        if let group, fchown(descriptor, uid_t.max, group.identifier) == 0 {
            wanted = LibraryPermissions.mode(of: .folder, isShared: true)
        }
        guard fchmod(descriptor, mode & wanted) != 0 else { return }
        let reason = Errno.current
        guard Set.withoutModes.contains(reason) else { throw failure(reason) }
    }

    /// Returns whether users other than the owner and the group's members can access the folder's contents.
    static func isOpen(_ status: Stat, beyond group: UserGroup?) -> Bool {
        if status.modeBits & 0o007 != 0 { return true }
        guard status.modeBits & 0o070 != 0 else { return false }
        return group.map { status.modeBits & 0o020 != 0 || status.group != $0.identifier } ?? true
    }

    /// Runs `work` while no other process creates, protects or shares the library.
    func withLock<Value>(_ work: (Int32) throws -> Value) throws -> Value {
        let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.current) }
        defer { close(descriptor) }
        do throws(Errno) {
            try FileDescriptor(rawValue: descriptor).lock()
        } catch {
            // If the file system has no locks, two processes can do the same work, which is safe.
            guard Set.withoutLocks.contains(error) else { throw failure(error) }
        }
        return try work(descriptor)
    }

    /// Returns the error for a library that is closed to this user.
    func accessDenied() -> LibraryError {
        let owner = (try? Stat(url.path)).map { " It belongs to \(UserName.of($0.owner))." } ?? ""
        return LibraryError(
            .accessDenied,
            "The library \(url.path) is closed to you.\(owner) Open it as its owner, or name another with --library or "
                + "ALBUMEN_LIBRARY.")
    }

    /// - Throws: `accessDenied` if another user owns the folder and this user can't write to it. Even reading needs
    ///   write access, because SQLite creates files beside a database that it opens.
    func requireWriteAccess(_ status: Stat) throws {
        guard status.owner != geteuid(), access(url.path, W_OK) != 0, Errno.current == .permissionDenied else {
            return
        }
        throw LibraryError(
            .accessDenied,
            "Only \(UserName.of(status.owner)), its owner, can open the library \(url.path). You may read its files, "
                + "and open a copy of it.")
    }

    private func failure(_ reason: Errno) -> LibraryError {
        Set.withoutPermission.contains(reason)
            ? accessDenied() : LibraryError(.notALibrary, "The folder \(url.path) cannot be opened: \(reason).")
    }
}
