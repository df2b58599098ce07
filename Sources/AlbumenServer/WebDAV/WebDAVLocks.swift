import Foundation
import HTTPTypes
import SentFiles
import Synchronization

/// The locks of senders on their files. They are in memory, so they end with the server.
final class WebDAVLocks: Sendable {
    struct Lock: Sendable, Equatable {
        let token: String
        let sender: String
        let path: SentPath
        /// Whether it's also on all that is in the folder.
        let isDeep: Bool
        let isExclusive: Bool
        /// What the client says about itself, in XML.
        let owner: String
        var seconds: Int
        var end: Date

        /// Whether the lock is on a path.
        func covers(_ other: SentPath) -> Bool { other == path || isDeep && other.isWithin(path) }
    }

    static let secondsLimit = 3_600
    /// The most locks of a sender.
    static let limit = 256

    /// The most bytes of a lock's owner.
    static let ownerLimit = 4 << 10

    private let now: @Sendable () -> Date
    private let locks = Mutex<[Lock]>([])

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Returns the locks on a path.
    func on(_ path: SentPath, of sender: String) -> [Lock] {
        valid { $0.sender == sender && $0.covers(path) }
    }

    /// Returns the locks on a path, and those in it.
    func within(_ path: SentPath, of sender: String) -> [Lock] {
        valid { $0.sender == sender && ($0.covers(path) || $0.path.isWithin(path)) }
    }

    private func valid(_ isWanted: (Lock) -> Bool) -> [Lock] {
        let date = now()
        return locks.withLock { locks in
            locks.removeAll { $0.end <= date }
            return locks.filter(isWanted)
        }
    }

    /// Adds a lock. Returns `nil` if there is one that excludes it.
    ///
    /// - Throws: `Refusal` if the sender has too many.
    func add(
        _ path: SentPath, of sender: String, isDeep: Bool, isExclusive: Bool, owner: String, seconds: Int
    ) throws -> Lock? {
        let date = now()
        return try locks.withLock { locks in
            locks.removeAll { $0.end <= date }
            let others = locks.filter {
                $0.sender == sender && ($0.covers(path) || isDeep && $0.path.isWithin(path))
            }
            guard others.allSatisfy({ !isExclusive && !$0.isExclusive }) else { return nil }
            guard locks.count(where: { $0.sender == sender }) < Self.limit else { throw Refusal.tooManyLocks }
            let lock = Lock(
                token: "urn:uuid:" + UUID().uuidString.lowercased(), sender: sender, path: path, isDeep: isDeep,
                isExclusive: isExclusive, owner: owner, seconds: seconds,
                end: date.addingTimeInterval(TimeInterval(seconds)))
            locks.append(lock)
            return lock
        }
    }

    /// Makes a lock last longer. Returns `nil` if it isn't on the path.
    func refresh(_ tokens: Set<String>, on path: SentPath, of sender: String, seconds: Int) -> Lock? {
        let date = now()
        return locks.withLock { locks in
            locks.removeAll { $0.end <= date }
            guard
                let index = locks.firstIndex(where: {
                    $0.sender == sender && tokens.contains($0.token) && $0.covers(path)
                })
            else { return nil }
            locks[index].seconds = seconds
            locks[index].end = date.addingTimeInterval(TimeInterval(seconds))
            return locks[index]
        }
    }

    /// Ends a lock. Returns `false` if it isn't on the path.
    func remove(_ token: String, on path: SentPath, of sender: String) -> Bool {
        locks.withLock { locks in
            guard
                let index = locks.firstIndex(where: {
                    $0.sender == sender && $0.token == token && $0.covers(path)
                })
            else { return false }
            locks.remove(at: index)
            return true
        }
    }

    /// Ends the locks of files that were deleted or moved.
    func removeAll(within path: SentPath, of sender: String) {
        locks.withLock { $0.removeAll { $0.sender == sender && $0.path.isWithin(path) } }
    }
}

extension Refusal {
    fileprivate static let tooManyLocks = Refusal(
        status: .init(code: 507, reasonPhrase: "Insufficient Storage"), code: "tooManyLocks",
        message: "There are too many locks. Unlock some files first.")
}
