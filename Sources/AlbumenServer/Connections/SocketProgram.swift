import Albumen
import Foundation
import SystemCalls
import SystemPackage

/// The program that has a socket open, as the kernel knows it.
enum SocketProgram {
    /// Returns the path of the program, or `nil` if no process of the user has the socket open, or if this process may
    /// not look.
    ///
    /// - Complexity: O(*n*) for *n* open files of the user's processes: some milliseconds.
    static func path(ofSocket inode: UInt64, user: uid_t, processes: String = "/proc") -> String? {
        guard inode != 0 else { return nil }
        let target = "socket:[\(inode)]"
        // Children can inherit a socket.
        var oldest: (start: Int64, program: String?)?
        for process in names(in: processes) where Int32(process) != nil {
            let folder = "\(processes)/\(process)"
            guard let status = try? Stat(folder), status.owner == user,
                names(in: "\(folder)/fd").contains(where: { link("\(folder)/fd/\($0)") == target }),
                let start = ProcessStatus(folder: folder)?.startTime, start < oldest?.start ?? .max
            else { continue }
            oldest = (start, link("\(folder)/exe"))
        }
        return oldest?.program
    }

    /// Processes end while they are listed, so missing folders are empty.
    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func link(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
