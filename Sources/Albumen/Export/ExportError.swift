import Foundation
import SystemCalls
import SystemPackage

/// An error of an export. `stopsAll` is `false` if it concerns one file alone.
package struct ExportError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The problem and the remedy, for people.
    package let message: String
    let stopsAll: Bool

    init(_ message: String, stopsAll: Bool = true) {
        self.message = message
        self.stopsAll = stopsAll
    }

    /// An error for a system call on a path in the folder.
    init(_ errno: Errno, path: String) {
        switch errno {
        case .noSpace, .diskQuotaExceeded:
            self.init("There is no room to write \(path). Free some, then run the same command again to go on.")
        case .readOnlyFileSystem:
            self.init("\(path) is on a disk mounted for reading only. Mount it for writing, or name another folder.")
        case .permissionDenied, .notPermitted:
            self.init("\(path) may not be written. Give this user the right to write there, or name another folder.")
        case .notDirectory, .fileExists:
            self.init("\(path) is no folder. Name one, or a place where one can be made.")
        case .fileTooLarge:
            self.init(
                "\(path) would be larger than a file may be on that disk. Name a folder elsewhere.", stopsAll: false)
        case .invalidArgument, .fileNameTooLong, .illegalByteSequence:
            self.init("\(path): that disk does not take a file of this name. Name a folder elsewhere.", stopsAll: false)
        default:
            self.init("\(path) cannot be written: \(errno). Check the disk that it is on.")
        }
    }

    package var description: String { message }
    package var errorDescription: String? { message }
}
