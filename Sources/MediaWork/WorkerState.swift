/// What holds a worker, as it reports itself before it has read the first byte of a file.
package struct WorkerState: Codable, Sendable, Equatable {
    /// Whether the kernel ends it at a system call that decoding does not need, on whichever thread.
    package var isSystemCallFilterActive = false
    /// Whether no program that it started could have more rights than it.
    package var hasNoNewPrivileges = false
    package var hasNoCapabilities = false
    /// Whether it works as root in spite of all.
    package var isRoot = false
    /// Private memory; `nil` without a limit.
    package var memoryLimitInBytes: UInt64?
    /// Whether the kernel ends it together with its host.
    package var endsWithHost = false
    /// Whether the kernel limits its threads. If not, the host counts them from time to time and ends a worker with too many.
    package var isThreadCountLimited = false
    /// The version of the kernel's Landlock that forbids it files, connections and signals beside the filter; `nil` without.
    package var landlockVersion: Int?
    /// The versions of the worker and its libraries: another version may decode a file that this one failed on.
    package var versions = ""
    /// Why something is missing, for people.
    package var complaints: [String] = []

    package init() {}

    /// Whether nothing is missing that every supported kernel has.
    package var isWhole: Bool {
        isSystemCallFilterActive && hasNoNewPrivileges && hasNoCapabilities && !isRoot && memoryLimitInBytes != nil
            && endsWithHost && complaints.isEmpty
    }
}
