/// The result of the program `ManyRequests`, as JSON.
package struct ManyRequestsReport: Codable {
    package var answered: Int
    package var cancelled: Int
    package var failed: Int
    package var threadLimit: Int
    /// The growth since the first request, including all threads.
    package var largestThreadGrowth: Int
    package var bytesPerWaitingRequest: Int

    package init(
        answered: Int, cancelled: Int, failed: Int, threadLimit: Int, largestThreadGrowth: Int,
        bytesPerWaitingRequest: Int
    ) {
        self.answered = answered
        self.cancelled = cancelled
        self.failed = failed
        self.threadLimit = threadLimit
        self.largestThreadGrowth = largestThreadGrowth
        self.bytesPerWaitingRequest = bytesPerWaitingRequest
    }
}
