#define _GNU_SOURCE
#include "CAlbumenSystem.h"

#include <errno.h>
#include <grp.h>
#include <link.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
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

/// The user and the group without rights.
enum { nobody = 65534 };

static int become_nobody(void) {
    int failure = 0;
    if (setgroups(0, NULL) < 0) failure = errno;
    if (setresgid(nobody, nobody, nobody) < 0 && !failure) failure = errno;
    if (setresuid(nobody, nobody, nobody) < 0 && !failure) failure = errno;
    return failure;
}

static int drop_capabilities(void) {
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    // A process that may not reduce the bounding set has no capabilities that the set would limit.
    for (unsigned long capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    return 0;
}

static int renounce_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    memset(none, 0, sizeof none);
    return syscall(SYS_capset, &header, none) < 0 ? errno : 0;
}

int albumen_drop_privileges(void) {
    int failure = drop_capabilities();
    if (geteuid() == 0) failure = become_nobody();
    int refusal = renounce_capabilities();
    return failure ? failure : refusal;
}

int albumen_enter_own_user_namespace(void) {
    const int was_dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    if (unshare(CLONE_NEWUSER) < 0) return errno;
    // A new namespace starts with all capabilities over itself.
    int failure = drop_capabilities();
    int refusal = renounce_capabilities();
    if (was_dumpable == 1) prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    return failure ? failure : refusal;
}

int albumen_end_with_host(int socket) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return errno;
    // If the host ended before this call, the kernel sends no signal, but the host's end of the socket is closed.
    struct pollfd end = {.fd = socket, .events = 0};
    if (poll(&end, 1, 0) > 0 && end.revents & (POLLHUP | POLLERR)) return ESRCH;
    return 0;
}

int albumen_thread_count(pid_t process) {
    char name[32], text[1024];
    snprintf(name, sizeof name, "/proc/%d/stat", (int)process);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -errno;
    ssize_t count = read(file, text, sizeof text - 1);
    int failure = errno;
    close(file);
    if (count <= 0) return count < 0 ? -failure : -ESRCH;
    text[count] = 0;
    // The program's name can contain any character, including a parenthesis.
    char *rest = strrchr(text, ')');
    if (!rest) return -EPROTO;
    char state;
    long threads;
    if (sscanf(rest + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld", &state, &threads) != 2)
        return -EPROTO;
    return (int)threads;
}

int albumen_has_no_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, held) < 0) return 0;
    for (int index = 0; index < _LINUX_CAPABILITY_U32S_3; index++)
        if (held[index].effective | held[index].permitted | held[index].inheritable) return 0;
    return 1;
}

static uint64_t mixed(uint64_t sum, const void *bytes, size_t count) {
    // FNV-1a.
    for (size_t index = 0; index < count; index++) sum = (sum ^ ((const unsigned char *)bytes)[index]) * 0x100000001B3u;
    return sum;
}

static int add_library(struct dl_phdr_info *library, size_t size, void *context) {
    (void)size;
    uint64_t *sum = context;
    struct stat status;
    // The program itself has an empty name.
    const char *name = library->dlpi_name && library->dlpi_name[0] ? library->dlpi_name : "/proc/self/exe";
    if (stat(name, &status) < 0) return 0;
    const int64_t facts[] = {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
    *sum = mixed(mixed(*sum, name, strlen(name)), facts, sizeof facts);
    return 0;
}

uint64_t albumen_program_fingerprint(void) {
    uint64_t sum = 0xCBF29CE484222325u;
    dl_iterate_phdr(add_library, &sum);
    return sum;
}
