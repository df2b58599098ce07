import Albumen
import Foundation
import Synchronization

/// Trims a library's old history on a separate thread while the command works, and removes former edits that can no
/// longer be brought back.
final class BackgroundTrimming: Sendable {
    private let library: Library
    private let isStopped = Mutex(false)

    init(of library: Library) {
        self.library = library
    }

    /// Starts to trim. Writes a failure to standard error, because it doesn't affect other work.
    func start() {
        Thread.detachNewThread {
            do {
                try self.library.removeFormerEdits()
                try HistoryTrimming(of: self.library).run { self.isStopped.withLock { $0 } }
            } catch {
                guard !self.isStopped.withLock({ $0 }) else { return }
                StandardError.write(line: "albumen: old history was not trimmed: \(PrintableText.line("\(error)"))")
            }
        }
    }

    /// Stops soon. Trimmed history stays trimmed.
    func stop() {
        isStopped.withLock { $0 = true }
    }
}
