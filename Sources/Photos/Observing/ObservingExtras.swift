// What Apple's framework does not have.

import Albumen
import Dispatch
public import Foundation
import Synchronization

/// Not in Apple's framework: the steps between two results in the words of list views such as `UICollectionView`:
/// what goes and comes from has an index of the list before, what comes and goes to has an index of the list after.
///
/// Do deletions, insertions and moves in one batch of updates. Configure the cells at ``reconfigurations`` again when
/// the batch is done: a list view takes no update of a cell that moves.
public struct PHListUpdate: Sendable, Equatable {
    public struct Move: Sendable, Equatable {
        /// An index of the list before.
        public var from: Int
        /// An index of the list after.
        public var to: Int
    }

    /// Of the list before.
    public var deletions = IndexSet()
    /// Of the list after.
    public var insertions = IndexSet()
    public var moves: [Move] = []
    /// Of the list after.
    public var reconfigurations = IndexSet()
}

extension PHFetchResultChangeDetails {
    /// The steps as list views want them; `nil` without incremental changes: reload the list then.
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
    /// Details of what becomes of a fetch result from now on, each from the result that the one before led to.
    ///
    /// Details are made when they are asked for and lead to the newest state: a slow reader gets fewer and larger
    /// ones, and nothing piles up. Ends when the task is cancelled or the library goes away.
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

    /// Details of what becomes of an object from now on, each from the state that the one before led to.
    ///
    /// As ``changeDetails(of:)-(PHFetchResult<Object>)``; ends, too, after the details that tell that the object is
    /// gone.
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

/// Details of changes, one after the other, as they are asked for. Not in Apple's framework.
public struct PHChangeDetails<Details: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Details
    public typealias Failure = Never

    enum Step: Sendable {
        case nothing
        /// - Parameter isLast: nothing can come after it.
        case details(Details, isLast: Bool)
    }

    /// Begins to follow; each call of what it gives tells what is new. Both read the catalog, on no thread of the
    /// caller's.
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

    /// Of one reader.
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

        /// Off the caller's actor, which may be the main one.
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

/// Rings a reader's alarm.
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
