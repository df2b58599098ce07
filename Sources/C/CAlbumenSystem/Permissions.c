#define _GNU_SOURCE
#include "CAlbumenSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/statfs.h>
#include <unistd.h>

int albumen_open_entry(int folder, const char *name, int follows_link) {
    int descriptor = openat(folder, name, O_PATH | O_CLOEXEC | (follows_link ? 0 : O_NOFOLLOW));
    return descriptor >= 0 ? descriptor : -errno;
}

int albumen_set_permissions(int entry, mode_t mode, gid_t group) {
    // The file system refuses the call if it stores no groups. That's fine if only the mode differs.
    struct stat status;
    if (fstat(entry, &status) != 0) return errno;
    if (status.st_gid != group && fchownat(entry, "", -1, group, AT_EMPTY_PATH) != 0) return errno;
    // fchmod rejects such descriptors, and fchmodat's AT_EMPTY_PATH is newer than most kernels.
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", entry);
    return chmod(path, mode) == 0 ? 0 : errno;
}

int albumen_stores_no_modes(const char *path) {
    struct statfs system;
    if (statfs(path, &system) != 0) return 0;
    switch ((unsigned long)system.f_type) {
        case MSDOS_SUPER_MAGIC:
        case 0x2011BAB0: // exFAT
        case 0x5346544e: // NTFS
        case 0x7366746e: // NTFS, the newer driver
        case 0x65735546: // a block device by way of FUSE: NTFS or exFAT
            return 1;
        default:
            return 0;
    }
}
