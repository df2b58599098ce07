/// Limits that both the sandbox and the host enforce.
package enum WorkerLimits {
    /// The number of threads of a worker. libvips needs few of them. Decoding tiles in parallel needs the others.
    package static let threadCount = 64
}
