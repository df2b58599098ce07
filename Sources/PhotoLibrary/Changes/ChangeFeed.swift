import Catalog
package import Dispatch
import Foundation
import Synchronization

/// Notifies listeners of each commit by this or another process, once and in the order of the commits.
///
/// This process reports the number of its commit, and other processes ring the doorbell. Neither report need be
/// complete. Change numbers have no gaps, so each notification covers all changes from the last reported one to the
/// newest.
package final class ChangeFeed: Sendable {
    /// Receives commits until it's cancelled or released.
    package final class Subscription: Sendable {
        private let onCancel: @Sendable () -> Void

        fileprivate init(onCancel: @escaping @Sendable () -> Void) {
            self.onCancel = onCancel
        }

        deinit { onCancel() }

        /// Cancels the subscription. Doesn't interrupt a call in progress.
        package func cancel() { onCancel() }
    }

    private struct Listener {
        /// The listener receives the changes after this number.
        var start: Int64
        var handler: @Sendable (Int64) -> Void
    }

    private struct State {
        /// The last reported change, or `nil` if there are no listeners.
        var told: Int64?
        /// The newest change that was ever reported. Its notification may still be in the queue.
        var newest: Int64 = 0
        var listeners: [Int: Listener] = [:]
        var absenceHandlers: [Int: @Sendable (LibraryError) -> Void] = [:]
        var bellHandlers: [Int: @Sendable () -> Void] = [:]
        var lastNumber = 0
        var watch: FolderWatch?
        var absence: LibraryError?
        var isClosed = false
    }

    private let catalog: Catalog
    private let folder: URL
    private let doorbell: Doorbell
    private let presence: LibraryPresence
    private let state = Mutex(State())
    /// The queue of the handlers. Nothing in the library waits for it, so a handler may commit and wait.
    private let queue = DispatchQueue(label: "albumen.changes")
    private let watching = DispatchQueue(label: "albumen.watch")

    init(catalog: Catalog, folder: URL, doorbell: Doorbell, presence: LibraryPresence) {
        self.catalog = catalog
        self.folder = folder
        self.doorbell = doorbell
        self.presence = presence
    }

    /// Calls the handler with the number of each change from now on, in order, on a serial queue of the feed.
    ///
    /// - Parameter hearsOthers: Whether to watch for changes by other processes.
    /// - Throws: `LibraryError` if the feed can't watch for changes by other processes, or `CatalogError`.
    package func subscribe(
        hearsOthers: Bool = true, _ handler: @escaping @Sendable (Int64) -> Void
    ) throws -> Subscription {
        let latest = try catalog.read { try $0.latestChange() }
        let number = try state.withLock { state in
            if hearsOthers { try startWatching(&state) }
            let told = state.told ?? max(latest, state.newest)
            state.told = told
            state.lastNumber += 1
            state.listeners[state.lastNumber] = Listener(start: told, handler: handler)
            return state.lastNumber
        }
        // Reports changes since `latest` was read, before the listener was added.
        watching.async { [weak self] in self?.catchUp() }
        return Subscription { [weak self] in self?.remove(number) }
    }

    /// Calls the handler once, on the feed's queue, when the library's folder is no longer where it was opened. If the
    /// feed already knows this, it schedules the call immediately.
    ///
    /// - Throws: `LibraryError` if the feed can't watch the folder.
    package func subscribeToAbsence(_ handler: @escaping @Sendable (LibraryError) -> Void) throws -> Subscription {
        let number = try state.withLock { state in
            if state.absence == nil { try startWatching(&state) }
            state.lastNumber += 1
            state.absenceHandlers[state.lastNumber] = handler
            if let absence = state.absence { tell(absence, to: state.lastNumber) }
            return state.lastNumber
        }
        return Subscription { [weak self] in self?.remove(number) }
    }

    /// Calls the handler when any process rings the doorbell, even if nothing has changed, or when the folder moves.
    ///
    /// The calls don't wait for the listeners of changes, which can wait for the user. The handler must not block.
    ///
    /// - Throws: `LibraryError` if the feed can't watch the folder.
    package func subscribeToBell(_ handler: @escaping @Sendable () -> Void) throws -> Subscription {
        let number = try state.withLock { state in
            try startWatching(&state)
            state.lastNumber += 1
            state.bellHandlers[state.lastNumber] = handler
            return state.lastNumber
        }
        return Subscription { [weak self] in self?.remove(number) }
    }

    /// Calls the handler on the feed's queue after the listeners have returned from all changes by this process so far.
    package func afterReports(_ handler: @escaping @Sendable () -> Void) {
        queue.async(execute: handler)
    }

    /// Calls the handler on the feed's queue after the listeners have returned from all changes by this process so far.
    /// Calls it on another queue if that takes longer than `patience`. Without listeners, calls it immediately on this
    /// thread.
    package func afterReports(
        patience: DispatchTimeInterval, _ handler: @escaping @Sendable () -> Void
    ) {
        guard state.withLock({ !$0.listeners.isEmpty }) else { return handler() }
        let isOver = Mutex(false)
        let once: @Sendable () -> Void = {
            let isFirst = isOver.withLock { isOver in
                defer { isOver = true }
                return !isOver
            }
            if isFirst { handler() }
        }
        queue.async(execute: once)
        watching.asyncAfter(deadline: .now() + patience, execute: once)
    }

    /// Reports a change by this process. Call this before the call that made the change returns.
    func noteCommit(_ change: Int64) {
        state.withLock { tell(upTo: change, &$0) }
    }

    /// Returns an error if the library's folder is no longer where it was opened; otherwise `nil`. After the error, the
    /// library refuses all calls.
    package func checkPresence() -> LibraryError? {
        if let known = state.withLock({ $0.absence }) { return known }
        guard let absence = presence.absence() else { return nil }
        catalog.refuse(absence)
        return state.withLock { state in
            if let known = state.absence { return known }
            state.absence = absence
            for number in state.absenceHandlers.keys.sorted() { tell(absence, to: number) }
            return absence
        }
    }

    /// Calls the handler once, unless the subscription has ended by then.
    private func tell(_ absence: LibraryError, to number: Int) {
        queue.async { [weak self] in
            self?.state.withLock { $0.absenceHandlers.removeValue(forKey: number) }?(absence)
        }
    }

    /// Removes all listeners. A call in progress continues.
    func finish() {
        let watch = state.withLock { state in
            state.isClosed = true
            state.listeners = [:]
            state.absenceHandlers = [:]
            state.bellHandlers = [:]
            state.told = nil
            defer { state.watch = nil }
            return state.watch
        }
        withExtendedLifetime(watch) {}
    }

    private func remove(_ number: Int) {
        state.withLock { state in
            state.listeners[number] = nil
            state.absenceHandlers[number] = nil
            state.bellHandlers[number] = nil
            if state.listeners.isEmpty { state.told = nil }
        }
    }

    private func startWatching(_ state: inout State) throws {
        guard state.watch == nil, !state.isClosed else { return }
        let bell = doorbell.file.lastPathComponent
        state.watch = try FolderWatch(folder, queue: watching) { [weak self] events in
            self?.hear(events, bell: bell)
        }
    }

    private func hear(_ events: [FolderWatch.Event], bell: String) {
        var (mayHaveChanged, mayBeAway) = (false, false)
        for event in events {
            switch event {
            case .file(let name): mayHaveChanged = mayHaveChanged || name == bell
            case .place: mayBeAway = true
            case .lost: (mayHaveChanged, mayBeAway) = (true, true)
            }
        }
        let isAway = mayBeAway && checkPresence() != nil
        if mayHaveChanged || isAway {
            for handler in state.withLock({ Array($0.bellHandlers.values) }) { handler() }
        }
        if mayHaveChanged, !isAway { catchUp() }
    }

    private func catchUp() {
        guard state.withLock({ $0.told }) != nil else { return }
        do {
            let latest = try catalog.read { try $0.latestChange() }
            state.withLock { tell(upTo: latest, &$0) }
        } catch {
            // The next notification includes these changes. Other calls report that the catalog can't be read.
            FileHandle.standardError.write(Data("albumen: changes could not be read: \(error)\n".utf8))
        }
    }

    /// Reports all changes up to `last`. Numbers have no gaps, so other processes made the changes in between.
    private func tell(upTo last: Int64, _ state: inout State) {
        guard let told = state.told, told < last else { return }
        state.told = last
        state.newest = last
        queue.async { [weak self] in
            for change in (told + 1)...last { self?.call(change) }
        }
    }

    private func call(_ change: Int64) {
        let listeners = state.withLock { $0.listeners }
        for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) where listener.start < change {
            listener.handler(change)
        }
    }
}
