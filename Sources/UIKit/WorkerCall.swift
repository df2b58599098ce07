import Foundation
import MediaWork
import Synchronization

/// Calls the process's media workers and returns `nil` if a call fails, as UIKit does.
enum WorkerCall {
    private static let isWorkerMissed = Atomic(false)

    static func run<Answer>(_ call: (WorkerPool) throws(MediaError) -> Answer) -> Answer? {
        do throws(MediaError) {
            return try call(try WorkerPool.shared())
        } catch {
            // Callers handle a file without an image. Only the developer can fix a missing worker.
            if error.code == .workerMissing || error.code == .sandboxIncomplete,
                !isWorkerMissed.exchange(true, ordering: .relaxed)
            {
                FileHandle.standardError.write(Data("UIKit: \(error.message)\n".utf8))
            }
            return nil
        }
    }
}
