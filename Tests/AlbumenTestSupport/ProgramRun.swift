package import Foundation
import Synchronization

/// Runs a program as a child process and reads its outputs continuously.
///
/// It doesn't use `Foundation.Process`, which leaves SIGTERM blocked in its children and notices their end late. The
/// child has no blocked or ignored signals and leads its own process group.
package final class ProgramRun: Sendable {
    /// The way a program ended, and its output.
    package struct Outcome: Sendable {
        package enum Ending: Sendable, Equatable {
            case exited(Int32)
            case signalled(Int32)
        }

        package var ending: Ending
        package var outputData: Data
        package var errorData: Data

        package var output: String { String(decoding: outputData, as: UTF8.self) }
        package var error: String { String(decoding: errorData, as: UTF8.self) }
        /// The exit status, or 128 and the signal that ended the program, as in a shell.
        package var exitStatus: Int32 {
            switch ending {
            case .exited(let status): status
            case .signalled(let signal): 128 + signal
            }
        }
        package var outputLines: [String] { output.split(separator: "\n").map(String.init) }
        package var errorLines: [String] { error.split(separator: "\n").map(String.init) }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Held while pipes are created and a child starts. Otherwise, another child could inherit a pipe before it's
    /// marked, and the pipe would never be closed.
    static let starting = Mutex(())

    package let processIdentifier: pid_t
    private let output: DrainedPipe
    private let error: DrainedPipe
    /// Guards the wait for the child, so that no signal goes to another process with the same identifier.
    private let ending = Mutex<Outcome.Ending?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: The child's entire environment.
    ///   - workingDirectory: The working directory, or `nil` for this process's.
    ///   - input: The child's standard input, or `nil` for none.
    ///   - timeLimitInSeconds: The time after which the child is killed.
    package init(
        _ executable: URL, _ arguments: [String] = [], environment: [String: String] = [:],
        workingDirectory: URL? = nil, input: Data? = nil, timeLimitInSeconds: Double = TestPatience.programSeconds
    ) throws {
        var command = [executable.path(percentEncoded: false)] + arguments
        if let workingDirectory {
            command = ["/usr/bin/env", "-C", workingDirectory.path(percentEncoded: false)] + command
        }
        let child = try Self.starting.withLock { _ in try StartedProgram(command, environment: environment) }
        processIdentifier = child.identifier
        output = DrainedPipe(child.output)
        error = DrainedPipe(child.error)
        PipeEnds.feed(input ?? Data(), to: child.input)
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimitInSeconds) { [weak self] in
            self?.kill(SIGKILL)
        }
    }

    deinit {
        _ = collect(flags: WNOHANG)
        kill(SIGKILL)
        _ = collect(flags: 0)
    }

    /// Runs a program until it ends.
    package static func run(
        _ executable: URL, _ arguments: [String] = [], environment: [String: String] = [:],
        workingDirectory: URL? = nil, input: Data? = nil, timeLimitInSeconds: Double = TestPatience.programSeconds
    ) throws -> Outcome {
        try ProgramRun(
            executable, arguments, environment: environment, workingDirectory: workingDirectory, input: input,
            timeLimitInSeconds: timeLimitInSeconds
        ).wait()
    }

    /// Sends a signal, unless the program has ended.
    ///
    /// - Parameter wholeGroup: Whether to send it to the entire process group, as a terminal does.
    package func kill(_ signal: Int32, wholeGroup: Bool = false) {
        ending.withLock { ending in
            guard ending == nil else { return }
            _ = Foundation.kill(wholeGroup ? -processIdentifier : processIdentifier, signal)
        }
    }

    /// Blocks until the program has ended and all its outputs are closed.
    package func wait() throws -> Outcome {
        // Doesn't hold the lock, so that a signal can still be sent. The child isn't reaped yet.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        guard let ending = collect(flags: 0) else { throw Failure(description: "The child process was lost.") }
        return Outcome(ending: ending, outputData: output.wait(), errorData: error.wait())
    }

    /// Blocks until the output matches a condition. Returns `false` if the output ends before.
    package func waitForOutput(where condition: (String) -> Bool) -> Bool {
        output.wait { condition(String(decoding: $0, as: UTF8.self)) }
    }

    /// Does the same as `waitForOutput(where:)` with standard error.
    package func waitForError(where condition: (String) -> Bool) -> Bool {
        error.wait { condition(String(decoding: $0, as: UTF8.self)) }
    }

    private func collect(flags: Int32) -> Outcome.Ending? {
        ending.withLock { ending in
            if let ending { return ending }
            var status: Int32 = 0
            var waited: pid_t
            repeat { waited = waitpid(processIdentifier, &status, flags) } while waited < 0 && errno == EINTR
            guard waited == processIdentifier else { return nil }
            let signal = status & 0x7F
            ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
            return ending
        }
    }
}
