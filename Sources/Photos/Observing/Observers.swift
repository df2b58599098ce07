import Albumen
import Foundation
import Synchronization

/// Those who hear of a session's library.
final class Observers: Sendable {
    // Unchecked: a weak reference is read and written under the lock of the state.
    private struct Weak<Observer>: @unchecked Sendable {
        private weak var object: AnyObject?

        init(_ observer: Observer) {
            object = observer as AnyObject
        }

        var observer: Observer? { object as? Observer }

        func isOf(_ other: AnyObject) -> Bool { object === other }
    }

    private struct State {
        var change: [Weak<any PHPhotoLibraryChangeObserver>] = []
        var availability: [Weak<any PHPhotoLibraryAvailabilityObserver>] = []
        var changes: ChangeFeed.Subscription?
        var absence: ChangeFeed.Subscription?
    }

    private let state = Mutex(State())

    // MARK: Changes

    /// An observer is told once of each change, however often it registers.
    func register(_ observer: any PHPhotoLibraryChangeObserver, _ session: PhotoLibrarySession) {
        state.withLock { state in
            state.change.removeAll { $0.observer == nil || $0.isOf(observer) }
            state.change.append(Weak(observer))
        }
        guard let library = session.library else { return }
        do {
            try state.withLock { state in
                guard state.changes == nil else { return }
                state.changes = try library.changes.subscribe { [weak self, weak session] change in
                    guard let self, let session else { return }
                    tell(PHChange(change...change, of: library, session: session), session)
                }
            }
        } catch {
            Diagnostics.report("Changes of the library cannot be observed: \(error)")
        }
    }

    func unregister(_ observer: any PHPhotoLibraryChangeObserver) {
        let subscription = state.withLock { state in
            state.change.removeAll { $0.observer == nil || $0.isOf(observer) }
            guard state.change.isEmpty else { return ChangeFeed.Subscription?.none }
            defer { state.changes = nil }
            return state.changes
        }
        subscription?.cancel()
    }

    private func tell(_ change: PHChange, _ session: PhotoLibrarySession) {
        // Who may see nothing hears nothing.
        guard let access = session.accessForChanging, access != .addOnly else { return }
        PhotoLibrarySession.$current.withValue(session) {
            for observer in state.withLock({ $0.change.compactMap(\.observer) }) {
                observer.photoLibraryDidChange(change)
            }
        }
    }

    // MARK: Availability

    func register(_ observer: any PHPhotoLibraryAvailabilityObserver, _ session: PhotoLibrarySession) {
        state.withLock { state in
            state.availability.removeAll { $0.observer == nil || $0.isOf(observer) }
            state.availability.append(Weak(observer))
        }
        guard let library = session.library else { return }
        do {
            try state.withLock { state in
                guard state.absence == nil else { return }
                state.absence = try library.changes.subscribeToAbsence { [weak self, weak session] _ in
                    guard let self, let session else { return }
                    tellAbsence(session)
                }
            }
        } catch {
            Diagnostics.report("Whether the library goes away cannot be observed: \(error)")
        }
    }

    func unregister(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        let subscription = state.withLock { state in
            state.availability.removeAll { $0.observer == nil || $0.isOf(observer) }
            guard state.availability.isEmpty else { return ChangeFeed.Subscription?.none }
            defer { state.absence = nil }
            return state.absence
        }
        subscription?.cancel()
    }

    private func tellAbsence(_ session: PhotoLibrarySession) {
        PhotoLibrarySession.$current.withValue(session) {
            for observer in state.withLock({ $0.availability.compactMap(\.observer) }) {
                observer.photoLibraryDidBecomeUnavailable(.shared())
            }
        }
    }
}
