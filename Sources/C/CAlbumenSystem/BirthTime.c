#define _GNU_SOURCE

#include "CAlbumenSystem.h"

#include <fcntl.h>
#include <sys/stat.h>

int64_t albumen_birth_time(const char *path) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_BTIME, &status) != 0) return -1;
    if (!(status.stx_mask & STATX_BTIME)) return 0;
    return status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec;
}
