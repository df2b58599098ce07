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
    private static let patience: TimeInterval = 1.5

    private let library: Library
    private let tell: @Sendable (String) -> Void
    private let cancellation = WorkCancellation()
    private let ending = DispatchSemaphore(value: 0)

    /// - Parameter tell: Called with sentences for the user, on the thread.
    init(of library: Library, telling tell: @escaping @Sendable (String) -> Void) {
        (self.library, self.tell) = (library, tell)
    }

    func start() {
        let thread = Thread {
            self.run()
            self.ending.signal()
        }
        thread.name = "albumen.backup"
        thread.start()
    }

    /// Stops soon. What was sent stays, and what wasn't waits in the library's folder.
    ///
    /// - Returns: Whether it has ended. Otherwise, the library can't be closed yet.
    func stop() -> Bool {
        cancellation.cancel()
        return ending.wait(timeout: .now() + Self.patience) == .success
    }

    private func run() {
        while !cancellation.isCancelled {
            CatalogBackup.follow(library, cancellation) { error in
                tell("albumen: changes are not sent now: \(PrintableText.line(CommandFailure.text(of: error)))")
            }
            // Ends the loop when it's stopped. The library may be connected later.
            try? cancellation.wait(Self.interval, "")
        }
    }
}
