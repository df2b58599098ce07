import Dispatch
import Foundation
import Synchronization

/// Runs each body on its own thread.
enum ConcurrentRun {
    /// Runs the bodies and waits for all of them.
    ///
    /// - Throws: The first failure.
    static func run(_ bodies: [@Sendable () throws -> Void]) throws {
        let failure = Mutex<(any Error)?>(nil)
        let group = DispatchGroup()
        for body in bodies {
            group.enter()
            Thread.detachNewThread {
                do {
                    try body()
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
                group.leave()
            }
        }
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
