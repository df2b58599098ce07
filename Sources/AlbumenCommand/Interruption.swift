import Dispatch
import Foundation
import Synchronization

/// What the user asks with Ctrl-C, or the system with SIGTERM: the first time to come to an end, the second time to end
/// at once.
final class Interruption: Sendable {
    private let isRequested = Mutex(false)
    private let sources = Mutex<[any DispatchSourceSignal]>([])
    private let onFirst: @Sendable () -> Void

    /// Takes the signals over, for the rest of the program.
    ///
    /// - Parameter onFirst: called once, on a thread of its own.
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

    /// Whether the work is to come to an end.
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
