import Foundation
package import MediaRequests
import Synchronization

/// Calls the process's media workers for UIKit and Core Image, which return `nil` if a call fails.
package enum WorkerCall {
    private static let isWorkerMissed = Atomic(false)

    /// Returns the answer, or `nil` if the call fails. Only the developer can fix a missing worker, so the first such
    /// failure is printed to standard error.
    package static func run<Answer>(_ call: (WorkerPool) throws(MediaError) -> Answer) -> Answer? {
        try? result(call).get()
    }

    /// Returns the answer or the error. Prints the first failure that only the developer can fix.
    package static func result<Answer>(
        _ call: (WorkerPool) throws(MediaError) -> Answer
    ) -> Result<Answer, MediaError> {
        do throws(MediaError) {
            return .success(try call(try WorkerPool.shared()))
        } catch {
            if error.concern == .installation, !isWorkerMissed.exchange(true, ordering: .relaxed) {
                FileHandle.standardError.write(Data("Albumen: \(error.message)\n".utf8))
            }
            return .failure(error)
        }
    }
}
