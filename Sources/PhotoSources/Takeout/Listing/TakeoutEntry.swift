package import SystemCalls
package import SystemPackage

/// A file of an export.
package struct TakeoutEntry: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case file(FilePath, Stat.Identity)
        /// An index in the listing's archives, and the place in the archive.
        case member(archive: Int, SourceFile.Member)
    }

    /// For people. Names on disk that aren't UTF-8 have percent signs.
    package var name: String
    package var size: Int64
    package var modificationTime: Int64
    package var place: Place

    /// The path of a file on disk.
    var path: FilePath? {
        if case .file(let path, _) = place { path } else { nil }
    }

    /// The CRC-32 that the archive declares, or `nil` for a file on disk.
    var checksum: UInt32? {
        if case .member(_, .zip(let member)) = place { member.checksum } else { nil }
    }

    /// Returns whether two entries of one path are probably the same file, without reading it.
    func isLikely(_ other: TakeoutEntry) -> Bool {
        guard size == other.size else { return false }
        if let checksum, let otherChecksum = other.checksum { return checksum == otherChecksum }
        return modificationTime == other.modificationTime
    }

    var isDocument: Bool { TakeoutName(name).pathExtension.lowercased() == "json" }
}

/// The folder of a file, by the names alone: parts of an export can be unpacked into several folders.
package struct TakeoutFolderKey: Hashable, Sendable {
    /// The time of an archive's export, or an empty text if all archives have the same; the place of a tree of folders
    /// that doesn't belong to the archives.
    package var export: String
    /// The name of the folder above, such as `Google Photos`.
    package var product: String
    package var folder: String
}
