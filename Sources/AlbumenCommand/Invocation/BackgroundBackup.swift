import Albumen
import BlobStore
import Cancellation
import Dispatch
import Foundation

/// Sends the catalog's changes to the library's place on a separate thread, if the library is connected to one.
///
/// Looks every few seconds whether the library was connected or disconnected since.
final class BackgroundBackup: Sendable {
    private static let interval: TimeInterval = 15
    /// The time for the last changes at the end, in seconds.
    private static let lastPatience: TimeInterval = 3
    private static let patience: TimeInterval = 1.5

    private let library: Library
    private let tell: @Sendable (String) -> Void
    private let end = WorkCancellation()
    private let cancellation = WorkCancellation()
    private let ending = DispatchSemaphore(value: 0)

    /// - Parameter tell: Called with sentences for the user, on the thread.
    init(of library: Library, telling tell: @escaping @Sendable (String) -> Void) {
        (self.library, self.tell) = (library, tell)
    }

    func start() {
        library.confirmation.onWait {}
        let thread = Thread {
            self.run()
            self.ending.signal()
        }
        thread.name = "albumen.backup"
        thread.start()
    }

    /// Sends the last changes, for at most three seconds, and stops. What wasn't sent waits in the library's folder.
    ///
    /// - Returns: Whether it has ended. Otherwise, the library can't be closed yet.
    func stop() -> Bool {
        end.cancel()
        if ending.wait(timeout: .now() + Self.lastPatience) == .success { return true }
        cancellation.cancel()
        return ending.wait(timeout: .now() + Self.patience) == .success
    }

    private func run() {
        while !end.isCancelled {
            CatalogBackup.follow(library, until: end, cancellation) { error in
                tell("albumen: changes are not sent now: \(PrintableText.line(CommandFailure.text(of: error)))")
            }
            // Ends the loop when it's stopped. The library may be connected later.
            try? end.wait(Self.interval, "")
        }
    }
}
