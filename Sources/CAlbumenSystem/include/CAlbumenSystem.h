#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/// Starts writing a file's dirty pages to disk without waiting. Best effort: only a later fsync makes them durable.
void albumen_start_writeback(int descriptor);

/// A message carries at most this many descriptors.
enum { ALBUMEN_DESCRIPTOR_LIMIT = 2 };

/// Sends one message of a SOCK_SEQPACKET socket with its descriptors. Without descriptors, no more than `sendto` is called.
/// Returns 0, or an errno.
int albumen_send_message(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// Makes an event that one thread can raise and another wait for. Answers its descriptor, or -errno.
int albumen_make_event(void);

/// Raises the event, for good.
void albumen_raise_event(int event);

/// Waits until a message or the end of the peer can be received (0) or `event` (-1: none) is raised (1), at most
/// timeout_in_milliseconds (-1: for ever). A negative answer is -errno; -ETIMEDOUT when neither came in time.
int albumen_await_message(int socket, int event, int timeout_in_milliseconds);

/// Receives one message and at most `descriptor_count` descriptors; the kernel closes any others. Waits at most
/// timeout_in_milliseconds (-1: without limit).
/// Returns the message's length, and sets each of `descriptors` that did not come to -1. 0: the peer has gone.
/// A negative result is -errno: -ETIMEDOUT if nothing came in time, -EMSGSIZE if the message did not fit.
ssize_t albumen_receive_message(int socket, void *bytes, size_t capacity, int *descriptors, int descriptor_count,
                                int timeout_in_milliseconds);

/// Starts a program with `socket` as its descriptor 0, no signal blocked, every other descriptor above 2 closed and no
/// environment but `environment`, a list that a null pointer ends.
/// Returns 0, or an errno. The child sees the end of the socket when its host is gone.
int albumen_spawn(const char *path, int socket, char *const environment[], pid_t *process);

/// How long all threads of a process have computed, in milliseconds; -errno where that cannot be known.
int64_t albumen_processor_time(pid_t process);

/// How many threads a process has; -errno if that cannot be read.
int albumen_thread_count(pid_t process);

/// How many processors the calling thread may run on, which can be fewer than the machine has.
int albumen_usable_processors(void);

/// What a descriptor stands for, as fstat tells it, by a system call that takes no path.
int albumen_descriptor_status(int descriptor, struct stat *status);

/// The memory of all threads is from one heap: a heap of its own for each asks how many processors there are, which is
/// in files.
void albumen_use_one_heap(void);

/// Makes this process, and what it will start, unable to gain rights by starting a program. Returns 0, or an errno.
int albumen_renounce_new_privileges(void);

/// Takes every capability from the calling thread and those that it will start, for good, and from a process of root's
/// also that user. Returns 0, or the errno of the first step that failed; the others are done all the same.
int albumen_drop_privileges(void);

/// Moves this process, which must have one thread, into a user namespace of its own, in which it has no capability and
/// the kernel counts its threads apart from those of the user's other processes. Returns 0, or an errno.
int albumen_enter_own_user_namespace(void);

/// Has the kernel end this process when the thread that started it ends. To be called after the last change of
/// credentials, which would undo it. Returns 0, or an errno; ESRCH if `socket`'s other end is closed already.
int albumen_end_with_host(int socket);

/// A number that tells the program and its loaded libraries from those of any other version: of their paths, sizes and
/// dates.
uint64_t albumen_program_fingerprint(void);

/// Which version of Landlock the kernel has; 0 without it.
int albumen_landlock_version(void);

/// Forbids the calling thread, and those that it will start, to change any file by its path, to connect or listen over
/// TCP, and to signal other processes, as far as the kernel's Landlock can. With `reading`, also to read any file or
/// folder by its path. Returns 0, or an errno.
int albumen_landlock(int reading);

/// Whether the calling thread has no capability and cannot have one again.
int albumen_has_no_capabilities(void);

/// Makes memory without a name that a descriptor stands for, of a size that no process can change. It takes up only the
/// pages that are written. Returns the descriptor, or -errno.
int albumen_make_memory(size_t size);

/// Makes the memory's bytes final, for every process. Returns 0, or an errno.
int albumen_seal_memory(int descriptor);

/// The size of memory that albumen_seal_memory made final; -1 for any other descriptor.
ssize_t albumen_sealed_memory_size(int descriptor);

/// How many bytes of the memory have been written, in whole pages; -errno if that cannot be read.
ssize_t albumen_memory_in_use(int descriptor);

/// Gives a file another name in the same folder, unless that name is taken (EEXIST). Returns 0, or an errno; EINVAL
/// where the file system cannot promise it.
int albumen_rename_exclusively(int folder, const char *name, const char *new_name);

/// Copies up to count bytes between the positions of two files inside the kernel, sharing the blocks where the file
/// system can. Answers how many, 0 at the end, or -errno.
ssize_t albumen_copy_range(int source, int target, size_t count);

/// A TCP socket as the kernel's socket diagnostics describe it.
struct albumen_tcp_socket {
    uid_t owner;
    /// 0 if no process has the socket open any more.
    uint32_t inode;
    /// As in netinet/tcp.h, such as TCP_ESTABLISHED.
    uint8_t state;
};

/// Describes the TCP socket at one address that is connected to another. Listening sockets don't count.
/// Addresses are 4 or 16 bytes, in network order, as `family` says. Returns 0, or an errno; ENOENT if this network
/// namespace has no such socket.
int albumen_tcp_owner(int family, const void *local_address, uint16_t local_port, const void *remote_address,
                      uint16_t remote_port, struct albumen_tcp_socket *found);

/// Whether a path lies in a file system in which the kernel shows its own state, such as proc or sysfs. 0 if the path
/// can't be looked at.
int albumen_is_kernel_file_system(const char *path);

/// Opens a file or folder without access to what is in it, so that closing it releases no lock. Answers the descriptor, or -errno.
int albumen_open_entry(int folder, const char *name, int follows_link);

/// Sets the mode and the group of what albumen_open_entry opened. Returns 0, or an errno.
int albumen_set_permissions(int entry, mode_t mode, gid_t group);

/// Whether a file is on FAT, exFAT or NTFS, whose owners and modes are as the mount says.
int albumen_stores_no_modes(const char *path);
