/// How long a host lets a worker work on one request.
package struct WorkerPatience: Sendable {
    /// By the clock on the wall. A busy machine can use it up without any fault of the file.
    package var timeInMilliseconds: Int32 = 120_000
    /// Of all the worker's threads together.
    package var processorTimeInSeconds: UInt32 = 60
    /// The same in the quick lane, after which the request belongs to the slow one.
    package var quickProcessorTimeInMilliseconds: Int64 = 2000
    /// Once the request was cancelled: most decodes end in it, and the worker stays warm.
    package var graceInMilliseconds: Int32 = 50

    package init() {}
}
