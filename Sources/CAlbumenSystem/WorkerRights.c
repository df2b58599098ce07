#define _GNU_SOURCE
#include "CAlbumenSystem.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <malloc.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int64_t albumen_processor_time(pid_t process) {
    clockid_t clock;
    struct timespec used;
    int failure = clock_getcpuclockid(process, &clock);
    if (failure) return -failure;
    if (clock_gettime(clock, &used) < 0) return -errno;
    return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

int albumen_usable_processors(void) {
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) == 0) return CPU_COUNT(&processors);
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int)count;
}

int albumen_descriptor_status(int descriptor, struct stat *status) {
    return (int)syscall(SYS_fstat, descriptor, status);
}

void albumen_use_one_heap(void) {
    mallopt(M_ARENA_MAX, 1);
}

int albumen_renounce_new_privileges(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;
    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 0 : EPERM;
}

/// The user and group that own nothing.
enum { nobody = 65534 };

static int become_nobody(void) {
    int failure = 0;
    if (setgroups(0, NULL) < 0) failure = errno;
    if (setresgid(nobody, nobody, nobody) < 0 && !failure) failure = errno;
    if (setresuid(nobody, nobody, nobody) < 0 && !failure) failure = errno;
    return failure;
}

int albumen_drop_privileges(void) {
    int failure = 0;
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    // Who has no right to shrink the set has none that it would bound.
    for (unsigned long capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    if (geteuid() == 0) failure = become_nobody();
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    if (syscall(SYS_capset, &header, none) < 0 && !failure) failure = errno;
    return failure;
}

int albumen_has_no_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, held) < 0) return 0;
    for (int index = 0; index < _LINUX_CAPABILITY_U32S_3; index++)
        if (held[index].effective | held[index].permitted | held[index].inheritable) return 0;
    return 1;
}
