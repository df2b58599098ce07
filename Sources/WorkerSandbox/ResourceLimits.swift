import Foundation
import MediaWork

/// What one worker may use. The limits are hard: it cannot raise them again.
enum ResourceLimits {
    /// Private memory, in bytes: the heap, the threads' stacks, anonymous mappings. The largest picture that is
    /// decoded whole (`RenderLimits.wholeAreaInPixels`) takes a gigabyte, twice that while it is turned. Mapped files do not
    /// count.
    static let memory: rlim_t = 2 << 30
    /// All that is mapped, in bytes: private memory, a still of four gigabytes as it lies on the disk, pictures on their way
    /// out, and the libraries.
    static let addressSpace: rlim_t = 10 << 30
    /// The memory that pictures are handed out in, in bytes: a file to the kernel, the only one that is written to. The host makes it
    /// no larger than the pictures that it asked for.
    static let file: rlim_t = (1 << 30) + (64 << 20)
    /// The socket, two outputs, the file, the answer's memory, and what libraries hold while they look around.
    static let descriptors: rlim_t = 16
    /// Of the whole life of a worker, in seconds of processor time: should the host be gone, no other clock counts that a hostile
    /// file could not stop. The host ends a worker long before.
    static let processorTime: rlim_t = 3600

    /// Limits the threads of a process that has a user namespace of its own. In any other, the kernel would count all
    /// threads of the user (RLIMIT_NPROC), whichever program's they are, so that no number fits.
    static func limitThreads(in state: inout WorkerState) {
        let limit = set(__RLIMIT_NPROC, rlim_t(WorkerLimits.threadCount), named: "number of threads", in: &state)
        state.isThreadCountLimited = limit != nil
    }

    static func apply(to state: inout WorkerState) {
        let limits: [(name: String, resource: __rlimit_resource, value: rlim_t)] = [
            ("address space", RLIMIT_AS, addressSpace), ("core dumps", RLIMIT_CORE, 0),
            ("file size", RLIMIT_FSIZE, file), ("descriptors", RLIMIT_NOFILE, descriptors),
            ("processor time", RLIMIT_CPU, processorTime),
        ]
        for limit in limits { set(limit.resource, limit.value, named: limit.name, in: &state) }
        if let memory = set(RLIMIT_DATA, memory, named: "memory", in: &state) {
            state.memoryLimitInBytes = UInt64(memory)
        }
    }

    /// The limit that holds now: what there was before, where that was less. Nil where none could be set.
    @discardableResult
    private static func set(
        _ resource: __rlimit_resource, _ value: rlim_t, named name: String, in state: inout WorkerState
    ) -> rlim_t? {
        let number = __rlimit_resource_t(resource.rawValue)
        var limit = rlimit()
        guard getrlimit(number, &limit) == 0 else {
            WorkerSandbox.note(errno, "the limit on \(name) cannot be read", in: &state)
            return nil
        }
        let bound = min(value, limit.rlim_cur, limit.rlim_max)
        limit = rlimit(rlim_cur: bound, rlim_max: bound)
        guard setrlimit(number, &limit) == 0 else {
            WorkerSandbox.note(errno, "the \(name) cannot be limited", in: &state)
            return nil
        }
        return bound
    }
}
