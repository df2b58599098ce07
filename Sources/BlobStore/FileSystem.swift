internal import Foundation
internal import Glibc
internal import LibraryFiles
internal import SystemCalls
internal import SystemPackage

/// The system calls of the store. They repeat interrupted calls and throw `BlobStoreError`s, which name the file. All of them block.
enum FileSystem {
    /// Opens for reading what someone asks to be stored. Never waits for the other end of a pipe.
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

    /// Opens a file or folder of the store, never through a symbolic link in the last place.
    static func open(_ path: String, _ flags: Int32) throws(BlobStoreError) -> OpenFile {
        let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        return OpenFile(takingOver: try check("open", path) { Glibc.open(path, flags) })
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

    /// `nil` when nothing is there.
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

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws(BlobStoreError) {
        try translating("write", path) { () throws(Errno) in try FileDescriptor(rawValue: descriptor).write(all: bytes)
        }
    }

    static func write(_ data: Data, to descriptor: Int32, path: String) throws(BlobStoreError) {
        let result = data.withUnsafeBytes { bytes in
            Result { () throws(BlobStoreError) in try write(bytes, to: descriptor, path: path) }
        }
        try result.get()
    }

    /// Gives a file another name. Throws the plain `Errno`, because callers handle several.
    static func link(_ path: String, as other: String) throws(Errno) {
        try SystemCall.retrying { Glibc.link(path, other) }
    }

    static func rename(_ path: String, to other: String) throws(BlobStoreError) {
        try check("rename", other) { Glibc.rename(path, other) }
    }

    /// Answers whether the name was there.
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

    /// Removes a name that nothing depends on any more. One that cannot be removed now is left for the next sweep.
    static func unlinkIfPossible(_ path: String) {
        _ = Glibc.unlink(path)
    }

    /// Answers whether the folder is new.
    @discardableResult
    static func makeFolder(_ path: String, _ permissions: LibraryPermissions) throws(BlobStoreError) -> Bool {
        try translating(.stored) { () throws(SystemCallFailure) in try permissions.makeFolder(path) }
    }

    /// Makes a folder on the way to a library. It isn't the library's: everybody may look into it, and only its owner, whatever
    /// the umask, may change it.
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

    /// Removes an empty folder; one that is not there is no error.
    static func removeFolder(_ path: String) throws(BlobStoreError) {
        do throws(BlobStoreError) {
            try check("rmdir", path) { rmdir(path) }
        } catch {
            guard error.code == .notFound else { throw error }
        }
    }

    /// Returns the names in a folder, or `nil` if there is no such folder. Names that aren't UTF-8 are left out: the store gives
    /// none.
    static func names(in path: String) throws(BlobStoreError) -> [String]? {
        do throws(Errno) {
            return try OpenFolder(at: FilePath(path)).textNames()
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

    /// Names the call and the file in the error of `body`.
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
