package import Foundation

/// The waits between the attempts of a request. They become longer, and vary, so that many clients of a busy server don't
/// return together.
package struct RetrySchedule: Sendable {
    /// The largest number of attempts.
    package var attemptLimit = 6
    /// The longest wait after the first attempt in seconds. It doubles with each attempt.
    package var firstWait: TimeInterval = 0.25
    package var longestWait: TimeInterval = 8
    /// The longest wait that a server may ask for. A request with a longer one fails.
    package var longestServerWait: TimeInterval = 20

    package init() {}

    /// Returns the wait after a failed attempt, or `nil` if the request fails.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt, from 1.
    ///   - serverWait: The time that the server asks to wait.
    func wait(afterAttempt attempt: Int, serverWait: TimeInterval?) -> TimeInterval? {
        guard attempt < attemptLimit else { return nil }
        if let serverWait { return serverWait <= longestServerWait ? serverWait : nil }
        let longest = min(longestWait, firstWait * pow(2, Double(attempt - 1)))
        return .random(in: longest / 2...longest)
    }
}
