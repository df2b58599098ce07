import Foundation
import PhotoLibrary
import Synchronization

/// The observers of a session's library.
final class Observers: Sendable {
    // Unchecked because the state's lock guards the weak reference.
    private struct Weak: @unchecked Sendable {
        weak var observer: AnyObject?
    }

    private struct State {
        var change: [Weak] = []
        var persistentChanges: [Weak] = []
        var availability: [Weak] = []
        /// For the observers of changes and of persistent changes.
        var changes: ChangeFeed.Subscription?
        var absence: ChangeFeed.Subscription?
    }

    private typealias Subscription = any WritableKeyPath<State, ChangeFeed.Subscription?> & Sendable
    private typealias List = any WritableKeyPath<State, [Weak]> & Sendable

    private let state = Mutex(State())

    /// Returns the existing observers of a list in the order of their registration, and removes the others from the
    /// list.
    ///
    /// Retains the observers until the lock is released. Releasing the last reference to an observer can deallocate
    /// it, and it may then unregister.
    @discardableResult
    private func observers(_ list: List, adding newcomer: AnyObject? = nil, removing leaver: AnyObject? = nil)
        -> [AnyObject]
    {
        let added = UncheckedSendable(newcomer)
        let removed = UncheckedSendable(leaver)
        let looked = state.withLock { state in
            let all = state[keyPath: list].compactMap(\.observer)
            let stayed = all.filter { $0 !== removed.value && $0 !== added.value }
            let present = stayed + (added.value.map { [$0] } ?? [])
            state[keyPath: list] = present.map(Weak.init)
            return UncheckedSendable((present: present, all: all))
        }
        return looked.value.present
    }

    // MARK: Changes

    /// Registers an observer. It's notified once per change, even if it registers several times.
    func register(_ observer: any PHPhotoLibraryChangeObserver, _ session: PhotoLibrarySession) {
        observers(\.change, adding: observer)
        subscribe(session)
    }

    func unregister(_ observer: any PHPhotoLibraryChangeObserver) {
        observers(\.change, removing: observer)
        endWhereNobodyIs([\.change, \.persistentChanges], \.changes)
    }

    /// Hears of each change from now on.
    private func subscribe(_ session: PhotoLibrarySession) {
        guard let library = session.library, state.withLock({ $0.changes == nil }) else { return }
        let handler: @Sendable (Int64) -> Void = { [weak self, weak session] change in
            guard let self, let session else { return }
            if !observers(\.change).isEmpty { tell(change, of: library, session: session) }
            if !observers(\.persistentChanges).isEmpty, hasChange(change, of: library, session) {
                tellOfHistory(session)
            }
            endWhereNobodyIs([\.change, \.persistentChanges], \.changes)
        }
        do {
            let subscription: ChangeFeed.Subscription
            do {
                subscription = try library.changes.subscribe(handler)
            } catch let error as LibraryError {
                Diagnostics.report("Only changes by this app are reported: \(error)")
                subscription = try library.changes.subscribe(hearsOthers: false, handler)
            }
            // If another thread was quicker, this subscription ends.
            state.withLock { $0.changes = $0.changes ?? subscription }
        } catch {
            Diagnostics.report("Changes of the library cannot be observed: \(error)")
        }
    }

    /// Ends a subscription if its lists are empty.
    private func endWhereNobodyIs(
        _ lists: [List], _ subscription: Subscription
    ) {
        let ended = state.withLock { state -> ChangeFeed.Subscription? in
            guard lists.allSatisfy({ state[keyPath: $0].isEmpty }) else { return nil }
            defer { state[keyPath: subscription] = nil }
            return state[keyPath: subscription]
        }
        ended?.cancel()
    }

    private func tell(_ number: Int64, of library: Library, session: PhotoLibrarySession) {
        do {
            let granted = try library.grantedClient(ofChange: number)
            // A change of another app's access isn't a change for this app. With limited access, it's reported like all
            // other changes that the app can't see, because the app could otherwise tell them apart.
            if let granted, granted != session.client {
                guard case .limited? = session.accessForChanging else { return }
            }
            // An app without access is only notified that its access has changed.
            guard granted == session.client || session.accessForChanging != nil else { return }
        } catch {
            Diagnostics.report("A change that isn't one may be reported, because it couldn't be read: \(error)")
        }
        tell(PHChange(number...number, of: library, session: session), session)
    }

    /// Reports to the observers that the app's access changed in this process alone, because it could not be stored.
    func tellOfAccess(_ session: PhotoLibrarySession) {
        guard let library = session.library else { return }
        let change = PHChange(nil, of: library, session: session)
        library.changes.afterReports {
            self.tell(change, session)
            if session.accessForChanging != nil { self.tellOfHistory(session) }
        }
    }

    private func tell(_ change: PHChange, _ session: PhotoLibrarySession) {
        call(observers(\.change), \.change, session) {
            ($0 as? any PHPhotoLibraryChangeObserver)?.photoLibraryDidChange(change)
        }
    }

    /// Calls observers one after another. An observer may be unregistered while others are called.
    private func call(
        _ present: [AnyObject], _ list: List, _ session: PhotoLibrarySession, _ body: (AnyObject) -> Void
    ) {
        PhotoLibrarySession.$current.withValue(session) {
            for observer in present where observers(list).contains(where: { $0 === observer }) { body(observer) }
        }
    }

    // MARK: Persistent changes

    func register(_ observer: any PHPhotoLibraryPersistentChangesObserver, _ session: PhotoLibrarySession) {
        observers(\.persistentChanges, adding: observer)
        subscribe(session)
    }

    func unregister(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers(\.persistentChanges, removing: observer)
        endWhereNobodyIs([\.change, \.persistentChanges], \.changes)
    }

    /// Returns whether the app can see a change in the history now, or whether the change gave the app other access.
    private func hasChange(_ number: Int64, of library: Library, _ session: PhotoLibrarySession) -> Bool {
        guard session.accessForChanging != nil else { return false }
        do {
            if try library.grantedClient(ofChange: number) == session.client { return true }
            let view = session.currentView(of: library)
            return try !view.changes(since: view.token(beforeChange: number), limit: 1).entries.isEmpty
        } catch {
            // The app finds out when it fetches the changes.
            Diagnostics.report("A change of the history may be reported that the app can't see: \(error)")
            return true
        }
    }

    private func tellOfHistory(_ session: PhotoLibrarySession) {
        call(observers(\.persistentChanges), \.persistentChanges, session) {
            ($0 as? any PHPhotoLibraryPersistentChangesObserver)?.photoLibraryPersistentChangesDidUpdate(.shared())
        }
    }

    // MARK: Availability

    func register(_ observer: any PHPhotoLibraryAvailabilityObserver, _ session: PhotoLibrarySession) {
        observers(\.availability, adding: observer)
        guard let library = session.library, state.withLock({ $0.absence == nil }) else { return }
        do {
            let subscription = try library.changes.subscribeToAbsence { [weak self, weak session] _ in
                guard let self, let session else { return }
                tellAbsence(session)
            }
            state.withLock { $0.absence = $0.absence ?? subscription }
        } catch {
            Diagnostics.report("Whether the library goes away cannot be observed: \(error)")
        }
    }

    func unregister(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers(\.availability, removing: observer)
        endWhereNobodyIs([\.availability], \.absence)
    }

    private func tellAbsence(_ session: PhotoLibrarySession) {
        call(observers(\.availability), \.availability, session) {
            ($0 as? any PHPhotoLibraryAvailabilityObserver)?.photoLibraryDidBecomeUnavailable(.shared())
        }
    }
}
