package import Glibc
package import SystemCalls
package import SystemPackage

/// The modes, the owner and the group of a library's files and folders.
///
/// Every file and folder of a library is created through this type. It never calls `umask(2)`, which belongs to the
/// whole process: a file is created with its final mode, and bits that the umask removed are added to that file alone.
package struct LibraryPermissions: Sendable, Hashable {
    /// The use of a file or folder, which determines its mode.
    package enum Kind: Sendable {
        /// 0700, or 0750 in a library that is shared with a group.
        case folder
        /// 0600, or 0640. Files that the library changes: the catalog, previews, locks.
        case file
        /// 0400, or 0440. Originals and their staged copies, which are never rewritten.
        case original
    }

    /// The user and group of files that root creates in another user's library.
    struct Owner: Hashable {
        var user: uid_t
        var group: gid_t
    }

    /// Only the owner can use the library's files, and new files belong to the process's user.
    package static let ownerOnly = LibraryPermissions(group: nil, owner: nil)

    /// The group that can read the library, or `nil` if only its owner can.
    package let group: gid_t?
    let owner: Owner?

    private init(group: gid_t?, owner: Owner?) {
        self.group = group
        self.owner = owner
    }

    /// The permissions of new files in a library.
    ///
    /// - Parameters:
    ///   - folder: the status of the library's folder. If the process is root's and the folder is another user's, new
    ///     files are given to that user.
    ///   - group: the group that the library is shared with.
    package init(inFolder folder: Stat, sharedWith group: gid_t?) {
        let isOthers = geteuid() == 0 && folder.owner != 0
        self.init(group: group, owner: isOthers ? Owner(user: folder.owner, group: group ?? folder.group) : nil)
    }

    package func mode(of kind: Kind) -> mode_t {
        Self.mode(of: kind, isShared: group != nil)
    }

    /// - Parameter isShared: whether the library is shared with a group.
    package static func mode(of kind: Kind, isShared: Bool) -> mode_t {
        switch kind {
        case .folder: isShared ? 0o750 : 0o700
        case .file: isShared ? 0o640 : 0o600
        case .original: isShared ? 0o440 : 0o400
        }
    }

    /// Creates a file that doesn't exist yet and opens it.
    ///
    /// - Parameter flags: `O_WRONLY` or `O_RDWR`.
    /// - Returns: the descriptor, which the caller closes.
    /// - Throws: `EEXIST` if the name is taken, also by a symbolic link.
    package func createFile(
        _ path: String, _ kind: Kind = .file, flags: Int32 = O_WRONLY
    ) throws(SystemCallFailure) -> Int32 {
        let flags = flags | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = try SystemCall.checked("open", path) { open(path, flags, mode(of: kind)) }
        do throws(SystemCallFailure) {
            try complete(descriptor, kind, path)
        } catch {
            unlink(path)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Creates an empty file for a library such as SQLite to open. An existing file stays as it is.
    package func createFileIfMissing(_ path: String) throws(SystemCallFailure) {
        do throws(SystemCallFailure) {
            close(try createFile(path))
        } catch {
            guard error.errno == .fileExists else { throw error }
        }
    }

    /// Creates a folder.
    ///
    /// - Returns: `false` if the name was taken.
    @discardableResult
    package func makeFolder(_ path: String) throws(SystemCallFailure) -> Bool {
        do throws(SystemCallFailure) {
            try SystemCall.checked("mkdir", path) { mkdir(path, mode(of: .folder)) }
        } catch {
            guard error.errno == .fileExists else { throw error }
            return false
        }
        let descriptor = try openNewFolder(path)
        defer { close(descriptor) }
        try complete(descriptor, .folder, path)
        return true
    }

    /// Assigns the library's group to a file that SQLite created beside a database. SQLite copies the database's mode,
    /// but copies its group only if it runs as root.
    ///
    /// Works by path: closing a descriptor of the file would release SQLite's locks on it.
    package func adoptFile(_ path: String) throws(SystemCallFailure) {
        guard let group else { return }
        // SQLite may have removed the file since.
        guard let status = try? Stat(path, followTargetSymlink: false), status.group != group else { return }
        try Self.tolerating { () throws(SystemCallFailure) in
            try SystemCall.checked("lchown", path) { lchown(path, uid_t.max, group) }
        }
    }

    private func openNewFolder(_ path: String) throws(SystemCallFailure) -> Int32 {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
        do throws(SystemCallFailure) {
            return try SystemCall.checked("open", path) { open(path, flags) }
        } catch {
            // The umask removed the owner's own right to read. This can't happen to root, so the path is this user's
            // alone.
            guard error.errno == .permissionDenied else { throw error }
            try SystemCall.checked("chmod", path) { chmod(path, mode(of: .folder)) }
            return try SystemCall.checked("open", path) { open(path, flags) }
        }
    }

    /// Sets the properties that `open` or `mkdir` couldn't set: the owner, the group, and bits that the umask removed.
    private func complete(_ descriptor: Int32, _ kind: Kind, _ path: String) throws(SystemCallFailure) {
        let status: Stat
        do throws(Errno) {
            status = try FileDescriptor(rawValue: descriptor).status()
        } catch {
            throw SystemCallFailure(call: "fstat", errno: error, path: path)
        }
        let user = owner?.user ?? status.owner
        let group = owner?.group ?? self.group ?? status.group
        if user != status.owner || group != status.group {
            let newUser = user == status.owner ? uid_t.max : user
            try Self.tolerating { () throws(SystemCallFailure) in
                try SystemCall.checked("fchown", path) { fchown(descriptor, newUser, group) }
            }
        }
        if status.modeBits & 0o777 != mode(of: kind) {
            try Self.tolerating { () throws(SystemCallFailure) in
                try SystemCall.checked("fchmod", path) { fchmod(descriptor, mode(of: kind)) }
            }
        }
    }

    /// Ignores failures of file systems that store no modes or owners, and of users who may not give files to a group.
    /// The file then has at most the rights that it was created with.
    private static func tolerating(
        _ change: () throws(SystemCallFailure) -> Void
    ) throws(SystemCallFailure) {
        do throws(SystemCallFailure) {
            try change()
        } catch {
            guard Set.withoutModes.contains(error.errno) else { throw error }
        }
    }
}
