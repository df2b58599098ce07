package import Foundation
import Synchronization
import Testing

/// A server of a test as a child process. It ends with this process, also if this process is killed.
package final class ServerProgram: Sendable {
    /// The address that the server printed.
    package let address: String
    private let program: StartedProgram

    /// Starts a server and waits until it prints its address.
    ///
    /// - Parameters:
    ///   - command: The program's path and its arguments.
    ///   - log: The file for its outputs.
    package convenience init(_ command: [String], environment: [String: String], log: URL) throws {
        try self.init(command, environment: environment, log: log) {
            let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            return text.firstMatch(of: #/http://127\.0\.0\.1:[1-9][0-9]*/#).map { String($0.0) }
        }
    }

    /// Starts a server and waits until a closure returns its address.
    package init(
        _ command: [String], environment: [String: String], log: URL, findAddress: () -> String?
    ) throws {
        let path = log.path(percentEncoded: false)
        // The shell notices the end of this process by the end of its input.
        let script = #""$@" >"\#(path)" 2>&1 & server=$!; cat >/dev/null; kill -9 $server"#
        program = try ProgramRun.starting.withLock { _ in
            try StartedProgram(["/bin/sh", "-c", script, "sh"] + command, environment: environment)
        }
        let program = program
        var found: String?
        try? waitUntil {
            found = findAddress()
            return found != nil || kill(program.identifier, 0) != 0
        }
        guard let found else {
            close(program.input)
            throw ProgramRun.Failure(description: "\(command[0]) doesn't serve at an address. See \(path).")
        }
        address = found
    }

    deinit {
        close(program.input)
        close(program.output)
        close(program.error)
        var status: Int32 = 0
        waitpid(program.identifier, &status, 0)
    }
}
