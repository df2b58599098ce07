import CAlbumenSystem
import Foundation

/// A folder that is open for reading. Files in it are looked up by name alone, so that the cost of a look doesn't grow with the
/// depth of the folder.
final class OpenFolder {
    struct Failure: Error {
        let reason: String
    }

    private let stream: OpaquePointer

    /// Opens the folder at the end of a path. Follows links.
    init(at path: FilePath) throws(Failure) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw Self.failure() }
        guard let stream = fdopendir(descriptor) else {
            let failure = Self.failure()
            close(descriptor)
            throw failure
        }
        self.stream = stream
    }

    deinit { closedir(stream) }

    /// The names in the folder, in the order of their bytes.
    func names() throws(Failure) -> [[UInt8]] {
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw Self.failure() }
                return names.sorted { $0.lexicographicallyPrecedes($1) }
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
    }

    /// The status of a file in the folder. Returns `nil` if there is no such file; `errno` has the reason.
    func status(of name: [UInt8], followsLinks: Bool) -> FileStatus? {
        FileStatus(of: FilePath(name), in: dirfd(stream), followsLinks: followsLinks)
    }

    private static func failure() -> Failure {
        Failure(reason: String(cString: strerror(errno)))
    }
}
