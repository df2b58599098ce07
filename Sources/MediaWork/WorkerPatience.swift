/// The time limits of a host for one request to a worker.
package struct WorkerPatience: Sendable {
    /// The wall-clock limit. A busy machine can exceed it without any fault of the file.
    package var timeInMilliseconds: Int32 = 120_000
    /// The limit of the processor time of all the worker's threads.
    package var processorTimeInSeconds: UInt32 = 60
    /// The limit of processor time in the quick lane. A request that exceeds it moves to the slow lane.
    package var quickProcessorTimeInMilliseconds: Int64 = 2000
    /// The time after a cancellation in which the worker may finish. Most decodes do, and then the worker can be used
    /// again.
    package var graceInMilliseconds: Int32 = 50

    package init() {}
}
