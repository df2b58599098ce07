internal import SystemCalls
internal import SystemPackage

/// The role of the file in a system call. The remedy depends on it.
enum FileRole {
    /// A file to be stored.
    case source
    /// A file or folder of the store.
    case stored
}

/// Converts failed system calls to errors of the store with their remedies.
extension BlobStoreError {
    init(_ cause: SystemCallFailure, role: FileRole) {
        let path = cause.path
        switch (cause.errno, role) {
        case (.tooManyOpenFiles, _), (.tooManyOpenFilesInSystem, _):
            self.init(
                .tooManyOpenFiles,
                "\(path) cannot be opened: too many files are open. Raise the limit (ulimit -n) or close some.",
                cause: cause)
        case (.noSuchFileOrDirectory, .source), (.notDirectory, .source):
            self.init(
                .sourceUnreadable, "\(path) does not exist. Check the path, or that its disk is still mounted.",
                cause: cause)
        case (.permissionDenied, .source), (.notPermitted, .source):
            self.init(
                .sourceUnreadable, "\(path) may not be read. Give this user the right to read it.", cause: cause)
        case (_, .source):
            self.init(
                .sourceUnreadable,
                "\(path) cannot be read. Check the disk that it is on, then try again.",
                cause: cause)
        case (.noSuchFileOrDirectory, .stored), (.notDirectory, .stored):
            self.init(
                .notFound,
                "\(path) is not in the library. Check that the library's disk is mounted, or run `albumen verify`.",
                cause: cause)
        case (.noSpace, .stored), (.diskQuotaExceeded, .stored), (.fileTooLarge, .stored):
            self.init(
                .notEnoughSpace, "There is no room to write \(path). Free space on the library's disk, then try again.",
                cause: cause)
        case (.readOnlyFileSystem, .stored):
            self.init(
                .permissionDenied, "\(path) is on a disk mounted for reading only. Mount it for writing.", cause: cause)
        case (.permissionDenied, .stored), (.notPermitted, .stored):
            self.init(
                .permissionDenied, "\(path) may not be used. Give this user the right to read and write the library.",
                cause: cause)
        case (.tooManySymbolicLinkLevels, .stored):
            self.init(
                .corrupted,
                "\(path) is a symbolic link where a file of the library should be. Put the file itself there.",
                cause: cause)
        case (.improperLink, .stored):
            self.init(
                .ioFailure,
                "\(path) is on another file system than the rest of the library. "
                    + "Keep `originals` and `staging` on one.",
                cause: cause)
        default:
            self.init(
                .ioFailure, "\(path) cannot be read or written. Check the library's disk, then run `albumen verify`.",
                cause: cause)
        }
    }
}
