import Dispatch
import Foundation

/// Ends the program after a time limit when it was asked to stop, whatever its threads do.
///
/// A thread that computes or waits for a disk can't be stopped. Ending the program loses nothing: completed changes
/// are durable, and a change in progress is committed completely or not at all.
enum StopDeadline {
    /// Longer than `serve` needs to stop normally: two seconds for responses, five for the last changes to a place, and two for
    /// pictures.
    private static let patience = DispatchTimeInterval.milliseconds(9500)

    /// Starts the time limit. Call it when the signal arrives.
    static func start() {
        // A separate queue, because requests can block the threads of other queues.
        DispatchQueue(label: "albumen.stop-deadline").asyncAfter(deadline: .now() + patience) {
            let message = "albumen: A request didn't finish in time. The server stopped without it. No data was lost.\n"
            // Writes without taking a lock, because a blocked thread may hold the locks of `exit` and of buffered
            // output.
            _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            _exit(EXIT_FAILURE)
        }
    }
}
