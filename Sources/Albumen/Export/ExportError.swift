import CodedErrors
import Foundation
import SystemCalls
import SystemPackage

/// An error for files that can't be exported.
package struct ExportError: CodedError {
    package enum Code: Sendable {
        /// Files can't be written to the folder. The export ends.
        case folder
        /// The folder's disk is full. The export ends.
        case fullFolder
        /// A single file can't be exported. The export continues with the next.
        case file
    }

    package let code: Code
    /// The problem and its remedy, for people.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// An error for a system call on a path in the folder.
    init(_ errno: Errno, path: String) {
        switch errno {
        case .noSpace, .diskQuotaExceeded:
            self.init(
                .fullFolder,
                "The disk is too full to write \(path). Free some space, then run the same command again to continue.")
        case .readOnlyFileSystem:
            self.init(
                .folder, "\(path) is on a disk mounted for reading only. Mount it for writing, or name another folder.")
        case .permissionDenied, .notPermitted:
            self.init(
                .folder, "\(path) may not be written. Give this user the right to write there, or name another folder.")
        case .notDirectory, .fileExists:
            self.init(.folder, "\(path) isn't a folder. Name an existing folder, or a path where one can be created.")
        case .fileTooLarge:
            self.init(
                .file, "\(path) would be larger than a file may be on that disk. Name a folder elsewhere.")
        case .invalidArgument, .fileNameTooLong, .illegalByteSequence:
            self.init(.file, "\(path): that disk does not take a file of this name. Name a folder elsewhere.")
        default:
            self.init(.folder, "\(path) cannot be written: \(errno). Check the disk that it is on.")
        }
    }
}
