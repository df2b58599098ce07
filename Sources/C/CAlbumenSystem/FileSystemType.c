#include "CAlbumenSystem.h"

#include <errno.h>
#include <stddef.h>
#include <sys/vfs.h>
#include <linux/magic.h>

// Numbers that <linux/magic.h> of older systems lacks.
#define ALBUMEN_CONFIGFS_MAGIC 0x62656570
#define ALBUMEN_MQUEUE_MAGIC 0x19800202
#define ALBUMEN_EFIVARFS_MAGIC 0xde5e81e4

int albumen_is_kernel_file_system(const char *path) {
    static const unsigned long types[] = {
        PROC_SUPER_MAGIC,    SYSFS_MAGIC,         DEVPTS_SUPER_MAGIC,    DEBUGFS_MAGIC,
        TRACEFS_MAGIC,       SECURITYFS_MAGIC,    CGROUP_SUPER_MAGIC,    CGROUP2_SUPER_MAGIC,
        BPF_FS_MAGIC,        PSTOREFS_MAGIC,      ALBUMEN_CONFIGFS_MAGIC, ALBUMEN_MQUEUE_MAGIC,
        ALBUMEN_EFIVARFS_MAGIC,
    };
    struct statfs status;
    if (statfs(path, &status) != 0) return 0;
    for (size_t index = 0; index < sizeof types / sizeof *types; index++)
        if ((unsigned long)(unsigned int)status.f_type == types[index]) return 1;
    return 0;
}
