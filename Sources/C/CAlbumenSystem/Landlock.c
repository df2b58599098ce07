#define _GNU_SOURCE
#include "CAlbumenSystem.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// The headers of the build machine may be older than the kernel of the machine that runs the program.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

/// The structure in linux/landlock.h of Linux 6.12. An older kernel only reads its first fields.
struct ruleset {
    uint64_t handled_access_fs;
    uint64_t handled_access_net;
    uint64_t scoped;
};

enum {
    asks_for_version = 1,
    // EXECUTE, READ_FILE and READ_DIR.
    reading_rights = 1 << 0 | 1 << 2 | 1 << 3,
    // WRITE_FILE, REMOVE_DIR, REMOVE_FILE and MAKE_CHAR to MAKE_SYM.
    writing_rights = 1 << 1 | 0x1FF << 4,
    // Since the second, third and fifth version: REFER, TRUNCATE and IOCTL_DEV.
    refer = 1 << 13,
    truncate_right = 1 << 14,
    device_control = 1 << 15,
    // Since the fourth: BIND_TCP and CONNECT_TCP.
    network_rights = 3,
    // Since the sixth: ABSTRACT_UNIX_SOCKET and SIGNAL.
    scopes = 3,
};

int albumen_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, asks_for_version);
    return version < 0 ? 0 : (int)version;
}

int albumen_landlock(int reading) {
    const int version = albumen_landlock_version();
    if (version <= 0) return ENOSYS;
    struct ruleset rules = {.handled_access_fs = writing_rights};
    if (reading) rules.handled_access_fs |= reading_rights;
    if (version >= 2) rules.handled_access_fs |= refer;
    if (version >= 3) rules.handled_access_fs |= truncate_right;
    if (version >= 5) rules.handled_access_fs |= device_control;
    if (version >= 4) rules.handled_access_net = network_rights;
    if (version >= 6) rules.scoped = scopes;
    const size_t size = version >= 6 ? sizeof rules : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    long ruleset = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (ruleset < 0) return errno;
    int failure = syscall(SYS_landlock_restrict_self, (int)ruleset, 0) < 0 ? errno : 0;
    close((int)ruleset);
    return failure;
}
