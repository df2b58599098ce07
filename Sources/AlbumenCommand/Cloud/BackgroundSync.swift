import Albumen
import BlobStore
import Cancellation
import Dispatch
import Foundation

/// Uploads new originals on a separate thread while the server runs, if the library is connected to a place.
///
/// Looks every few seconds whether the library was connected or disconnected since.
final class BackgroundSync: Sendable {
    private static let interval: TimeInterval = 15

    private let library: Library
    private let cancellation = WorkCancellation()
    private let ending = DispatchSemaphore(value: 0)

    init(of library: Library) {
        self.library = library
    }

    func start() {
        let thread = Thread {
            self.run()
            self.ending.signal()
        }
        thread.name = "albumen.sync"
        thread.start()
    }

    /// Stops soon. What was uploaded stays.
    ///
    /// - Returns: Whether it has ended. Otherwise, the library can't be closed yet.
    func stop() -> Bool {
        cancellation.cancel()
        return ending.wait(timeout: .now() + 2) == .success
    }

    private func run() {
        while !cancellation.isCancelled {
            do {
                let sync = try CloudSync(of: library, cancellation)
                _ = try sync.follow(pausing: { Self.tell($0) })
            } catch let error as CloudError where error.code == .notConnected {
                // It may be connected later.
            } catch {
                guard !cancellation.isCancelled else { return }
                Self.tell(error)
            }
            // Ends the loop when it's stopped.
            try? cancellation.wait(Self.interval, "")
        }
    }

    private static func tell(_ error: any Error) {
        StandardError.write(
            line: "albumen: originals are not uploaded now: \(PrintableText.line(CommandFailure.text(of: error)))")
    }
}
