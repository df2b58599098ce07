/// What the sandbox and the host both bound.
package enum WorkerLimits {
    /// Threads of one worker. It needs few of libvips, and as many more as it decodes tiles at once.
    package static let threadCount = 64
}
