internal import Glibc

/// Whose file a system call worked on: the remedy differs.
enum FileRole {
    /// A file that someone asks to be stored.
    case source
    /// A file or folder of the store itself.
    case stored
}

/// The only place where `errno` gets its meaning.
extension BlobStoreError {
    init(call: String, number: Int32, path: String, role: FileRole) {
        let cause = Cause(call: call, number: number)
        switch (number, role) {
        case (EMFILE, _), (ENFILE, _):
            self.init(
                .tooManyOpenFiles,
                "\(path) cannot be opened: too many files are open. Raise the limit (ulimit -n) or close some.",
                cause: cause)
        case (ENOENT, .source), (ENOTDIR, .source):
            self.init(
                .sourceUnreadable, "\(path) does not exist. Check the path, or that its disk is still mounted.",
                cause: cause)
        case (EACCES, .source), (EPERM, .source):
            self.init(
                .sourceUnreadable, "\(path) may not be read. Give this user the right to read it.", cause: cause)
        case (_, .source):
            self.init(
                .sourceUnreadable,
                "\(path) cannot be read. Check the disk that it is on, then try again.",
                cause: cause)
        case (ENOENT, .stored), (ENOTDIR, .stored):
            self.init(
                .notFound,
                "\(path) is not in the library. Check that the library's disk is mounted, or run `albumen verify`.",
                cause: cause)
        case (ENOSPC, .stored), (EDQUOT, .stored), (EFBIG, .stored):
            self.init(
                .notEnoughSpace, "There is no room to write \(path). Free space on the library's disk, then try again.",
                cause: cause)
        case (EROFS, .stored):
            self.init(
                .permissionDenied, "\(path) is on a disk mounted for reading only. Mount it for writing.", cause: cause)
        case (EACCES, .stored), (EPERM, .stored):
            self.init(
                .permissionDenied, "\(path) may not be used. Give this user the right to read and write the library.",
                cause: cause)
        case (ELOOP, .stored):
            self.init(
                .corrupted,
                "\(path) is a symbolic link where a file of the library should be. Put the file itself there.",
                cause: cause)
        case (EXDEV, .stored):
            self.init(
                .ioFailure,
                "\(path) is on another file system than the rest of the library. Keep `originals` and `staging` on one.",
                cause: cause)
        default:
            self.init(
                .ioFailure, "\(path) cannot be read or written. Check the library's disk, then run `albumen verify`.",
                cause: cause)
        }
    }
}
