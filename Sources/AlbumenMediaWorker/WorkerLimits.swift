import Foundation

/// What one worker may use, set before the first byte of a file is read.
enum WorkerLimits {
    /// Private memory, in bytes. Mapped files do not count.
    static let memoryInBytes: rlim_t = 2 << 30

    static func apply() {
        var memory = rlimit(rlim_cur: memoryInBytes, rlim_max: memoryInBytes)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
    }
}
