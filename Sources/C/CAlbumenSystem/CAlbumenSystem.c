#define _GNU_SOURCE
#include "CAlbumenSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <netinet/in.h>
#include <linux/sock_diag.h>
#include <linux/netlink.h>
#include <linux/inet_diag.h>
#include <arpa/inet.h>

int albumen_send_message(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int waits) {
    if (descriptor_count < 0 || descriptor_count > ALBUMEN_DESCRIPTOR_LIMIT) return EINVAL;
    const int flags = waits ? MSG_NOSIGNAL : MSG_NOSIGNAL | MSG_DONTWAIT;
    ssize_t sent;
    if (descriptor_count == 0) {
        // A worker can only send bytes, because its filter forbids the calls that send descriptors.
        do {
            sent = send(socket, bytes, count, flags);
        } while (sent < 0 && errno == EINTR);
        return sent < 0 ? errno : 0;
    }
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    const size_t size = sizeof(int) * (size_t)descriptor_count;
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * ALBUMEN_DESCRIPTOR_LIMIT)];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = CMSG_SPACE(size)};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
    do {
        sent = sendmsg(socket, &message, flags);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? errno : 0;
}

int albumen_make_event(void) {
    int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return event < 0 ? -errno : event;
}

void albumen_raise_event(int event) {
    eventfd_write(event, 1);
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int albumen_await_message(int socket, int event, int timeout_in_milliseconds) {
    struct pollfd wanted[2] = {{.fd = socket, .events = POLLIN}, {.fd = event, .events = POLLIN}};
    int64_t end = milliseconds_now() + timeout_in_milliseconds;
    int64_t left = timeout_in_milliseconds;
    while (1) {
        int ready = poll(wanted, 2, left < 0 ? -1 : (int)left);
        if (ready > 0) return wanted[0].revents ? 0 : 1;
        if (ready == 0) return -ETIMEDOUT;
        if (errno != EINTR) return -errno;
        if (timeout_in_milliseconds >= 0) {
            left = end - milliseconds_now();
            if (left < 0) left = 0;
        }
    }
}

ssize_t albumen_receive_message(int socket, void *bytes, size_t capacity, int *descriptors, int descriptor_count,
                                int timeout_in_milliseconds) {
    if (descriptor_count < 0 || descriptor_count > ALBUMEN_DESCRIPTOR_LIMIT) return -EINVAL;
    for (int index = 0; index < descriptor_count; index++) descriptors[index] = -1;
    if (timeout_in_milliseconds >= 0) {
        int failure = albumen_await_message(socket, -1, timeout_in_milliseconds);
        if (failure < 0) return failure;
    }
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * ALBUMEN_DESCRIPTOR_LIMIT)];
    } control;
    const size_t size = sizeof(int) * (size_t)descriptor_count;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > 0) {
        message.msg_control = control.space;
        // Excludes the padding, which has room for another descriptor. The kernel drops descriptors that don't fit.
        message.msg_controllen = CMSG_LEN(size);
    }
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0) return errno == ECONNRESET ? 0 : -errno;
    if (descriptor_count > 0) {
        for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
            if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
                memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
        }
    }
    if (message.msg_flags & MSG_TRUNC) {
        for (int index = 0; index < descriptor_count; index++) {
            if (descriptors[index] >= 0) close(descriptors[index]);
            descriptors[index] = -1;
        }
        return -EMSGSIZE;
    }
    return received;
}

int albumen_spawn(const char *path, int socket, char *const arguments[], char *const environment[],
                  pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, 0);
    // Keeps the messages of codecs out of the host's output.
    posix_spawn_file_actions_adddup2(&actions, 2, 1);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // A separate process group, so that only the host receives an interrupt from the terminal.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int failure = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

int albumen_make_memory(size_t size) {
    int descriptor = memfd_create("pictures", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    if (ftruncate(descriptor, (off_t)size) < 0 || fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) < 0) {
        int failure = errno;
        close(descriptor);
        return -failure;
    }
    return descriptor;
}

int albumen_seal_memory(int descriptor) {
    if (albumen_sealed_memory_size(descriptor) >= 0) return 0;
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL) < 0 ? errno : 0;
}

enum { sealed = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE };

ssize_t albumen_sealed_memory_size(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    struct stat status;
    if (seals < 0 || (seals & sealed) != sealed || fstat(descriptor, &status) < 0) return -1;
    return status.st_size;
}

ssize_t albumen_memory_in_use(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) < 0 ? -errno : (ssize_t)status.st_blocks * 512;
}

int albumen_rename_exclusively(int folder, const char *name, const char *new_name) {
    return albumen_rename_between_exclusively(folder, name, folder, new_name);
}

int albumen_rename_between_exclusively(int folder, const char *name, int new_folder, const char *new_name) {
    return renameat2(folder, name, new_folder, new_name, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

ssize_t albumen_copy_range(int source, int target, size_t count) {
    ssize_t copied = copy_file_range(source, NULL, target, NULL, count, 0);
    return copied < 0 ? -errno : copied;
}

int albumen_open_unnamed(const char *folder) {
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL || errno == EROFS || errno == EACCES)) {
        file = memfd_create("albumen", MFD_CLOEXEC);
    }
    return file < 0 ? -errno : file;
}

void albumen_start_writing(int file) {
    sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
}

int albumen_tcp_owner(int family, const void *local_address, uint16_t local_port, const void *remote_address,
                      uint16_t remote_port, struct albumen_tcp_socket *found) {
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 query;
    } request = {
        .head = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .query = {.sdiag_family = family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0u},
    };
    size_t length = family == AF_INET6 ? 16 : 4;
    memcpy(request.query.id.idiag_src, local_address, length);
    memcpy(request.query.id.idiag_dst, remote_address, length);
    request.query.id.idiag_sport = htons(local_port);
    request.query.id.idiag_dport = htons(remote_port);
    request.query.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
    request.query.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;

    int kernel = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (kernel < 0) return errno;
    // The kernel answers a request about one socket at once, so this call doesn't wait for other processes.
    union {
        struct nlmsghdr head;
        char bytes[4096];
    } answer;
    ssize_t count = send(kernel, &request, sizeof request, 0);
    if (count >= 0) count = recv(kernel, &answer, sizeof answer, 0);
    int failure = count < 0 ? errno : 0;
    close(kernel);
    if (failure) return failure;
    if (!NLMSG_OK(&answer.head, (size_t)count)) return EPROTO;
    if (answer.head.nlmsg_type == NLMSG_ERROR) {
        int error = -((struct nlmsgerr *)NLMSG_DATA(&answer.head))->error;
        return error ? error : EPROTO;
    }
    if (answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY) return EPROTO;
    if (answer.head.nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) return EPROTO;
    const struct inet_diag_msg *message = NLMSG_DATA(&answer.head);
    // If no socket has this connection, the kernel describes a socket that listens at the local port instead.
    if (message->id.idiag_sport != htons(local_port) || message->id.idiag_dport != htons(remote_port)) return ENOENT;
    found->owner = message->idiag_uid;
    found->inode = message->idiag_inode;
    found->state = message->idiag_state;
    return 0;
}
