import Albumen
import Foundation
import Synchronization

/// Trims a library's old history on a thread of its own, while the command does its work.
final class BackgroundTrimming: Sendable {
    private let library: Library
    private let isStopped = Mutex(false)

    init(of library: Library) {
        self.library = library
    }

    /// A failure is told on the error output: whatever else goes on is not touched by it.
    func start() {
        Thread.detachNewThread {
            do {
                try HistoryTrimming(of: self.library).run { self.isStopped.withLock { $0 } }
            } catch {
                guard !self.isStopped.withLock({ $0 }) else { return }
                StandardError.write(line: "albumen: old history was not trimmed: \(PrintableText.line("\(error)"))")
            }
        }
    }

    /// Ends soon; what has been trimmed stays trimmed.
    func stop() {
        isStopped.withLock { $0 = true }
    }
}
