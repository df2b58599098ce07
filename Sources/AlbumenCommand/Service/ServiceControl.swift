import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// Runs `systemctl` and `loginctl` for the user's services.
enum ServiceControl {
    /// The result of a program.
    struct Outcome: Sendable {
        let isSuccess: Bool
        let output: String
        let error: String
    }

    private static let outputLimit = 64 << 10

    /// Runs `systemctl --user`.
    ///
    /// - Throws: `CommandFailure` if the program can't be run, or if it fails.
    @discardableResult
    static func systemctl(_ arguments: String...) throws -> String {
        let outcome = try run("systemctl", ["--user"] + arguments)
        guard outcome.isSuccess else {
            let reason = PrintableText.line(outcome.error.trimmingCharacters(in: .whitespacesAndNewlines))
            throw CommandFailure("systemctl --user \(arguments.joined(separator: " ")) failed: \(reason)")
        }
        return outcome.output
    }

    /// Lets the user's services run without a login. Returns the reason if that isn't allowed.
    static func enableLinger() throws -> String? {
        let outcome = try run("loginctl", ["enable-linger"])
        return outcome.isSuccess
            ? nil : PrintableText.line(outcome.error.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Runs a program of systemd to its end.
    ///
    /// - Throws: `CommandFailure` if there is no such program.
    static func run(_ program: String, _ arguments: [String]) throws -> Outcome {
        let result = Mutex<Outcome?>(nil)
        try AwaitedTask.run {
            do {
                let run = try await Subprocess.run(
                    .name(program), arguments: Arguments(arguments), output: .string(limit: outputLimit),
                    error: .string(limit: outputLimit))
                let outcome = Outcome(
                    isSuccess: run.terminationStatus.isSuccess, output: run.standardOutput,
                    error: run.standardError)
                result.withLock { $0 = outcome }
            } catch {
                throw CommandFailure(
                    "\(program) can't be run: \(error). Without systemd, start albumen serve in another way.")
            }
        }
        return result.withLock { $0 } ?? Outcome(isSuccess: false, output: "", error: "")
    }
}
