// What Apple's framework does not have.

import Albumen
public import Foundation
import Synchronization

/// The steps between two results in the words of list views such as `UICollectionView`: what goes and comes from has an index of
/// the list before, what comes and goes to has an index of the list after.
///
/// Do deletions, insertions and moves in one batch of updates. Configure the cells at ``reconfigurations`` again when the batch is
/// done: a list view takes no update of a cell that moves.
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
    /// Details are made when they are asked for and lead to the newest state: a slow reader gets fewer and larger ones, and
    /// nothing piles up. Ends when the task is cancelled or the library goes away.
    public func changeDetails<Object: PHObject>(
        of result: PHFetchResult<Object>
    ) -> PHChangeDetails<PHFetchResultChangeDetails<Object>> {
        PHChangeDetails { session in
            let latest = Mutex(result)
            return {
                try latest.withLock { latest in
                    guard let access = session.accessForChanging else { return nil }
                    let details = try PHFetchResultChangeDetails(of: latest, access: access)
                    latest = details?.fetchResultAfterChanges ?? latest
                    return details
                }
            }
        }
    }

    /// Details of what becomes of an object from now on, each from the state that the one before led to.
    ///
    /// As ``changeDetails(of:)-(PHFetchResult<Object>)``; ends, too, after the details that tell that the object is gone.
    public func changeDetails<Object: PHObject>(
        of object: Object
    ) -> PHChangeDetails<PHObjectChangeDetails<Object>> {
        PHChangeDetails { session in
            let library = try session.openedLibrary()
            let known = Mutex((object: object, version: try library.version()))
            return {
                try known.withLock { known in
                    let version = try library.version()
                    guard version > known.version else { return nil }
                    let change = PHChange((known.version + 1)...version, of: library, session: session)
                    known.version = version
                    let details = change.changeDetails(for: known.object)
                    known.object = details?.objectAfterChanges ?? known.object
                    return details
                }
            }
        }
    }
}

/// Details of changes, one after the other, as they are asked for.
public struct PHChangeDetails<Details: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Details
    public typealias Failure = Never

    /// Begins to follow; each call of what it gives tells what is new, nil where nothing is.
    typealias Follow = @Sendable (PhotoLibrarySession) throws -> @Sendable () throws -> Details?

    private let session = PhotoLibrarySession.current
    private let follow: Follow

    init(_ follow: @escaping Follow) {
        self.follow = follow
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(session, follow)
    }

    /// Of one reader.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let alarm = ChangeAlarm()
        private let next: (@Sendable () throws -> Details?)?
        private var wakes: AsyncStream<Void>.Iterator

        init(_ session: PhotoLibrarySession, _ follow: Follow) {
            wakes = alarm.wakes.makeAsyncIterator()
            session.observers.register(alarm as any PHPhotoLibraryChangeObserver, session)
            session.observers.register(alarm as any PHPhotoLibraryAvailabilityObserver, session)
            do {
                next = try follow(session)
            } catch {
                Diagnostics.report("Changes cannot be followed: \(error)")
                next = nil
            }
        }

        public mutating func next() async -> Details? {
            await next(isolation: nil)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Details? {
            guard let next else { return nil }
            while !Task.isCancelled {
                do {
                    if let details = try next() { return details }
                } catch {
                    Diagnostics.report("What a change did cannot be told: \(error)")
                    return nil
                }
                guard await wakes.next(isolation: actor) != nil else { return nil }
            }
            return nil
        }
    }
}

/// Wakes a reader when there may be something new: once, however much there is.
private final class ChangeAlarm: NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver, Sendable {
    let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    override init() {
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        wake.yield()
    }

    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
        wake.finish()
    }
}
