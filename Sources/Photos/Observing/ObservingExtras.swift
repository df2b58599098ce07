// Additions to Apple's framework.

import Dispatch
public import Foundation
import PhotoLibrary
import Synchronization

/// Not in Apple's framework: the steps between two fetch results, in the form that list views such as
/// `UICollectionView` expect.
///
/// Deletions and the starts of moves are indexes in the list before the update. Insertions, reconfigurations and the
/// ends of moves are indexes in the list after it.
///
/// Perform deletions, insertions and moves in one batch of updates. Configure the cells at ``reconfigurations`` again
/// after the batch, because a list view can't update a cell that moves.
public struct PHListUpdate: Sendable, Equatable {
    public struct Move: Sendable, Equatable {
        /// An index in the list before the update.
        public var from: Int
        /// An index in the list after the update.
        public var to: Int
    }

    /// Indexes in the list before the update.
    public var deletions = IndexSet()
    /// Indexes in the list after the update.
    public var insertions = IndexSet()
    public var moves: [Move] = []
    /// Indexes in the list after the update.
    public var reconfigurations = IndexSet()
}

extension PHFetchResultChangeDetails {
    /// The steps in the form that list views expect, or `nil` without incremental changes. In that case, reload the
    /// list.
    public var listUpdate: PHListUpdate? {
        change.map { change in
            PHListUpdate(
                deletions: IndexSet(change.removed), insertions: IndexSet(change.insertedAfter),
                moves: change.movedIndexes.map { PHListUpdate.Move(from: $0.before, to: $0.after) },
                reconfigurations: IndexSet(change.changed))
        }
    }
}

extension PHPhotoLibrary {
    /// Returns the changes of a fetch result from now on, as an asynchronous sequence. Each element starts at the
    /// result to which the previous element led. Not in Apple's framework.
    ///
    /// Elements are computed on demand and lead to the newest state. So a slow reader gets fewer and larger elements,
    /// and no elements are queued. The sequence ends when the task is cancelled or the library becomes unavailable.
    public func changeDetails<Object: PHObject>(
        of result: PHFetchResult<Object>
    ) -> PHChangeDetails<PHFetchResultChangeDetails<Object>> {
        let session = PhotoLibrarySession.current
        return PHChangeDetails(session) {
            let latest = Mutex(result)
            return {
                try latest.withLock { latest in
                    guard session.accessForChanging != nil,
                        let details = try PHFetchResultChangeDetails(of: latest, for: session.currentPrincipal)
                    else {
                        return .nothing
                    }
                    latest = details.fetchResultAfterChanges
                    return .details(details, isLast: false)
                }
            }
        }
    }

    /// Returns the changes of an object from now on, as an asynchronous sequence. Each element starts at the state to
    /// which the previous element led. Not in Apple's framework.
    ///
    /// Works like ``changeDetails(of:)-(PHFetchResult<Object>)``. The sequence also ends after an element that reports
    /// the object's deletion.
    public func changeDetails<Object: PHObject>(
        of object: Object
    ) -> PHChangeDetails<PHObjectChangeDetails<Object>> {
        let session = PhotoLibrarySession.current
        let start = Result { try session.currentView(of: session.openedLibrary()).version() }
        return PHChangeDetails(session) {
            let library = try session.openedLibrary()
            let known = Mutex((object: object, version: try start.get()))
            return {
                try known.withLock { known in
                    let view = session.currentView(of: library)
                    let version = try view.version()
                    guard version > known.version, session.accessForChanging != nil else { return .nothing }
                    let change = LibraryChange(
                        numbers: (known.version + 1)...version, library: library, session: session)
                    let details = try change.details(for: known.object, in: view)
                    known.version = version
                    guard let details else { return .nothing }
                    known.object = details.objectAfterChanges ?? known.object
                    return .details(details, isLast: details.objectWasDeleted)
                }
            }
        }
    }
}

/// An asynchronous sequence of change details, computed on demand. Not in Apple's framework.
public struct PHChangeDetails<Details: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Details
    public typealias Failure = Never

    enum Step: Sendable {
        case nothing
        /// - Parameter isLast: Whether no further details can follow.
        case details(Details, isLast: Bool)
    }

    /// Starts to follow the changes. Each call of the returned closure returns the next step. Both closures read the
    /// catalog and never run on the caller's thread.
    typealias Follow = @Sendable () throws -> @Sendable () throws -> Step

    private let session: PhotoLibrarySession
    private let follow: Follow

    init(_ session: PhotoLibrarySession, _ follow: @escaping Follow) {
        self.session = session
        self.follow = follow
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(session, follow)
    }

    /// The iterator of one reader.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let session: PhotoLibrarySession
        private let follow: Follow
        private let observer = AlarmObserver()
        private var next: (@Sendable () throws -> Step)?
        private var isOver = false

        init(_ session: PhotoLibrarySession, _ follow: @escaping Follow) {
            self.session = session
            self.follow = follow
            session.observers.register(observer as any PHPhotoLibraryChangeObserver, session)
            session.observers.register(observer as any PHPhotoLibraryAvailabilityObserver, session)
        }

        public mutating func next() async -> Details? {
            await next(isolation: nil)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Details? {
            while !Task.isCancelled, !isOver {
                do {
                    let next = if let known = self.next { known } else { try await Self.read(session, follow) }
                    self.next = next
                    if case .details(let details, let isLast) = try await Self.read(session, next) {
                        isOver = isLast
                        return details
                    }
                    guard try await observer.alarm.next(isolation: actor) != nil else { return nil }
                } catch {
                    Diagnostics.report("What a change did cannot be told: \(error)")
                    return nil
                }
            }
            return nil
        }

        /// Runs the closure on another thread, because the caller's actor may be the main actor.
        private static func read<Value: Sendable>(
            _ session: PhotoLibrarySession, _ body: @escaping @Sendable () throws -> Value
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result { try PhotoLibrarySession.$current.withValue(session, operation: body) })
                }
            }
        }
    }
}

/// Wakes a reader when the library changes or becomes unavailable.
private final class AlarmObserver:
    NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver, Sendable
{
    let alarm = ChangeAlarm()

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        alarm.ring()
    }

    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
        alarm.end()
    }
}
