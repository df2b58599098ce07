#define _GNU_SOURCE
#include "CUnfairLock.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel reads and writes the same value, so its format is that of FUTEX_LOCK_PI.

static uint32_t current_thread(void) { return (uint32_t)syscall(SYS_gettid); }

static bool replace(os_unfair_lock_t lock, uint32_t expected, uint32_t desired, int order) {
    return __atomic_compare_exchange_n(
        &lock->_os_unfair_lock_opaque, &expected, desired, false, order, __ATOMIC_RELAXED);
}

static uint32_t owner(const os_unfair_lock *lock) {
    return __atomic_load_n(&lock->_os_unfair_lock_opaque, __ATOMIC_RELAXED) & FUTEX_TID_MASK;
}

static _Noreturn void fail(const char *reason) {
    fprintf(stderr, "os_unfair_lock: %s\n", reason);
    abort();
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
    uint32_t thread = current_thread();
    if (replace(lock, 0, thread, __ATOMIC_ACQUIRE)) return;
    while (syscall(SYS_futex, &lock->_os_unfair_lock_opaque, FUTEX_LOCK_PI | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0)) {
        if (errno == EDEADLK) fail("The thread already owns the lock.");
        if (errno != EINTR && errno != EAGAIN) fail("The lock is damaged, or its owner has ended.");
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

bool os_unfair_lock_trylock(os_unfair_lock_t lock) { return replace(lock, 0, current_thread(), __ATOMIC_ACQUIRE); }

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    uint32_t thread = current_thread();
    if (replace(lock, thread, 0, __ATOMIC_RELEASE)) return;
    if (owner(lock) != thread) fail("The thread doesn't own the lock.");
    __atomic_thread_fence(__ATOMIC_RELEASE);
    if (syscall(SYS_futex, &lock->_os_unfair_lock_opaque, FUTEX_UNLOCK_PI | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0)) {
        fail("The lock is damaged.");
    }
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
    if (owner(lock) != current_thread()) fail("The thread doesn't own the lock.");
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
    if (owner(lock) == current_thread()) fail("The thread owns the lock.");
}
