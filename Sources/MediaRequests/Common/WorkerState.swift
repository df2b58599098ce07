/// The parts of a worker's sandbox, as the worker reports them before it reads a file.
package struct WorkerState: Codable, Sendable, Equatable {
    /// Whether the kernel ends the worker if one of its threads makes a system call that decoding doesn't need.
    package var isSystemCallFilterActive = false
    /// Whether programs that the worker starts can't gain rights.
    package var hasNoNewPrivileges = false
    package var hasNoCapabilities = false
    /// Whether the worker still runs as root.
    package var isRoot = false
    /// The limit of private memory, or `nil` if there is none.
    package var memoryLimitInBytes: UInt64?
    /// Whether the kernel ends the worker when its host ends.
    package var endsWithHost = false
    /// Whether the kernel limits the worker's threads. If not, the host counts them regularly and ends a worker with
    /// too many.
    package var isThreadCountLimited = false
    /// The version of Landlock that forbids files, connections and signals in addition to the filter, or `nil` if
    /// there is none.
    package var landlockVersion: Int?
    /// The versions of the worker and its libraries. Another version may decode a file on which this one failed.
    package var versions = ""
    /// Descriptions for people of why parts are missing.
    package var complaints: [String] = []

    package init() {}

    /// Whether the sandbox has all parts that each supported kernel provides.
    package var isWhole: Bool {
        isSystemCallFilterActive && hasNoNewPrivileges && hasNoCapabilities && !isRoot && memoryLimitInBytes != nil
            && endsWithHost && complaints.isEmpty
    }
}
