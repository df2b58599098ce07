import CAlbumenSystem
package import Foundation
package import LibraryFiles
import SystemCalls
import SystemPackage

/// The group of users that a library is shared with. The setting is in `library.json`.
///
/// Members can read the library's files. They can't open the library, because a program that opens a library writes to
/// it.
package struct LibrarySharing {
    private let folder: LibraryFolder

    package init(ofLibraryAt url: URL) {
        folder = LibraryFolder(url)
    }

    /// Returns the name of the group, or `nil` if only the owner can use the library.
    ///
    /// - Throws: `LibraryError`, with the code `notFound` if there is no library.
    package func group() throws -> String? {
        try description().group
    }

    /// Shares the library with a group, or with nobody, and changes the permissions of its files.
    ///
    /// Programs that have the library open create files with the former permissions until they end.
    ///
    /// - Returns: Findings about files that keep other permissions.
    /// - Throws: `LibraryError`, with the code `accessDenied` if this user doesn't own the library or isn't a member of
    ///   the group.
    /// - Complexity: O(*n*) for *n* files.
    package func share(with group: UserGroup?) throws -> [PermissionFinding] {
        try folder.withLock { descriptor in
            var description = try description()
            try requireOwner(of: descriptor)
            try closeFolder(descriptor)
            if let group { try adopt(group, descriptor) }
            description.group = group?.name
            try description.replace(in: folder.url, folder.permissions(sharedWith: group))
            var survey = PermissionSurvey(of: folder, sharedWith: group, extent: .everything, repairs: true)
            return try survey.run().filter { $0.remainingCount > 0 }
        }
    }

    private func description() throws -> LibraryDescription {
        guard let description = try LibraryDescription.read(from: folder.url) else {
            throw LibraryError(.notFound, "There is no library at \(folder.url.path). Name one with --library.")
        }
        return description
    }

    private func requireOwner(of descriptor: Int32) throws {
        let status = try status(of: descriptor)
        guard status.owner != geteuid() else { return }
        throw LibraryError(
            .accessDenied,
            "The library \(folder.url.path) belongs to \(UserName.of(status.owner)), who alone can share it.")
    }

    /// Closes the library at once, before its files change.
    private func closeFolder(_ descriptor: Int32) throws {
        let isChanged = fchmod(descriptor, LibraryPermissions.ownerOnly.mode(of: .folder)) == 0
        let reason = Errno.current
        guard isChanged || Set.withoutModes.contains(reason) else { throw failure(reason) }
        guard LibraryFolder.isOpen(try status(of: descriptor), beyond: nil) else { return }
        throw LibraryError(
            .unsupportedChange,
            "The file system of \(folder.url.path) stores no permissions. Move the library to another one, or mount "
                + "this one for its owner alone.")
    }

    /// Assigns the folder to the group, without giving the group access yet.
    private func adopt(_ group: UserGroup, _ descriptor: Int32) throws {
        guard fchown(descriptor, uid_t.max, group.identifier) != 0 else { return }
        let reason = Errno.current
        guard reason == .notPermitted else { throw failure(reason) }
        throw LibraryError(
            .accessDenied,
            "You aren't a member of the group “\(group.name)”. Join it, log in again and repeat the command.")
    }

    private func status(of descriptor: Int32) throws -> Stat {
        do throws(Errno) {
            return try FileDescriptor(rawValue: descriptor).status()
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ reason: Errno) -> LibraryError {
        LibraryError(.accessDenied, "The permissions of \(folder.url.path) can't be changed: \(reason).")
    }
}
