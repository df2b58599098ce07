import Foundation

/// Measures the memory of a program and of the processes that it started.
struct MemoryMeter {
    private static let intervalInMicroseconds: UInt32 = 10_000

    /// Each process's peak of resident memory in bytes. The system records the peak, so no peak between two
    /// measurements is missed.
    private var residentPeaks: [pid_t: Int64] = [:]
    /// The largest total of anonymous memory at one time: heaps and stacks without the code of libraries. In bytes.
    private(set) var anonymousPeak: Int64 = 0

    /// The sum of the processes' peaks, in bytes. Pages that processes share count once per process.
    var residentPeak: Int64 { residentPeaks.values.reduce(0, +) }

    var processCount: Int { residentPeaks.count }

    /// Measures until the program has ended.
    ///
    /// - Throws: An error if the program failed.
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
