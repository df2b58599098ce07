package import Foundation

/// The worker processes that a process has started.
package enum WorkerProcesses {
    /// Returns the processes that have a file of a folder open. Other tests use workers at the same time.
    package static func using(_ folder: String, startedBy host: pid_t = getpid()) -> [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let hostProgram = program(of: host)
        return entries.compactMap { pid_t($0) }.filter { process in
            // Before a new process runs its own program, it has all open files of the host.
            guard parent(ofRunning: process) == host, program(of: process) != hostProgram else { return false }
            let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
            return descriptors.contains { descriptor in
                let link = "/proc/\(process)/fd/\(descriptor)"
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
                return target?.hasPrefix(folder) == true
            }
        }
    }

    /// Whether a process hasn't ended. A killed process can remain until its parent asks for its status.
    package static func isRunning(_ process: pid_t) -> Bool { parent(ofRunning: process) != nil }

    private static func program(of process: pid_t) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
    }

    private static func parent(ofRunning process: pid_t) -> pid_t? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
        let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 1 && fields[0] != "Z" && fields[0] != "X" ? pid_t(fields[1]) : nil
    }
}
