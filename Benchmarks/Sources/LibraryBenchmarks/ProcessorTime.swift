import Foundation

/// The processor time, user and system, of programs in seconds.
enum ProcessorTime {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the time that a running process and its ended threads have used.
    static func ofProcess(_ identifier: pid_t) throws -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw Failure(description: "The process \(identifier) can't be measured.")
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Returns the time that a closure uses in this process and in the programs that it waits for.
    static func used(_ body: () throws -> Void) throws -> Double {
        let before = current
        try body()
        return current - before
    }

    private static var current: Double {
        var seconds = 0.0
        for whose in [RUSAGE_SELF, RUSAGE_CHILDREN] {
            var usage = rusage()
            getrusage(__rusage_who_t(whose.rawValue), &usage)
            for time in [usage.ru_utime, usage.ru_stime] {
                seconds += Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
            }
        }
        return seconds
    }
}
