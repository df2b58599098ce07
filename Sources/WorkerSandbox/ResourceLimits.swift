import Foundation
import MediaRequests
import MediaWork

/// The resource limits of a worker. They are hard limits, so the worker can't raise them.
struct ResourceLimits {
    /// Private memory, in bytes: the heap, the stacks and anonymous mappings. The largest image that is decoded as a
    /// whole (`RenderLimits.wholeAreaInPixels`) takes a gigabyte, and twice as much while it's rotated. Mapped files
    /// don't count.
    ///
    /// Encoders of large videos hold dozens of frames, so an export's limit depends on their size (`ExportLimits`).
    let memory: rlim_t
    /// The address space, in bytes: private memory, a mapped still image of four gigabytes, the output images and the
    /// libraries.
    var addressSpace: rlim_t { memory + (8 << 30) }
    /// The size of written files, in bytes. For the kernel, the memory for output images is a file, and it's the only one
    /// that a worker of the pool writes. The host allocates no more than the requested images need.
    let file: rlim_t
    /// The socket, two outputs, the file, the output memory, the sources of an image graph, and the files that libraries
    /// open during the warm-up.
    private static let ownDescriptors: rlim_t = 24
    /// The number of open files.
    let descriptors: rlim_t
    /// Processor time for a worker's entire life, in seconds. If the host is gone, no other clock stops a worker that
    /// runs hostile code. The host ends a worker long before this limit.
    let processorTime: rlim_t

    init(_ role: WorkerRole) {
        switch role {
        case .media:
            memory = 2 << 30
            file = (1 << 30) + (64 << 20)
            processorTime = 3600
            descriptors = Self.ownDescriptors
        case .export(let limits):
            memory = rlim_t(limits.memoryInBytes)
            file = rlim_t(limits.outputInBytes)
            processorTime = rlim_t(limits.processorTimeInSeconds)
            descriptors = Self.ownDescriptors + rlim_t(VideoExport.sourceLimit)
        }
    }

    /// Limits the threads of a process with its own user namespace. In another namespace, the kernel counts the
    /// threads of all the user's programs (RLIMIT_NPROC), so no number would be right.
    static func limitThreads(in state: inout WorkerState) {
        let limit = set(__RLIMIT_NPROC, rlim_t(WorkerLimits.threadCount), named: "number of threads", in: &state)
        state.isThreadCountLimited = limit != nil
    }

    func apply(to state: inout WorkerState) {
        let limits: [(name: String, resource: __rlimit_resource, value: rlim_t)] = [
            ("address space", RLIMIT_AS, addressSpace), ("core dumps", RLIMIT_CORE, 0),
            ("file size", RLIMIT_FSIZE, file), ("descriptors", RLIMIT_NOFILE, descriptors),
            ("processor time", RLIMIT_CPU, processorTime),
        ]
        for limit in limits { Self.set(limit.resource, limit.value, named: limit.name, in: &state) }
        if let memory = Self.set(RLIMIT_DATA, memory, named: "memory", in: &state) {
            state.memoryLimitInBytes = UInt64(memory)
        }
    }

    /// Sets a limit and returns its value, which is lower if the previous limit was lower. Returns `nil` on failure.
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
