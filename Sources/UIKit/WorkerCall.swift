import Foundation
import MediaWork
import Synchronization

/// Calls of the process's media workers whose failure is nil, as UIKit tells it.
enum WorkerCall {
    private static let isWorkerMissed = Atomic(false)

    static func run<Answer>(_ call: (WorkerPool) throws(MediaError) -> Answer) -> Answer? {
        do throws(MediaError) {
            return try call(try WorkerPool.shared())
        } catch {
            // A file without a picture is the caller's to tell of; a machine without a worker is the developer's.
            if error.code == .workerMissing || error.code == .sandboxIncomplete,
                !isWorkerMissed.exchange(true, ordering: .relaxed)
            {
                FileHandle.standardError.write(Data("UIKit: \(error.message)\n".utf8))
            }
            return nil
        }
    }
}
