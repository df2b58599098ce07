/// What holds a worker, as it tells itself before it has read the first byte of a file.
package struct WorkerState: Codable, Sendable, Equatable {
    /// Whether the kernel ends it at a system call that decoding does not need, on whichever thread.
    package var isSystemCallFilterActive = false
    /// Whether no program that it started could have more rights than it.
    package var hasNoNewPrivileges = false
    package var hasNoCapabilities = false
    /// Whether it works as root in spite of all.
    package var isRoot = false
    /// Private memory; nil for as much as there is.
    package var memoryLimitInBytes: UInt64?
    /// Why something is missing, for people.
    package var complaints: [String] = []

    package init() {}

    /// Whether nothing is missing.
    package var isWhole: Bool {
        isSystemCallFilterActive && hasNoNewPrivileges && hasNoCapabilities && !isRoot && memoryLimitInBytes != nil
            && complaints.isEmpty
    }
}
