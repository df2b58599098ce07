import CAlbumenSystem
package import Foundation
import LibraryFiles
import SystemCalls
import SystemPackage

/// Compares the permissions of a library's files and folders with the library's setting, and corrects them on request.
///
/// Ignores all files in the folder that a library doesn't create. Corrects only files that belong to the folder's
/// owner. So root can repair another user's library without changing a third user's file.
package struct PermissionSurvey {
    package enum Extent: Sendable {
        /// The library's folder, and the files and folders directly in it.
        case top
        case everything
    }

    private enum Trouble: Hashable { case open, closedToGroup, foreign, unreadable }

    private struct Entry {
        var folder: Int32
        var name: String
        /// The path relative to the library's folder.
        var path: String
        var kind: LibraryPermissions.Kind
        /// Whether the entry can be a symbolic link. Only entries directly in the library's folder can lead to another
        /// disk.
        var followsLink = false
    }

    private let folder: LibraryFolder
    private let group: UserGroup?
    private let extent: Extent
    private let repairs: Bool
    private var found: [Trouble: PermissionFinding.Entries] = [:]
    private var owner: uid_t = 0

    init(of folder: LibraryFolder, sharedWith group: UserGroup?, extent: Extent, repairs: Bool) {
        (self.folder, self.group, self.extent, self.repairs) = (folder, group, extent, repairs)
    }

    /// Returns the permissions that don't match the library's setting.
    ///
    /// - Parameter repairs: Whether to correct permissions where possible.
    /// - Throws: `LibraryError` if the folder can't be read.
    package static func findings(
        inLibraryAt url: URL, extent: Extent = .everything, repairs: Bool = false
    ) throws -> [PermissionFinding] {
        let folder = LibraryFolder(url)
        guard let description = try LibraryDescription.read(from: url) else { return [] }
        let group = try folder.group(of: description) { _ in }
        switch try folder.protect(folder.status(), sharedWith: group) {
        case .withoutModes: return [.withoutModes]
        // Root can repair another user's library on request. Opening a library isn't such a request.
        case .ownedByAnother where repairs && geteuid() == 0: break
        case .ownedByAnother(let owner): return [.ownedByAnother(name: UserName.of(owner))]
        case .closed, .tightened: break
        }
        var survey = PermissionSurvey(of: folder, sharedWith: group, extent: extent, repairs: repairs)
        return try survey.run()
    }

    /// Checks the files of a library whose folder is closed to other users.
    mutating func run() throws -> [PermissionFinding] {
        owner = try folder.status().owner
        let descriptor = open(folder.url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw folder.accessDenied() }
        defer { close(descriptor) }
        guard let names = names(in: descriptor) else { throw folder.accessDenied() }
        for name in names.filter(Self.isOwnName) {
            visit(Entry(folder: descriptor, name: name, path: name, kind: .file, followsLink: true))
        }
        // The folder comes last, so that a group gets access only after all files have the right permissions.
        visit(Entry(folder: AT_FDCWD, name: folder.url.path, path: ".", kind: .folder, followsLink: true))
        return findings
    }

    private var findings: [PermissionFinding] {
        var findings: [PermissionFinding] = []
        if let entries = found[.open] { findings.append(.open(entries, repaired: repairs)) }
        if let entries = found[.closedToGroup] { findings.append(.closedToGroup(entries, repaired: repairs)) }
        if let entries = found[.foreign] { findings.append(.foreign(entries)) }
        if let entries = found[.unreadable] { findings.append(.unreadable(entries)) }
        return findings
    }

    private mutating func visit(_ entry: Entry, depth: Int = 0) {
        let flags: Stat.Flags = entry.followsLink ? [] : .symlinkNoFollow
        // The file may have been removed since its folder was read.
        guard let status = try? Stat(entry.name, relativeTo: FileDescriptor(rawValue: entry.folder), flags: flags)
        else {
            return
        }
        switch status.type {
        case .directory:
            var folder = entry
            folder.kind = .folder
            if extent == .everything, entry.path != ".", depth < 4 { descend(into: folder, depth) }
            check(folder, status)
        case .regular: check(entry, status)
        default: break
        }
    }

    private mutating func descend(into entry: Entry, _ depth: Int) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (entry.followsLink ? 0 : O_NOFOLLOW)
        let descriptor = openat(entry.folder, entry.name, flags)
        guard descriptor >= 0 else {
            // Previews and staged files can disappear at any time.
            if Errno.current != .noSuchFileOrDirectory { note(.unreadable, entry.path) }
            return
        }
        defer { close(descriptor) }
        guard let names = names(in: descriptor) else { return note(.unreadable, entry.path) }
        let isOriginals = ["originals", "staging"].contains(entry.path.prefix { $0 != "/" })
        for name in names {
            let isLock = name.hasSuffix(".lock")
            visit(
                Entry(
                    folder: descriptor, name: name, path: "\(entry.path)/\(name)",
                    kind: isOriginals && !isLock ? .original : .file), depth: depth + 1)
        }
    }

    private mutating func check(_ entry: Entry, _ status: Stat) {
        guard let trouble = trouble(entry, status) else { return }
        guard repairs else { return note(trouble, entry.path) }
        note(correct(entry) ? trouble : .foreign, entry.path)
    }

    private mutating func note(_ trouble: Trouble, _ path: String) {
        var entries = found[trouble] ?? PermissionFinding.Entries(count: 0, example: path)
        entries.count += 1
        found[trouble] = entries
    }

    private func trouble(_ entry: Entry, _ status: Stat) -> Trouble? {
        let mode = status.modeBits & 0o777
        let wanted = wantedMode(entry, status)
        if mode & ~wanted & 0o077 != 0 { return .open }
        if let group, mode != wanted || status.group != group.identifier { return .closedToGroup }
        // A file of another user, such as root. The library's owner may be unable even to read it.
        return status.owner != owner && entry.path != "." ? .foreign : nil
    }

    /// Returns the mode that the entry should have. The owner's own rights stay unchanged.
    private func wantedMode(_ entry: Entry, _ status: Stat) -> mode_t {
        let mode = LibraryPermissions.mode(of: entry.kind, isShared: group != nil)
        return status.modeBits & 0o700 | mode & 0o077
    }

    /// Corrects an entry's permissions.
    ///
    /// - Returns: Whether the permissions are correct afterwards.
    private func correct(_ entry: Entry) -> Bool {
        let descriptor = albumen_open_entry(entry.folder, entry.name, entry.followsLink ? 1 : 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let file = FileDescriptor(rawValue: descriptor)
        guard let status = try? file.status(), status.owner == owner, status.isRegularFile || status.isFolder,
            albumen_set_permissions(descriptor, wantedMode(entry, status), group?.identifier ?? status.group) == 0,
            let corrected = try? file.status()
        else { return false }
        return trouble(entry, corrected) == nil
    }

    // MARK: Names

    /// Returns the names in a folder, or `nil` if it can't be read.
    private func names(in descriptor: Int32) -> [String]? {
        try? OpenFolder(FileDescriptor(rawValue: descriptor)).textNames()
    }

    static func isOwnName(_ name: String) -> Bool {
        let prefixes = ["library.json", ".library.json.", "catalog.sqlite", "derivatives.sqlite", "previews."]
        return [
            "originals", "staging", "partial", "previews", "backup", "health", MoviePartStore.folderName,
            SnapshotFolder.name,
            "doorbell", "watching", "uploads", "not-restored.txt", "moving.json",
        ]
        .contains(name)
            || prefixes.contains { name.hasPrefix($0) }
    }
}
