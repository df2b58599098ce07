import Dispatch
import Foundation
import Synchronization

/// Handles Ctrl-C and SIGTERM. The first signal requests a normal stop, and the second one ends the program at once.
final class Interruption: Sendable {
    private let isRequested = Mutex(false)
    private let sources = Mutex<[any DispatchSourceSignal]>([])
    private let onFirst: @Sendable () -> Void

    /// Handles the signals for the rest of the program.
    ///
    /// - Parameter onFirst: Called once at the first signal, on a separate thread.
    init(onFirst: @escaping @Sendable () -> Void) {
        self.onFirst = onFirst
        let queue = DispatchQueue(label: "albumen.interruption")
        sources.withLock { sources in
            for number in [SIGINT, SIGTERM] {
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { [weak self] in self?.hear(number) }
                source.activate()
                sources.append(source)
            }
        }
    }

    /// Whether a stop was requested.
    var wasRequested: Bool { isRequested.withLock { $0 } }

    private func hear(_ number: Int32) {
        let isFirst = isRequested.withLock { isRequested in
            defer { isRequested = true }
            return !isRequested
        }
        guard isFirst else {
            signal(number, SIG_DFL)
            kill(getpid(), number)
            return
        }
        onFirst()
    }
}
