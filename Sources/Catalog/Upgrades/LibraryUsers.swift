import Foundation
import SystemCalls

/// The programs that have a library's files open, as far as this user may see them.
enum LibraryUsers {
    /// Returns the sentence for the user of a command that needs the library closed.
    static func refusal(of library: URL) -> String {
        let programs = programs(usingFilesIn: library)
        let names =
            programs.isEmpty
            ? "a program that you may not see, such as one of another user"
            : programs.map { "\($0.name) (process \($0.process))" }.joined(separator: ", ")
        return
            "The library \(library.path) is open in \(names). End \(programs.count > 1 ? "them" : "it") and run the same "
            + "command again."
    }

    /// Returns other processes with open files in a folder, in the order of their numbers.
    static func programs(usingFilesIn folder: URL) -> [(process: pid_t, name: String)] {
        guard let root = realpath(folder.path(percentEncoded: false), nil) else { return [] }
        defer { free(root) }
        let prefix = String(cString: root) + "/"
        let processes = (try? OpenFolder(at: "/proc").textNames())?.compactMap(pid_t.init) ?? []
        return processes.sorted().filter { $0 != getpid() && hasFile($0, prefix) }.map { ($0, name(of: $0)) }
    }

    private static func hasFile(_ process: pid_t, _ prefix: String) -> Bool {
        // A process of another user can't be read, and one may have ended.
        guard let files = try? OpenFolder(at: "/proc/\(process)/fd").textNames() else { return false }
        return files.contains { target(of: "/proc/\(process)/fd/\($0)").hasPrefix(prefix) }
    }

    private static func target(of link: String) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(link, &bytes, Int(PATH_MAX))
        return count > 0 ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
    }

    /// Returns the program's name and its first argument, such as `albumen serve`.
    private static func name(of process: pid_t) -> String {
        guard let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return "a program" }
        let words = line.split(separator: 0).prefix(2).map { String(decoding: $0, as: UTF8.self) }
        guard let program = words.first?.split(separator: "/").last else { return "a program" }
        let argument = words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("/") }
        return argument.map { "\(program) \($0)" } ?? String(program)
    }
}
