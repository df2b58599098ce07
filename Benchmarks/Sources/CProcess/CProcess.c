#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

extern char **environ;

int benchmark_pin(int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (core >= 0) {
        CPU_SET(core, &cores);
    } else {
        for (long each = 0, count = sysconf(_SC_NPROCESSORS_CONF); each < count; each++) CPU_SET(each, &cores);
    }
    return sched_setaffinity(0, sizeof cores, &cores) == 0 ? 0 : errno;
}

int benchmark_spawn(char *const arguments[], int input, int is_quiet, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    int failure = input >= 0 ? posix_spawn_file_actions_adddup2(&actions, input, 0)
                             : posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!failure) failure = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (!failure && is_quiet) failure = posix_spawn_file_actions_adddup2(&actions, 1, 2);
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (!failure) failure = posix_spawn(process, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

int benchmark_send(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? errno : 0;
}

ssize_t benchmark_receive(int socket, void *bytes, size_t capacity, int *descriptor) {
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    *descriptor = -1;
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    struct cmsghdr *header = received < 0 ? NULL : CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    }
    return received;
}
