#include "CAlbumenSystem.h"

#include <errno.h>
#include <string.h>
#include <sys/xattr.h>

static const char name[] = "user.albumen.export";

int albumen_set_mark(int file, const char *mark) {
    return fsetxattr(file, name, mark, strlen(mark), 0) == 0 ? 0 : errno;
}

int albumen_has_mark(int file, const char *mark) {
    char found[512];
    const ssize_t count = fgetxattr(file, name, found, sizeof found);
    return count >= 0 && (size_t)count == strlen(mark) && memcmp(found, mark, (size_t)count) == 0;
}
