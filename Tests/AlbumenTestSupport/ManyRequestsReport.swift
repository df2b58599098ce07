/// What the program `ManyRequests` tells its test, as JSON.
package struct ManyRequestsReport: Codable {
    package var answered: Int
    package var cancelled: Int
    package var failed: Int
    package var threadLimit: Int
    /// More than there were before the first request, whatever they are for.
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
