import Foundation
import Records

/// A process that asks a question. Its number alone isn't unique, because the kernel uses numbers again.
struct AskingProcess: Sendable, Equatable {
    var number: pid_t
    /// The start of the process, in clock ticks since the machine's start. 0 if it's unknown.
    var startTime: Int64
    /// The identifier of the machine's start. Empty if it's unknown.
    var boot: String

    private static let currentBoot: String = {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }()

    init(number: pid_t, startTime: Int64, boot: String) {
        (self.number, self.startTime, self.boot) = (number, startTime, boot)
    }

    init(_ record: QuestionRecord) {
        self.init(
            number: pid_t(truncatingIfNeeded: record.process), startTime: record.startTime, boot: record.boot)
    }

    /// This process.
    static var current: AskingProcess {
        AskingProcess(number: getpid(), startTime: status(of: getpid())?.startTime ?? 0, boot: currentBoot)
    }

    /// The path of this process's program, or `nil` if it's unknown.
    static var currentProgram: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    /// Whether the process runs on this machine. A process that has ended doesn't run, even if its parent hasn't
    /// collected its status.
    var isRunning: Bool {
        guard number > 0, boot == Self.currentBoot else { return false }
        if let status = Self.status(of: number) {
            guard status.state != "Z", status.state != "X" else { return false }
            return startTime == 0 || startTime == status.startTime
        }
        // Some systems hide the processes of other users.
        return kill(number, 0) == 0 || errno == EPERM
    }

    private static func status(of process: pid_t) -> ProcessStatus? { ProcessStatus(folder: "/proc/\(process)") }
}
