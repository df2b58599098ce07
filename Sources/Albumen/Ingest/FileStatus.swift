// An optimised build finds the fields of timespec there.
import CAlbumenSystem
import Foundation

/// What the file system tells of a path, links followed.
struct FileStatus {
    /// Tells a file from every other, whatever path leads to it.
    struct Identity: Hashable {
        var device: UInt64
        var file: UInt64
    }

    private let status: stat

    /// Nil for a descriptor of nothing; `errno` tells why.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    /// Nil where there is no such file; `errno` tells why.
    init?(of path: FilePath) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        self.status = status
    }

    /// The status of a file in an open folder. Returns `nil` if there is no such file; `errno` has the reason.
    init?(of name: FilePath, in folder: Int32, followsLinks: Bool) {
        var status = stat()
        let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
        guard name.withCString({ fstatat(folder, $0, &status, flags) }) == 0 else { return nil }
        self.status = status
    }

    var identity: Identity { Identity(device: UInt64(status.st_dev), file: UInt64(status.st_ino)) }
    var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
    var isRegularFile: Bool { status.st_mode & S_IFMT == S_IFREG }
    var isSymbolicLink: Bool { status.st_mode & S_IFMT == S_IFLNK }

    /// How many names the file has.
    var linkCount: Int { Int(status.st_nlink) }

    /// Bytes.
    var size: Int64 { Int64(status.st_size) }

    /// Nanoseconds since 1970, which reach to the year 2262; times beyond count as the last.
    var modificationTime: Int64 {
        let seconds = Int64(status.st_mtim.tv_sec)
        let (nanoseconds, isBeyond) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return isBeyond ? (seconds < 0 ? .min : .max) : nanoseconds &+ Int64(status.st_mtim.tv_nsec)
    }
}
