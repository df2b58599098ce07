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
        var oldest: (start: UInt64, program: String?)?
        for process in names(in: processes) where Int32(process) != nil {
            let folder = "\(processes)/\(process)"
            guard let status = try? Stat(folder), status.owner == user,
                names(in: "\(folder)/fd").contains(where: { link("\(folder)/fd/\($0)") == target }),
                let start = start(of: folder), start < oldest?.start ?? .max
            else { continue }
            oldest = (start, link("\(folder)/exe"))
        }
        return oldest?.program
    }

    /// Returns when a process started, in ticks since the machine started.
    ///
    /// Children can inherit a socket, and their numbers can be smaller than their parent's.
    private static func start(of folder: String) -> UInt64? {
        guard let line = try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8),
            let end = line.lastIndex(of: ")")
        else { return nil }
        // The fields after the program's name, which can contain spaces: the start is field 22 of all.
        let fields = line[line.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
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
