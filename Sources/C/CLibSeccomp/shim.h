#include <linux/prctl.h>
#include <linux/sched.h>
#include <seccomp.h>

/// The action that fails a system call without doing it: libseccomp makes it by a macro.
static inline uint32_t CLibSeccomp_fail(int errorNumber) {
    return SCMP_ACT_ERRNO(errorNumber);
}
