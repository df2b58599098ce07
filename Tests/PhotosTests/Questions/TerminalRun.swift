import AlbumenTestSupport
import Foundation

/// An app at a terminal of its own, whose user types answers.
struct TerminalRun {
    private let program: ProgramRun

    /// - Parameters:
    ///   - command: The app's command.
    ///   - answers: Texts that appear at the terminal, in order, and the user's input after each. A text without an
    ///     input ends the typing.
    init(
        _ command: String, library: URL, environment: [String: String] = [:],
        answers: [(text: String, input: String)] = []
    ) throws {
        let typed = answers.flatMap { [$0.text, $0.input] }
        program = try ProgramRun(
            URL(filePath: "/usr/bin/python3"), ["-c", Self.terminal] + typed + ["--", Self.executable.path, command],
            environment: Self.environment(library, environment))
    }

    /// The app, beside the program that runs the tests.
    static var executable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "AskingProgram")
    }

    static func environment(_ library: URL, _ others: [String: String] = [:]) -> [String: String] {
        let own = [
            "ALBUMEN_LIBRARY": library.path(percentEncoded: false), "ALBUMEN_CLIENT": "app", "LC_ALL": "C.UTF-8",
            "ALBUMEN_COMMAND": "/bin/false", "HOME": library.path(percentEncoded: false), "PATH": "/usr/bin:/bin",
        ]
        return own.merging(others) { $1 }
    }

    /// Waits for the app's end, and returns the text at the terminal.
    func text() async throws -> String {
        let program = program
        return try await onOwnThread { try program.wait().output }
    }

    /// Waits until a text appears at the terminal.
    func waits(for text: String) async throws -> Bool {
        let program = program
        return try await onOwnThread { program.waitForOutput { $0.contains(text) } }
    }

    /// Ends the app as a closed terminal does.
    func hangUp() {
        program.kill(SIGKILL)
    }

    private static let terminal = """
        import os, pty, sys
        end = sys.argv.index("--")
        steps = [text.encode() for text in sys.argv[1:end]]
        process, terminal = pty.fork()
        if process == 0:
            os.execv(sys.argv[end + 1], sys.argv[end + 1:])
        seen = b""
        while True:
            try:
                data = os.read(terminal, 4096)
            except OSError:
                break
            if not data:
                break
            os.write(1, data)
            seen += data
            while steps and steps[0] in seen:
                seen = seen.split(steps[0], 1)[1]
                os.write(terminal, steps[1])
                steps = steps[2:]
        os.waitpid(process, 0)
        """
}
