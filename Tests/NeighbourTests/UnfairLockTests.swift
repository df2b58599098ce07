import AlbumenOS
import Dispatch
import Testing

@Suite struct UnfairLockTests {
    @Test func `threads change the state one after another`() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock { $0 } == 80_000)
    }

    @Test func `a lock in use isn't available`() {
        let lock = OSAllocatedUnfairLock(initialState: 1)
        lock.withLockUnchecked { _ in
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                // One of the iterations runs on the thread that owns the lock.
                #expect(lock.withLockIfAvailable { $0 } == nil)
            }
        }
        #expect(lock.withLockIfAvailable { $0 } == 1)
    }

    @Test func `a closure's error opens the lock`() {
        struct Failure: Error {}
        let lock = OSAllocatedUnfairLock()
        #expect(throws: Failure.self) { try lock.withLock { throw Failure() } }
        #expect(lock.withLockIfAvailable { true } == true)
    }

    @Test func `os_unfair_lock excludes threads`() {
        let lock = os_unfair_lock_t.allocate(capacity: 1)
        defer { lock.deallocate() }
        lock.initialize(to: os_unfair_lock())
        nonisolated(unsafe) let shared = lock
        nonisolated(unsafe) var count = 0
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5_000 {
                os_unfair_lock_lock(shared)
                count += 1
                os_unfair_lock_unlock(shared)
            }
        }
        #expect(count == 20_000)
        os_unfair_lock_lock(lock)
        #expect(!os_unfair_lock_trylock(lock))
        os_unfair_lock_assert_owner(lock)
        os_unfair_lock_unlock(lock)
        os_unfair_lock_assert_not_owner(lock)
    }

    @Test func `a thread that locks twice ends the program`() async {
        await #expect(processExitsWith: .failure) {
            let lock = OSAllocatedUnfairLock()
            lock.withLock { lock.withLock {} }
        }
    }
}
