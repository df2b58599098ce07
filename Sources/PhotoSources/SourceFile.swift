package import Records
package import SystemCalls
package import SystemPackage

/// A file of an item, on disk, in an archive, or on a device or server.
package struct SourceFile: Sendable, Equatable {
    /// The place of a file's bytes, if they aren't a file of their own on disk.
    package enum Member: Sendable, Equatable {
        case zip(ZipPlace)
        /// Bytes as they are, from this position.
        case range(offset: Int64)
        case gzip(GzipPlace)
        /// Bytes that aren't on a disk of this machine. The path is only for people.
        case remote(RemoteFile)
    }

    /// Whether the bytes aren't on a disk of this machine.
    package var isRemote: Bool {
        if case .remote = member { true } else { false }
    }

    /// The role of the file in its asset, as in PhotoKit.
    package var type: ResourceType
    /// The file, or the archive that contains it.
    package var path: FilePath
    /// The file's place in the archive at the path, or `nil` for a file on disk.
    package var member: Member?
    /// The name that the file had when it was captured or imported, for people and for exports.
    package var name: String
    /// Bytes.
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modificationTime: Int64
    /// The file, or the archive, that had the path. If the path leads to another one by now, it isn't read.
    package var identity: Stat.Identity?
    /// The SHA-256 that the bytes must have, or `nil` if the source doesn't know it.
    package var sha256: BlobDigest?

    package init(
        type: ResourceType, path: FilePath, member: Member? = nil, name: String, size: Int64, modificationTime: Int64,
        identity: Stat.Identity?
    ) {
        self.type = type
        self.path = path
        self.member = member
        self.name = name
        self.size = size
        self.modificationTime = modificationTime
        self.identity = identity
    }
}
