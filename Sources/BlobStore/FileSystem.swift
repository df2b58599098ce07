internal import Foundation
internal import Glibc
internal import LibraryFiles

/// The system calls of the store: interrupted ones are made again, a failure tells its path.
///
/// All of them block.
enum FileSystem {
    /// Opens for reading what someone asks to be stored. Never waits for the other end of a pipe.
    static func openSource(_ url: URL) throws(BlobStoreError) -> OpenFile {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        var number: Int32 = EINVAL
        let descriptor = url.withUnsafeFileSystemRepresentation { path -> Int32 in
            guard let path else { return -1 }
            return retrying({ Glibc.open(path, flags) }, failure: &number)
        }
        guard descriptor >= 0 else {
            throw BlobStoreError(
                call: "open", number: number, path: url.path(percentEncoded: false), role: .source)
        }
        return OpenFile(takingOver: descriptor)
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
            takingOver: try translating { () throws(SystemCallFailure) in
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

    static func status(of descriptor: Int32, path: String, role: FileRole) throws(BlobStoreError) -> FileStatus {
        var status = stat()
        try check("fstat", path, role) { fstat(descriptor, &status) }
        return FileStatus(status)
    }

    /// The status of what has this name, a symbolic link itself included; `nil` when nothing has it.
    static func status(at path: String) throws(BlobStoreError) -> FileStatus? {
        var status = stat()
        do throws(BlobStoreError) {
            try check("lstat", path) { lstat(path, &status) }
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        return FileStatus(status)
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws(BlobStoreError) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let written = try check("write", path) { Glibc.write(descriptor, start, rest.count) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        }
    }

    static func write(_ data: Data, to descriptor: Int32, path: String) throws(BlobStoreError) {
        let result = data.withUnsafeBytes { bytes in
            Result { () throws(BlobStoreError) in try write(bytes, to: descriptor, path: path) }
        }
        try result.get()
    }

    /// Gives a file another name. Answers the `errno`, 0 for success: callers act on several.
    static func link(_ path: String, as other: String) -> Int32 {
        var number: Int32 = 0
        _ = retrying({ Glibc.link(path, other) }, failure: &number)
        return number
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
        try translating { () throws(SystemCallFailure) in try permissions.makeFolder(path) }
    }

    /// Makes a folder on the way to a library. It isn't the library's: everybody may look into it, and only its owner, whatever
    /// the umask, may change it.
    static func makeOrdinaryFolder(_ path: String) throws(BlobStoreError) {
        var number: Int32 = 0
        guard retrying({ mkdir(path, 0o755) }, failure: &number) == 0 else {
            guard number == EEXIST else {
                throw BlobStoreError(call: "mkdir", number: number, path: path, role: .stored)
            }
            return
        }
        var status = stat()
        try check("lstat", path) { lstat(path, &status) }
        guard status.st_mode & 0o700 != 0o700 else { return }
        try check("chmod", path) { chmod(path, status.st_mode & 0o777 | 0o700) }
    }

    private static func translating<Value>(
        _ body: () throws(SystemCallFailure) -> Value
    ) throws(BlobStoreError) -> Value {
        do throws(SystemCallFailure) {
            return try body()
        } catch {
            throw BlobStoreError(call: error.call, number: error.number, path: error.path, role: .stored)
        }
    }

    /// Removes an empty folder; one that is not there is no error.
    static func removeFolder(_ path: String) throws(BlobStoreError) {
        do throws(BlobStoreError) {
            try check("rmdir", path) { rmdir(path) }
        } catch {
            guard error.code == .notFound else { throw error }
        }
    }

    /// The names in a folder, in no order, without `.` and `..`; `nil` when there is no such folder. Names that are not
    /// UTF-8 are left out: the store gives none.
    static func names(in path: String) throws(BlobStoreError) -> [String]? {
        guard let stream = opendir(path) else {
            let number = errno
            guard number != ENOENT else { return nil }
            throw BlobStoreError(call: "opendir", number: number, path: path, role: .stored)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                let number = errno
                guard number == 0 else {
                    throw BlobStoreError(call: "readdir", number: number, path: path, role: .stored)
                }
                return names
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
    }

    /// Makes a call until it is not interrupted. Its answer is -1 for a failure, whose `errno` is then told.
    static func retrying<Answer: SignedInteger>(_ call: () -> Answer, failure number: inout Int32) -> Answer {
        while true {
            let answer = call()
            if answer >= 0 { return answer }
            number = errno
            if number != EINTR { return answer }
        }
    }

    @discardableResult
    static func check<Answer: SignedInteger>(
        _ name: String, _ path: String, _ role: FileRole = .stored, _ call: () -> Answer
    ) throws(BlobStoreError) -> Answer {
        var number: Int32 = 0
        let answer = retrying(call, failure: &number)
        guard answer >= 0 else { throw BlobStoreError(call: name, number: number, path: path, role: role) }
        return answer
    }
}
