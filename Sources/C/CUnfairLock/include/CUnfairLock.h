#ifndef C_UNFAIR_LOCK_H
#define C_UNFAIR_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/// A lock of four bytes that waits in the kernel and gives its owner the priority of the threads that wait.
///
/// The value is the thread identifier of the owner and a flag of the kernel. Don't copy or move a lock in use. The lock
/// isn't recursive.
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})

/// Waits for the lock. Ends the program if the calling thread already owns it.
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull lock);

/// Returns whether the calling thread received the lock. Doesn't wait.
bool os_unfair_lock_trylock(os_unfair_lock_t _Nonnull lock);

/// Releases the lock. Ends the program if the calling thread doesn't own it.
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull lock);

/// Ends the program if the calling thread doesn't own the lock.
void os_unfair_lock_assert_owner(const os_unfair_lock *_Nonnull lock);

/// Ends the program if the calling thread owns the lock.
void os_unfair_lock_assert_not_owner(const os_unfair_lock *_Nonnull lock);

#endif
