import CAlbumenSystem
import Foundation
import Glibc

/// Opens URLs with `xdg-open`.
struct URLOpener: Sendable {
    /// The path of `xdg-open`.
    let program: String
    let environment: [String: String]

    /// The opener of this process, or `nil` if the user doesn't want one or there is no such program.
    static var current: URLOpener? { URLOpener(environment: ProcessInfo.processInfo.environment) }

    init?(environment: [String: String]) {
        guard environment["ALBUMEN_OPEN"] == "xdg-open" else { return nil }
        // A relative folder in PATH could contain anybody's program.
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        let programs = folders.lazy.map { "\($0)/xdg-open" }
        guard let program = programs.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.program = program
        self.environment = environment
    }

    /// Returns whether the program can be asked for the URL. The argument then starts with a scheme, and never with a
    /// hyphen as an option does.
    func accepts(_ url: URL) -> Bool {
        guard let scheme = url.scheme, !scheme.isEmpty else { return false }
        return scheme.lowercased() != "app-settings"
    }

    /// Starts the program, and calls `completion` on another thread after it has ended.
    func open(_ url: URL, completion: @escaping @Sendable (Bool) -> Void) {
        let arguments = [program, url.absoluteString]
        let variables = environment.map { "\($0.key)=\($0.value)" }
        var process = pid_t()
        let failure = Self.withStrings(arguments) { arguments in
            Self.withStrings(variables) { variables in
                albumen_start_service(program, STDERR_FILENO, arguments, variables, &process)
            }
        }
        guard failure == 0 else { return completion(false) }
        Thread.detachNewThread { [process] in completion(Self.succeeds(process)) }
    }

    /// Waits for a process, and returns whether it exits with 0.
    private static func succeeds(_ process: pid_t) -> Bool {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return false }
        }
        return status == 0
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer {
            for copy in copies { free(copy) }
        }
        return body(copies + [nil])
    }
}
