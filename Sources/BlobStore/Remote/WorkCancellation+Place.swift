package import Cancellation
package import Foundation

extension WorkCancellation {
    /// - Parameter address: The place, for the error.
    /// - Throws: `RemoteBlobError` (`cancelled`) after the signal.
    package func check(_ address: String) throws {
        if isCancelled { throw RemoteBlobError.cancelled(address) }
    }

    /// Waits, at most until the signal.
    ///
    /// - Throws: `RemoteBlobError` (`cancelled`).
    package func wait(_ seconds: TimeInterval, _ address: String) throws {
        let wakeUp = DispatchSemaphore(value: 0)
        whileWaking {
            wakeUp.signal()
        } while: {
            _ = wakeUp.wait(timeout: .now() + seconds)
        }
        try check(address)
    }
}
