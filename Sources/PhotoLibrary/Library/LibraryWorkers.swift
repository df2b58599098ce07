import MediaRequests
import MediaWork
import Synchronization

/// The workers that read files of a library: the process's pool, or workers of a given program. They start on first
/// use.
final class LibraryWorkers: Sendable {
    private let executable: String?
    private let started = Mutex<WorkerPool?>(nil)

    init(executable: String?) {
        self.executable = executable
    }

    func pool() throws(MediaError) -> WorkerPool {
        guard let executable else { return try WorkerPool.shared() }
        return started.withLock { pool in
            let workers = pool ?? WorkerPool(executable: executable)
            pool = workers
            return workers
        }
    }
}
