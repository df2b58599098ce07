#include "CAlbumenSystem.h"

#include <errno.h>
#include <stddef.h>
#include <sys/vfs.h>
#include <linux/magic.h>

// Numbers that <linux/magic.h> of older systems lacks.
#define ALBUMEN_CONFIGFS_MAGIC 0x62656570
#define ALBUMEN_MQUEUE_MAGIC 0x19800202
#define ALBUMEN_EFIVARFS_MAGIC 0xde5e81e4

// File systems that other machines can change. Those of FUSE can be sshfs or a phone.
#define ALBUMEN_CIFS_MAGIC 0xff534d42
#define ALBUMEN_SMB2_MAGIC 0xfe534d42
#define ALBUMEN_FUSE_MAGIC 0x65735546
#define ALBUMEN_CEPH_MAGIC 0x00c36400
#define ALBUMEN_VBOXSF_MAGIC 0x786f4256
#define ALBUMEN_LUSTRE_MAGIC 0x0bd00bd0
#define ALBUMEN_GPFS_MAGIC 0x47504653
#define ALBUMEN_OCFS2_MAGIC 0x7461636f
#define ALBUMEN_GFS2_MAGIC 0x01161970
#define ALBUMEN_9P_MAGIC 0x01021997

static int has_type(const char *path, const unsigned long *types, size_t count) {
    struct statfs status;
    if (statfs(path, &status) != 0) return 0;
    for (size_t index = 0; index < count; index++)
        if ((unsigned long)(unsigned int)status.f_type == types[index]) return 1;
    return 0;
}

int albumen_is_network_file_system(const char *path) {
    static const unsigned long types[] = {
        NFS_SUPER_MAGIC,      SMB_SUPER_MAGIC,      AFS_SUPER_MAGIC,     CODA_SUPER_MAGIC,
        ALBUMEN_CIFS_MAGIC,   ALBUMEN_SMB2_MAGIC,   ALBUMEN_FUSE_MAGIC,  ALBUMEN_CEPH_MAGIC,
        ALBUMEN_VBOXSF_MAGIC, ALBUMEN_LUSTRE_MAGIC, ALBUMEN_GPFS_MAGIC,  ALBUMEN_OCFS2_MAGIC,
        ALBUMEN_GFS2_MAGIC,   ALBUMEN_9P_MAGIC,
    };
    return has_type(path, types, sizeof types / sizeof *types);
}

int albumen_is_kernel_file_system(const char *path) {
    static const unsigned long types[] = {
        PROC_SUPER_MAGIC,    SYSFS_MAGIC,         DEVPTS_SUPER_MAGIC,    DEBUGFS_MAGIC,
        TRACEFS_MAGIC,       SECURITYFS_MAGIC,    CGROUP_SUPER_MAGIC,    CGROUP2_SUPER_MAGIC,
        BPF_FS_MAGIC,        PSTOREFS_MAGIC,      ALBUMEN_CONFIGFS_MAGIC, ALBUMEN_MQUEUE_MAGIC,
        ALBUMEN_EFIVARFS_MAGIC,
    };
    return has_type(path, types, sizeof types / sizeof *types);
}
