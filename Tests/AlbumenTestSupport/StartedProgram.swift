import CSpawn
import Foundation

/// A started child process, with this side's ends of its three pipes. It gets no other descriptors: it would keep
/// connections, pipes and locks of other tests open.
struct StartedProgram {
    let identifier: pid_t
    /// The descriptor for the child's standard input.
    let input: Int32
    let output: Int32
    let error: Int32

    /// - Parameter command: The program's path and its arguments.
    init(_ command: [String], environment: [String: String]) throws {
        let pipes = (input: try PipeEnds.make(), output: try PipeEnds.make(), error: try PipeEnds.make())
        defer {
            for descriptor in [pipes.input.reading, pipes.output.writing, pipes.error.writing] { close(descriptor) }
        }
        do {
            identifier = try Self.spawn(
                command, environment, [pipes.input.reading, pipes.output.writing, pipes.error.writing])
        } catch {
            for descriptor in [pipes.input.writing, pipes.output.reading, pipes.error.reading] { close(descriptor) }
            throw error
        }
        input = pipes.input.writing
        output = pipes.output.reading
        error = pipes.error.reading
    }

    private static func spawn(
        _ command: [String], _ environment: [String: String], _ descriptors: [Int32]
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
        posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int(POSIX_SPAWN_SETSIGMASK) | Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETPGROUP)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let arguments = CStringList(command)
        let variables = CStringList(environment.map { "\($0.key)=\($0.value)" }.sorted())
        var identifier: pid_t = 0
        let failure = posix_spawn(
            &identifier, command[0], &actions, &attributes, arguments.pointers, variables.pointers)
        guard failure == 0 else {
            throw ProgramRun.Failure(description: "\(command[0]) does not start: \(String(cString: strerror(failure)))")
        }
        return identifier
    }
}
