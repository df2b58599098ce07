internal import Glibc

/// What a blob store asks about a file.
struct FileStatus: Equatable {
    let isRegularFile: Bool
    /// In bytes.
    let size: Int64
    /// How many names the file has; 0 once it is unlinked.
    let linkCount: UInt64
    private let modificationSeconds: Int
    private let modificationNanoseconds: Int

    init(_ status: stat) {
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        size = Int64(status.st_size)
        linkCount = UInt64(status.st_nlink)
        modificationSeconds = status.st_mtim.tv_sec
        modificationNanoseconds = status.st_mtim.tv_nsec
    }

    /// Whether the bytes were written to between the two.
    func hasSameContent(as other: FileStatus) -> Bool {
        size == other.size && modificationSeconds == other.modificationSeconds
            && modificationNanoseconds == other.modificationNanoseconds
    }
}
