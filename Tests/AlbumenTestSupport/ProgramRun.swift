package import Foundation
import Synchronization

/// A program run as a child process, its outputs read as they come.
///
/// Not `Foundation.Process`: that leaves SIGTERM blocked in its children and notices their end late. The child has no
/// signal blocked or ignored and is the leader of a process group of its own.
package final class ProgramRun: Sendable {
    /// How a program ended, and what it wrote.
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
        /// Nil where a signal ended it.
        package var exitStatus: Int32? { if case .exited(let status) = ending { status } else { nil } }
        package var outputLines: [String] { output.split(separator: "\n").map(String.init) }
        package var errorLines: [String] { error.split(separator: "\n").map(String.init) }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Held while pipes are made and a child starts: one made meanwhile could be inherited before it is marked, and
    /// would then never end.
    private static let starting = Mutex(())

    package let processIdentifier: pid_t
    private let output: DrainedPipe
    private let error: DrainedPipe
    /// Guards the wait for the child, so that no signal goes to a process that took over its identifier.
    private let ending = Mutex<Outcome.Ending?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: all that the child's environment has.
    ///   - workingDirectory: nil for this process's own.
    ///   - input: what the child reads; nil for nothing.
    ///   - timeLimitInSeconds: it is killed when it runs longer.
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

    /// Runs a program to its end.
    package static func run(
        _ executable: URL, _ arguments: [String] = [], environment: [String: String] = [:],
        workingDirectory: URL? = nil, input: Data? = nil, timeLimitInSeconds: Double = TestPatience.programSeconds
    ) throws -> Outcome {
        try ProgramRun(
            executable, arguments, environment: environment, workingDirectory: workingDirectory, input: input,
            timeLimitInSeconds: timeLimitInSeconds
        ).wait()
    }

    /// Sends a signal; one that has ended gets none.
    ///
    /// - Parameter wholeGroup: also to the processes it started and that stayed in its group, as a terminal does.
    package func kill(_ signal: Int32, wholeGroup: Bool = false) {
        ending.withLock { ending in
            guard ending == nil else { return }
            _ = Foundation.kill(wholeGroup ? -processIdentifier : processIdentifier, signal)
        }
    }

    /// Blocks until the program has ended and nobody holds its outputs any more.
    package func wait() throws -> Outcome {
        // Without the lock, so that a signal can still be sent: the child stays to be collected.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        guard let ending = collect(flags: 0) else { throw Failure(description: "The child process was lost.") }
        return Outcome(ending: ending, outputData: output.wait(), errorData: error.wait())
    }

    /// Blocks until the output so far has what `condition` asks for; false where the output ended without.
    package func waitForOutput(where condition: (String) -> Bool) -> Bool {
        output.wait { condition(String(decoding: $0, as: UTF8.self)) }
    }

    /// As `waitForOutput(where:)`, of the error output.
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
