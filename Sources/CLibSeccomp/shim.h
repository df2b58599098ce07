#include <linux/prctl.h>
#include <linux/sched.h>
#include <seccomp.h>

/// F_ADD_SEALS and F_GET_SEALS of linux/fcntl.h, which cannot be read beside the C library's fcntl.h.
static const int CLibSeccomp_add_seals = 1033;
static const int CLibSeccomp_get_seals = 1034;

/// The action that fails a system call without doing it: libseccomp makes it by a macro.
static inline uint32_t CLibSeccomp_fail(int errorNumber) {
    return SCMP_ACT_ERRNO(errorNumber);
}
