import Albumen
import Cancellation
import Foundation
import Subprocess
import SystemPackage

/// A shell command that is run once for each new problem of the library.
struct HealthNotification: Sendable {
    /// The time after which the command is ended.
    private static let patience = Duration.seconds(60)

    let command: String

    /// Runs the command, and reports a failure. The problem's text is its input, and the variables `ALBUMEN_PROBLEM`,
    /// `ALBUMEN_MESSAGE` and `ALBUMEN_LIBRARY` name the problem.
    func run(_ problem: HealthProblem, of library: URL, _ cancellation: WorkCancellation) {
        let text = "\(problem.message)\n\(problem.remedy)\nLibrary: \(library.path)\n"
        let environment = Environment.inherit.updating([
            "ALBUMEN_PROBLEM": problem.code.rawValue, "ALBUMEN_MESSAGE": "\(problem.message) \(problem.remedy)",
            "ALBUMEN_LIBRARY": library.path,
        ])
        let command = command
        do {
            try AwaitedTask.run {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        let result = try await Subprocess.run(
                            .path("/bin/sh"), arguments: ["-c", command], environment: environment,
                            input: .string(text), output: .discarded, error: .discarded)
                        guard result.terminationStatus.isSuccess else {
                            throw CommandFailure("it ended with \(result.terminationStatus)")
                        }
                    }
                    group.addTask {
                        let end = ContinuousClock.now + Self.patience
                        while ContinuousClock.now < end, !cancellation.isCancelled {
                            try await Task.sleep(for: .milliseconds(200))
                        }
                        throw CommandFailure("it didn't end within a minute")
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        } catch {
            StandardError.write(
                line: "albumen: The command of --notify failed: \(PrintableText.line(CommandFailure.text(of: error)))")
        }
    }
}
