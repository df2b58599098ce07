import AlbumenTestSupport
import Foundation

/// A program that ends with this process, however it ends. So a crash of the tests leaves no browser and no server
/// running.
enum LeashedProgram {
    /// Checks each second whether both processes run. The program replaces the shell, so signals reach it directly.
    /// Ends its group when this process has ended, because Chromium outlives its driver and can leave processes behind.
    private static let script = """
        (trap '' TERM
        while kill -0 "$PPID"; do kill -0 "$$" || exit; sleep 1; done
        kill -TERM "-$$"; sleep 5; kill -KILL "-$$") </dev/null >/dev/null 2>&1 &
        exec "$@"
        """

    static func start(
        _ executable: URL, _ arguments: [String], environment: [String: String], timeLimitInSeconds: Double
    ) throws -> ProgramRun {
        try ProgramRun(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", script, "sh", executable.path(percentEncoded: false)] + arguments, environment: environment,
            timeLimitInSeconds: timeLimitInSeconds)
    }
}
