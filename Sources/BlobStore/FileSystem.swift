internal import Foundation
internal import Glibc
internal import LibraryFiles
internal import SystemCalls
internal import SystemPackage

/// The system calls of the store. They repeat interrupted calls and throw `BlobStoreError`s, which name the file. All
/// of them block.
enum FileSystem {
    /// Opens a file to be stored for reading. Never waits for the other end of a pipe.
    static func openSource(_ url: URL) throws(BlobStoreError) -> OpenFile {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let name = url.path(percentEncoded: false)
        let descriptor = url.withUnsafeFileSystemRepresentation { path in
            Result { () throws(BlobStoreError) in
                guard let path else {
                    throw BlobStoreError(
                        SystemCallFailure(call: "open", errno: .invalidArgument, path: name), role: .source)
                }
                return try check("open", name, .source) { Glibc.open(path, flags) }
            }
        }
        return OpenFile(takingOver: try descriptor.get())
    }

    /// Opens a file or folder of the store. Doesn't follow a symbolic link at the end of the path.
    static func open(_ path: String, _ flags: Int32) throws(BlobStoreError) -> OpenFile {
        let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        return OpenFile(takingOver: try check("open", path) { Glibc.open(path, flags) })
    }

    /// Opens a file of an open folder of the store.
    static func open(_ name: String, in folder: OpenFile, path: String, _ flags: Int32) throws(BlobStoreError)
        -> OpenFile
    {
        let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        return try folder.withDescriptor { descriptor throws(BlobStoreError) in
            OpenFile(takingOver: try check("openat", "\(path)/\(name)") { openat(descriptor, name, flags) })
        }
    }

    /// Creates a file of the store and opens it.
    ///
    /// - Parameter flags: `O_WRONLY` or `O_RDWR`.
    static func create(
        _ path: String, _ kind: LibraryPermissions.Kind, _ permissions: LibraryPermissions, flags: Int32 = O_WRONLY
    ) throws(BlobStoreError) -> OpenFile {
        OpenFile(
            takingOver: try translating(.stored) { () throws(SystemCallFailure) in
                try permissions.createFile(path, kind, flags: flags)
            })
    }

    /// Opens a file or folder of the store, or returns `nil` if it doesn't exist.
    static func openIfPresent(_ path: String, _ flags: Int32) throws(BlobStoreError) -> OpenFile? {
        do throws(BlobStoreError) {
            return try open(path, flags)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    static func status(of descriptor: Int32, path: String, role: FileRole) throws(BlobStoreError) -> Stat {
        try translating("fstat", path, role) { () throws(Errno) in try FileDescriptor(rawValue: descriptor).status() }
    }

    /// Returns the status of the file or symbolic link at a path, or `nil` if there is none.
    static func status(at path: String) throws(BlobStoreError) -> Stat? {
        do throws(BlobStoreError) {
            return try translating("lstat", path) { () throws(Errno) in try Stat(path, followTargetSymlink: false) }
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// - Parameter offset: The position in the file, or `nil` to write at the descriptor's position and move it.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int64? = nil, path: String
    ) throws(BlobStoreError) {
        try translating("write", path) { () throws(Errno) in
            try FileDescriptor(rawValue: descriptor).write(all: bytes, at: offset)
        }
    }

    static func write(_ data: Data, to descriptor: Int32, path: String) throws(BlobStoreError) {
        let result = data.withUnsafeBytes { bytes in
            Result { () throws(BlobStoreError) in try write(bytes, to: descriptor, path: path) }
        }
        try result.get()
    }

    /// Creates a hard link. Throws a plain `Errno`, because callers handle several errors.
    static func link(_ path: String, as other: String) throws(Errno) {
        try SystemCall.retrying { Glibc.link(path, other) }
    }

    static func rename(_ path: String, to other: String) throws(BlobStoreError) {
        try check("rename", other) { Glibc.rename(path, other) }
    }

    /// Removes a name. Returns whether it existed.
    @discardableResult
    static func unlink(_ path: String) throws(BlobStoreError) -> Bool {
        do throws(BlobStoreError) {
            try check("unlink", path) { Glibc.unlink(path) }
            return true
        } catch {
            guard error.code == .notFound else { throw error }
            return false
        }
    }

    /// Removes a name that is no longer needed. If that fails, the next sweep removes it.
    static func unlinkIfPossible(_ path: String) {
        _ = Glibc.unlink(path)
    }

    /// Creates a folder if it's missing. Returns whether it's new.
    @discardableResult
    static func makeFolder(_ path: String, _ permissions: LibraryPermissions) throws(BlobStoreError) -> Bool {
        try translating(.stored) { () throws(SystemCallFailure) in try permissions.makeFolder(path) }
    }

    /// Creates a folder above a library. It isn't part of the library, so everyone may read it. Only its owner may
    /// change it, regardless of the umask.
    static func makeOrdinaryFolder(_ path: String) throws(BlobStoreError) {
        do throws(Errno) {
            try SystemCall.retrying { mkdir(path, 0o755) }
        } catch {
            guard error == .fileExists else {
                throw BlobStoreError(SystemCallFailure(call: "mkdir", errno: error, path: path), role: .stored)
            }
            return
        }
        guard let status = try status(at: path), !status.permissions.contains(.ownerReadWriteExecute) else { return }
        let mode = status.permissions.union(.ownerReadWriteExecute).rawValue & 0o777
        try check("chmod", path) { chmod(path, mode) }
    }

    /// Removes an empty folder. A missing folder isn't an error.
    static func removeFolder(_ path: String) throws(BlobStoreError) {
        do throws(BlobStoreError) {
            try check("rmdir", path) { rmdir(path) }
        } catch {
            guard error.code == .notFound else { throw error }
        }
    }

    /// Returns the names in a folder, or `nil` if there is no such folder. Leaves out names that aren't UTF-8, because
    /// the store doesn't create any.
    static func names(in path: String) throws(BlobStoreError) -> [String]? {
        do throws(Errno) {
            return try OpenFolder(at: path).textNames()
        } catch {
            guard error != .noSuchFileOrDirectory else { return nil }
            throw BlobStoreError(SystemCallFailure(call: "readdir", errno: error, path: path), role: .stored)
        }
    }

    @discardableResult
    static func check<Answer: SignedInteger>(
        _ name: String, _ path: String, _ role: FileRole = .stored, _ call: () -> Answer
    ) throws(BlobStoreError) -> Answer {
        try translating(role) { () throws(SystemCallFailure) in try SystemCall.checked(name, path, call) }
    }

    /// Adds the call and the file's name to errors of `body`.
    static func translating<Value>(
        _ name: String, _ path: String, _ role: FileRole = .stored, _ body: () throws(Errno) -> Value
    ) throws(BlobStoreError) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            throw BlobStoreError(SystemCallFailure(call: name, errno: error, path: path), role: role)
        }
    }

    private static func translating<Value>(
        _ role: FileRole, _ body: () throws(SystemCallFailure) -> Value
    ) throws(BlobStoreError) -> Value {
        do throws(SystemCallFailure) {
            return try body()
        } catch {
            throw BlobStoreError(error, role: role)
        }
    }
}
