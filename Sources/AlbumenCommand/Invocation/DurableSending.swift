import Albumen
import Synchronization

/// Sends the changes of a command whose library is in durable mode, unless another process sends them. Other commands need no
/// thread for it.
final class DurableSending: Sendable {
    private let hasBegun = Mutex(false)

    /// Begins at the command's first change. Ends with the program, which can be killed at any time.
    static func attach(to library: Library) {
        let sending = DurableSending()
        // The library must end with the command, so that its catalog is closed.
        library.confirmation.onWait { [weak library] in
            if let library { sending.begin(library) }
        }
    }

    private func begin(_ library: Library) {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        // The command itself reports why its change isn't confirmed.
        if isFirst { BackgroundBackup(of: library, telling: { _ in }).start() }
    }
}
