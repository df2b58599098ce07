import Foundation
import SystemCalls
import SystemPackage

/// The journal of systemd, to which the output of a service goes.
enum Journal {
    /// The importance of a message, by the numbers of syslog.
    enum Level: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case information = 6
    }

    /// Whether the error output is the journal. Then, a number before each line is its level.
    static let receivesErrors = receives(.standardError)

    /// Returns whether an output is the stream that the environment names as the journal's.
    static func receives(
        _ output: FileDescriptor, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
        let parts = (environment["JOURNAL_STREAM"] ?? "").split(separator: ":").map { UInt64($0) }
        guard parts.count == 2, let device = parts[0], let file = parts[1], let status = try? output.status() else {
            return false
        }
        return status.identity.device == device && status.identity.file == file
    }

    /// Returns a text with the level before each of its lines.
    static func marked(_ text: String, as level: Level) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "<\(level.rawValue)>\($0)" }.joined(separator: "\n")
    }
}
