import CUnfairLock

/// A lock in memory of its own, with the state that it protects.
///
/// Copies of a value are the same lock. The lock isn't recursive: a thread that waits for a lock that it owns ends the
/// program.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Unchecked, because the lock orders all accesses to the state.
    private final class Storage {
        let lock = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
        var state: State

        init(_ state: State) {
            lock.initialize(to: os_unfair_lock())
            self.state = state
        }

        deinit {
            lock.deallocate()
        }
    }

    private let storage: Storage

    /// The relation of a thread to a lock.
    public enum Ownership: Hashable, Sendable {
        case owner
        case notOwner
    }

    /// Creates an open lock with a state that isn't checked for `Sendable`.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// Calls `body` while the calling thread owns the lock, without checks for `Sendable`.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        os_unfair_lock_lock(storage.lock)
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Calls `body` if the lock is open, without checks for `Sendable`. Otherwise, returns `nil`.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard os_unfair_lock_trylock(storage.lock) else { return nil }
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Calls `body` while the calling thread owns the lock.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls `body` if the lock is open. Otherwise, returns `nil`.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Ends the program if the calling thread doesn't have the relation to the lock.
    public func precondition(_ condition: Ownership) {
        switch condition {
        case .owner: os_unfair_lock_assert_owner(storage.lock)
        case .notOwner: os_unfair_lock_assert_not_owner(storage.lock)
        }
    }

    fileprivate var pointer: os_unfair_lock_t { storage.lock }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Creates an open lock with a state.
    public init(initialState: State) {
        self.init(uncheckedState: initialState)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates an open lock without a state.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Waits for the lock. The same thread must call ``unlock()``.
    @available(*, noasync, message: "Use withLock in asynchronous functions.")
    public func lock() {
        os_unfair_lock_lock(pointer)
    }

    /// Returns whether the calling thread received the lock. Doesn't wait.
    @available(*, noasync, message: "Use withLockIfAvailable in asynchronous functions.")
    public func lockIfAvailable() -> Bool {
        os_unfair_lock_trylock(pointer)
    }

    /// Releases the lock.
    @available(*, noasync, message: "Use withLock in asynchronous functions.")
    public func unlock() {
        os_unfair_lock_unlock(pointer)
    }

    /// Calls `body` while the calling thread owns the lock, without checks for `Sendable`.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Calls `body` while the calling thread owns the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }
    /// Calls `body` if the lock is open. Otherwise, returns `nil`.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }
}
