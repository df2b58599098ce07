/// How long a host lets a worker work on one request.
package struct WorkerPatience: Sendable {
    /// By the clock on the wall.
    package var timeInMilliseconds: Int32 = 60_000
    /// Of all the worker's threads together.
    package var processorTimeInSeconds: UInt32 = 120
    /// Once the request was cancelled: most decodes end in it, and the worker stays warm.
    package var graceInMilliseconds: Int32 = 50

    package init() {}
}
