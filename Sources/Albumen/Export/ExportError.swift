import Foundation

/// Why files cannot be put into a folder. What hinders one file alone has `stopsAll` false.
package struct ExportError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// For people: what is wrong and what to do.
    package let message: String
    let stopsAll: Bool

    init(_ message: String, stopsAll: Bool = true) {
        self.message = message
        self.stopsAll = stopsAll
    }

    /// What a system call on a path of the folder failed with.
    init(number: Int32, path: String) {
        switch number {
        case ENOSPC, EDQUOT:
            self.init("There is no room to write \(path). Free some, then run the same command again to go on.")
        case EROFS:
            self.init("\(path) is on a disk mounted for reading only. Mount it for writing, or name another folder.")
        case EACCES, EPERM:
            self.init("\(path) may not be written. Give this user the right to write there, or name another folder.")
        case ENOTDIR, EEXIST:
            self.init("\(path) is no folder. Name one, or a place where one can be made.")
        case EFBIG:
            self.init(
                "\(path) would be larger than a file may be on that disk. Name a folder elsewhere.", stopsAll: false)
        case EINVAL, ENAMETOOLONG, EILSEQ:
            self.init("\(path): that disk does not take a file of this name. Name a folder elsewhere.", stopsAll: false)
        default:
            self.init("\(path) cannot be written: \(String(cString: strerror(number))). Check the disk that it is on.")
        }
    }

    package var description: String { message }
    package var errorDescription: String? { message }
}
