// Optimised builds need this module for the fields of `timespec`.
internal import CAlbumenSystem
internal import Glibc
package import SystemPackage

extension Stat {
    /// Identifies a file, regardless of its path.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let file: UInt64
    }

    /// The permissions, with the bits of set-user-ID, set-group-ID and sticky.
    package var modeBits: UInt32 { rawValue.st_mode & 0o7777 }
    package var owner: UInt32 { rawValue.st_uid }
    package var group: UInt32 { rawValue.st_gid }

    package var identity: Identity { Identity(device: UInt64(rawValue.st_dev), file: UInt64(rawValue.st_ino)) }
    package var isFolder: Bool { type == .directory }
    package var isRegularFile: Bool { type == .regular }
    package var isSymbolicLink: Bool { type == .symbolicLink }

    /// The time of the last change of the file's bytes, in nanoseconds since 1970. Times beyond the range of `Int64`,
    /// such as those after the year 2262, become its bounds.
    package var modificationTime: Int64 { Self.nanoseconds(rawValue.st_mtim) }

    /// The time of the last change of the file's bytes, names or permissions, in nanoseconds since 1970. No program can set
    /// this time.
    package var changeTime: Int64 { Self.nanoseconds(rawValue.st_ctim) }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        let seconds = Int64(time.tv_sec)
        let (nanoseconds, isBeyond) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return isBeyond ? (seconds < 0 ? .min : .max) : nanoseconds &+ Int64(time.tv_nsec)
    }

    /// The time of the last read or change of the file's bytes, in seconds since 1970.
    package var lastUse: Int64 { max(Int64(rawValue.st_atim.tv_sec), Int64(rawValue.st_mtim.tv_sec)) }

    /// Returns whether the file's size and modification time are equal to those of another status.
    package func hasSameContent(as other: Stat) -> Bool {
        size == other.size && rawValue.st_mtim.tv_sec == other.rawValue.st_mtim.tv_sec
            && rawValue.st_mtim.tv_nsec == other.rawValue.st_mtim.tv_nsec
    }
}
