package import Foundation
import Synchronization

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
    package init(_ command: [String], environment: [String: String], log: URL) throws {
        let path = log.path(percentEncoded: false)
        // The shell notices the end of this process by the end of its input.
        let script = #""$@" >"\#(path)" 2>&1 & server=$!; cat >/dev/null; kill -9 $server"#
        program = try ProgramRun.starting.withLock { _ in
            try StartedProgram(["/bin/sh", "-c", script, "sh"] + command, environment: environment)
        }
        let end = TestPatience.endDate
        while Date() < end {
            let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            if let match = text.firstMatch(of: #/http://127\.0\.0\.1:[1-9][0-9]*/#) {
                address = String(match.0)
                return
            }
            if kill(program.identifier, 0) != 0 { break }
            Thread.sleep(forTimeInterval: 0.02)
        }
        close(program.input)
        throw ProgramRun.Failure(description: "\(command[0]) prints no address. See \(path).")
    }

    deinit {
        close(program.input)
        close(program.output)
        close(program.error)
        var status: Int32 = 0
        waitpid(program.identifier, &status, 0)
    }
}
