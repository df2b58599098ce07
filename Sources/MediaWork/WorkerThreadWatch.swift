import CAlbumenSystem
import Foundation
import MediaRequests
import Synchronization

/// Ends workers that start more threads than decoding needs, if the kernel doesn't limit them. Checks such workers
/// ten times per second while there are any.
enum WorkerThreadWatch {
    private static let intervalInMicroseconds: UInt32 = 100_000

    private struct Watched {
        weak var worker: WorkerProcess?
    }

    private struct State {
        var workers: [Watched] = []
        var isRunning = false
    }

    private static let state = Mutex(State())

    static func add(_ worker: WorkerProcess) {
        let isToStart = state.withLock { state in
            state.workers.append(Watched(worker: worker))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isToStart else { return }
        let thread = Thread { run() }
        thread.name = "albumen.watch"
        thread.start()
    }

    private static func run() {
        while true {
            let workers = state.withLock { state -> [WorkerProcess] in
                state.workers.removeAll { $0.worker == nil }
                state.isRunning = !state.workers.isEmpty
                return state.workers.compactMap(\.worker)
            }
            guard !workers.isEmpty else { return }
            for worker in workers where albumen_thread_count(worker.identifier) > WorkerLimits.threadCount {
                worker.endForTooManyThreads()
            }
            usleep(intervalInMicroseconds)
        }
    }
}
