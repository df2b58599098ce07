import Dispatch
import Foundation

/// Ends the program some time after it was asked to stop, whatever its threads do then.
///
/// A thread that waits for a disk or computes can't be made to stop. Nothing is lost without it: what was answered is durable,
/// and a change under way is made whole or not at all.
enum StopDeadline {
    /// Longer than `serve` takes for all that ends by itself: two seconds for answers and two for pictures.
    private static let patience = DispatchTimeInterval.milliseconds(4500)

    /// Starts the time. Call it when the signal comes.
    static func start() {
        // A queue of its own: the threads that requests block are not those that serve it.
        DispatchQueue(label: "albumen.stop-deadline").asyncAfter(deadline: .now() + patience) {
            let message = "albumen: A request did not end in time. The server stopped without it; nothing is lost.\n"
            // Without a lock that a blocked thread may hold, as those of `exit` and of buffered output are.
            _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            _exit(EXIT_FAILURE)
        }
    }
}
