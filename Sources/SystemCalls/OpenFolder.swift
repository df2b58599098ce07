internal import Glibc
package import SystemPackage

/// A folder that is open for reading. Finds its files by name alone, so that the cost doesn't grow with the folder's
/// depth. Only one thread may use it.
package final class OpenFolder {
    private let stream: OpaquePointer

    /// Opens the folder at the end of a path. Follows links.
    package convenience init(at path: FilePath) throws(Errno) {
        let opened = path.withPlatformString { path in
            Result { () throws(Errno) in try SystemCall.retrying { open(path, Self.flags) } }
        }
        try self.init(takingOver: opened.get())
    }

    /// Opens the folder at the end of a path. Follows links.
    package convenience init(at path: String) throws(Errno) {
        try self.init(takingOver: SystemCall.retrying { open(path, Self.flags) })
    }

    /// Opens an open folder again. The caller still owns the descriptor.
    package convenience init(_ folder: FileDescriptor) throws(Errno) {
        try self.init(takingOver: SystemCall.retrying { openat(folder.rawValue, ".", Self.flags) })
    }

    private init(takingOver descriptor: Int32) throws(Errno) {
        guard let stream = fdopendir(descriptor) else {
            let failure = Errno.current
            close(descriptor)
            throw failure
        }
        self.stream = stream
    }

    deinit { closedir(stream) }

    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    /// Returns the names in the folder, in the order of their bytes, without `.` and `..`. Each call continues where
    /// the last call ended.
    package func names() throws(Errno) -> [[UInt8]] {
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                let failure = Errno.current
                guard failure.rawValue == 0 else { throw failure }
                return names.sorted { $0.lexicographicallyPrecedes($1) }
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
    }

    /// Returns the names that are UTF-8, such as those that a library creates, in the order of their bytes.
    package func textNames() throws(Errno) -> [String] {
        try names().compactMap { String(validating: $0, as: UTF8.self) }
    }

    /// Returns the status of a file in the folder.
    package func status(of name: [UInt8], followsLinks: Bool) throws(Errno) -> Stat {
        // Doesn't use a `FilePath`, which would search each name for separators.
        let terminated = name.map { CChar(bitPattern: $0) } + [0]
        return try Stat(
            terminated, relativeTo: FileDescriptor(rawValue: dirfd(stream)),
            flags: followsLinks ? [] : .symlinkNoFollow)
    }
}
