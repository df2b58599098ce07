#define _GNU_SOURCE
#include "CAlbumenSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/fs.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int albumen_ignores_modes(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0}};
    if (syscall(SYS_capget, &header, data) < 0) return 1;
    return (data[CAP_TO_INDEX(CAP_DAC_OVERRIDE)].effective & CAP_TO_MASK(CAP_DAC_OVERRIDE)) != 0;
}

int albumen_clone_file(int source, int target) {
    return ioctl(target, FICLONE, source) == 0 ? 0 : errno;
}

int albumen_is_being_written(int file) {
    // If a program opens the file in between, the kernel sends this signal, which is ignored by default. SIGIO would end the
    // process.
    if (fcntl(file, F_SETSIG, SIGURG) < 0) return -errno;
    // The kernel refuses the lease if the file is open for writing.
    if (fcntl(file, F_SETLEASE, F_RDLCK) < 0) return errno == EAGAIN ? 1 : -errno;
    fcntl(file, F_SETLEASE, F_UNLCK);
    return 0;
}
