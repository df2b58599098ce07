import Foundation

/// Watches the memory of a program and of those it has started.
struct MemoryMeter {
    private static let intervalInMicroseconds: UInt32 = 10_000

    /// The most resident memory that each process has had, by process, in bytes. The system keeps the peak, so that none
    /// between two looks is missed.
    private var residentPeaks: [pid_t: Int64] = [:]
    /// The most that all had at one time of pages that no file backs: heaps and stacks, and no library's code. In bytes.
    private(set) var anonymousPeak: Int64 = 0

    /// The sum over the processes of each one's peak, in bytes. Counts pages that processes share once for each.
    var residentPeak: Int64 { residentPeaks.values.reduce(0, +) }

    var processCount: Int { residentPeaks.count }

    /// Looks until the program has ended.
    ///
    /// - Throws: where the program failed.
    mutating func watch(_ program: RunningProgram) throws {
        while try !program.hasEnded() {
            look(at: program.identifier)
            usleep(Self.intervalInMicroseconds)
        }
    }

    private mutating func look(at identifier: pid_t) {
        var sum: Int64 = 0
        for process in [identifier] + children(of: identifier) {
            if let peak = ProcessStatus.bytes(of: "VmHWM", in: "/proc/\(process)/status") {
                residentPeaks[process] = max(residentPeaks[process] ?? 0, peak)
            }
            sum += ProcessStatus.bytes(of: "Anonymous", in: "/proc/\(process)/smaps_rollup") ?? 0
        }
        anonymousPeak = max(anonymousPeak, sum)
    }

    private func children(of identifier: pid_t) -> [pid_t] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")) ?? []
        return threads.flatMap { thread in
            let path = "/proc/\(identifier)/task/\(thread)/children"
            return (ProcessStatus.text(of: path) ?? "").split(separator: " ").compactMap { pid_t($0) }
        }
    }
}
