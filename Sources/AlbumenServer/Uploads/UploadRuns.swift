import Albumen
import Dispatch
import Logging
import Synchronization

/// The files that the owner's pages add, and the work that takes them into the library. Owners' pages receive the number
/// of changes as the event `uploads` of the stream of changes.
final class UploadRuns: Sendable {
    /// The least time between two events.
    private static let interval = DispatchTimeInterval.milliseconds(250)
    /// The time between two looks for uploads that nobody uses any more.
    private static let careInterval = DispatchTimeInterval.seconds(3_600)

    let store: UploadStore
    private let intake: UploadIntake
    private let queue = DispatchQueue(label: "albumen.uploads.events")
    private let isTelling = Mutex(false)
    private let changed: @Sendable () -> Void
    private let logger: Logger

    /// - Parameter changed: Called at most a few times a second while uploads change.
    init(
        into library: Library, limits: UploadLimits = UploadLimits(), logger: Logger,
        changed: @escaping @Sendable () -> Void
    ) {
        self.logger = logger
        store = UploadStore(of: library, limits: limits)
        intake = UploadIntake(of: store)
        self.changed = changed
        store.whenChanged { [weak self] in self?.noteChange() }
        care(isFirst: true)
    }

    /// Continues with the uploads of an earlier run, and deletes those that nobody uses any more. Then repeats it.
    private func care(isFirst: Bool = false) {
        queue.async { [weak self] in
            guard let self else { return }
            // Without access to the folder, the next request says why.
            if (try? store.resume()) == true { intake.ring() }
            if isFirst { reportUnreadable() }
        }
        queue.asyncAfter(deadline: .now() + Self.careInterval) { [weak self] in self?.care() }
    }

    private func reportUnreadable() {
        for path in store.unreadableFiles {
            logger.error(
                """
                \(path) can't be read, so its upload isn't continued. The bytes stay beside it. If the sender has the file, \
                send it again, and delete both.
                """)
        }
    }

    /// What a page needs to know without asking, as JSON.
    var notice: String { #"{"version":\#(store.version)}"# }

    /// Whether all complete files are in the library.
    var isIdle: Bool { intake.isIdle }

    /// Waits for the files that come into the library now. No others do.
    func close() {
        queue.sync {}
        intake.close()
        store.close()
    }

    private func noteChange() {
        intake.ring()
        let isFirst = isTelling.withLock { isTelling in
            defer { isTelling = true }
            return !isTelling
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self else { return }
            isTelling.withLock { $0 = false }
            changed()
        }
    }
}
