internal import Glibc
package import SystemPackage

/// The space on the disk of a file or folder.
package struct DiskSpace: Sendable, Equatable {
    /// The space that is left for this user.
    package let freeInBytes: Int64
    /// 0 if the file system doesn't say, as some network file systems.
    package let totalInBytes: Int64

    package init(freeInBytes: Int64, totalInBytes: Int64) {
        (self.freeInBytes, self.totalInBytes) = (freeInBytes, totalInBytes)
    }

    /// - Throws: The error of `statvfs`.
    package init(of path: String) throws(Errno) {
        var status = statvfs()
        try SystemCall.retrying { statvfs(path, &status) }
        self.init(status)
    }

    /// - Throws: The error of `fstatvfs`.
    package init(of descriptor: FileDescriptor) throws(Errno) {
        var status = statvfs()
        try SystemCall.retrying { fstatvfs(descriptor.rawValue, &status) }
        self.init(status)
    }

    private init(_ status: statvfs) {
        func bytes(_ blocks: UInt) -> Int64 {
            let (product, isHuge) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
            return isHuge ? .max : Int64(clamping: product)
        }
        self.init(freeInBytes: bytes(status.f_bavail), totalInBytes: bytes(status.f_blocks))
    }

    package var isKnown: Bool { totalInBytes > 0 }

    /// Whether this many bytes fit. Without known sizes, the first write that fails says so.
    ///
    /// - Parameter reserve: The bytes that have to stay free.
    package func hasRoom(for bytes: Int64, reserve: Int64 = 0) -> Bool {
        let (needed, isBeyond) = bytes.addingReportingOverflow(reserve)
        return !isKnown || !isBeyond && freeInBytes >= needed
    }
}
