import Foundation

/// The resource usage of processes, as counted by the kernel.
enum ProcessUsage {
    /// Returns the processor time of this process and its ended and running children, in seconds.
    static func processorTime() -> Double {
        var own = rusage()
        var ended = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &ended)
        return seconds(own) + seconds(ended) + children().reduce(0) { $0 + processorTime(of: $1) }
    }

    /// Returns the peak resident memory of the largest ended child, or 0 if it hasn't changed.
    static func peakMemoryOfEndedChildrenInBytes(unless before: Int? = nil) -> Int {
        var ended = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &ended)
        let peak = ended.ru_maxrss * 1024
        return peak == before ? 0 : peak
    }

    /// Returns the peak resident memory of a process, or 0 if it has ended.
    static func peakMemoryInBytes(of process: pid_t) -> Int {
        let status = text("/proc/\(process)/status")
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }) else { return 0 }
        return (line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0)
            * 1024
    }

    private static func children() -> [pid_t] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return threads.flatMap { thread in
            text("/proc/self/task/\(thread)/children").split(separator: " ").compactMap { pid_t($0) }
        }
    }

    private static func processorTime(of process: pid_t) -> Double {
        // The name in parentheses can contain spaces.
        guard let fields = text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " "),
            fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
        else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func seconds(_ usage: rusage) -> Double {
        seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    /// Returns an empty text if the process has ended.
    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
