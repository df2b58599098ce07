import Albumen
import Synchronization

/// Sends the changes of a command whose library is in durable mode, unless another process sends them. Other commands need no
/// thread for it.
final class DurableSending: Sendable {
    private let backup: BackgroundBackup
    private let hasBegun = Mutex(false)

    /// Begins at the command's first change. Ends with the program, which can be killed at any time.
    static func attach(to library: Library) {
        let sending = DurableSending(library)
        library.confirmation.onWait { sending.begin() }
    }

    private init(_ library: Library) {
        // The command itself reports why its change isn't confirmed.
        backup = BackgroundBackup(of: library, telling: { _ in })
    }

    private func begin() {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        if isFirst { backup.start() }
    }
}
