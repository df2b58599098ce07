package import Foundation
import Synchronization

/// A program run as a child process, its outputs read as they come.
///
/// Not `Foundation.Process`: that leaves SIGTERM blocked in its children and notices their end late. The child has no
/// signal blocked or ignored, is the leader of a process group of its own, and gets no descriptor but the first three.
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

    package let processIdentifier: pid_t
    private let outputs: (output: DrainedPipe, error: DrainedPipe)
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
        workingDirectory: URL? = nil, input: Data? = nil, timeLimitInSeconds: Double = 120
    ) throws {
        let (inputs, output, error) = (try PipeEnds.make(), try PipeEnds.make(), try PipeEnds.make())
        defer {
            for descriptor in [inputs.reading, output.writing, error.writing] { close(descriptor) }
        }
        do {
            processIdentifier = try Self.spawn(
                executable.path(percentEncoded: false), arguments, environment, workingDirectory,
                descriptors: [inputs.reading, output.writing, error.writing])
        } catch {
            for descriptor in [inputs.writing, output.reading, error.reading] { close(descriptor) }
            throw error
        }
        outputs = (DrainedPipe(output.reading), DrainedPipe(error.reading))
        PipeEnds.feed(input ?? Data(), to: inputs.writing)
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimitInSeconds) { [weak self] in
            self?.kill(SIGKILL)
        }
    }

    deinit {
        _ = wait(flags: WNOHANG)
        kill(SIGKILL)
        _ = wait(flags: 0)
    }

    /// Runs a program to its end.
    package static func run(
        _ executable: URL, _ arguments: [String] = [], environment: [String: String] = [:],
        workingDirectory: URL? = nil, input: Data? = nil, timeLimitInSeconds: Double = 120
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
            Foundation.kill(wholeGroup ? -processIdentifier : processIdentifier, signal)
        }
    }

    /// Blocks until the program has ended and nobody holds its outputs any more.
    package func wait() throws -> Outcome {
        // Without the lock, so that a signal can still be sent: the child stays to be collected.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        guard let ending = wait(flags: 0) else { throw Failure(description: "The child process was lost.") }
        return Outcome(ending: ending, outputData: outputs.output.wait(), errorData: outputs.error.wait())
    }

    /// Blocks until the output so far has what `condition` asks for; false where the output ended without.
    package func waitForOutput(where condition: (String) -> Bool) -> Bool {
        outputs.output.wait { condition(String(decoding: $0, as: UTF8.self)) }
    }

    /// As `waitForOutput(where:)`, of the error output.
    package func waitForError(where condition: (String) -> Bool) -> Bool {
        outputs.error.wait { condition(String(decoding: $0, as: UTF8.self)) }
    }

    private func wait(flags: Int32) -> Outcome.Ending? {
        ending.withLock { ending in
            if let ending { return ending }
            var status: Int32 = 0
            var waited: pid_t
            repeat { waited = waitpid(processIdentifier, &status, flags) } while waited < 0 && errno == EINTR
            guard waited == processIdentifier else { return nil }
            let signal = status & 0x7f
            ending = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
            return ending
        }
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String], _ workingDirectory: URL?,
        descriptors: [Int32]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (target, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let workingDirectory {
            posix_spawn_file_actions_addchdir_np(&actions, workingDirectory.path(percentEncoded: false))
        }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        let argumentList = CStringList([path] + arguments)
        let environmentList = CStringList(environment.map { "\($0.key)=\($0.value)" }.sorted())
        var identifier: pid_t = 0
        let failure = posix_spawn(
            &identifier, path, &actions, &attributes, argumentList.pointers, environmentList.pointers)
        guard failure == 0 else {
            throw Failure(description: "\(path) does not start: \(String(cString: strerror(failure)))")
        }
        return identifier
    }
}
