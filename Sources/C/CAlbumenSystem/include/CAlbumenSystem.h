#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/// The largest number of descriptors in a message.
enum { ALBUMEN_DESCRIPTOR_LIMIT = 66 };

/// Sends a message with its descriptors over a SOCK_SEQPACKET socket. Without descriptors, it only calls `sendto`.
/// Returns 0 or an errno. If the socket has no space, it waits if `waits` is nonzero, and otherwise returns EAGAIN.
int albumen_send_message(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int waits);

/// Creates an event that one thread raises and another waits for. Returns its descriptor, or -errno.
int albumen_make_event(void);

/// Raises the event permanently.
void albumen_raise_event(int event);

/// Waits until `socket` has a message or is closed by the peer (returns 0), or until `event` is raised (returns 1). Pass -1
/// for no event or no timeout. Returns -errno on failure, and -ETIMEDOUT after the timeout.
int albumen_await_message(int socket, int event, int timeout_in_milliseconds);

/// Receives a message and at most `descriptor_count` descriptors. The kernel closes any others. Waits at most
/// timeout_in_milliseconds, or forever if it's -1. Sets each of `descriptors` that the message doesn't contain to -1.
/// Returns the message's length, or 0 if the peer has closed its end. Returns -errno on failure: -ETIMEDOUT after the
/// timeout, -EMSGSIZE if the message doesn't fit.
ssize_t albumen_receive_message(int socket, void *bytes, size_t capacity, int *descriptors, int descriptor_count,
                                int timeout_in_milliseconds);

/// Starts a program with `socket` as its descriptor 0, no blocked signals and no other descriptors above 2.
/// `arguments`, which start with the program's name, and `environment` are lists that end with a null pointer. Returns 0
/// or an errno. When the host ends, the child's socket is closed.
int albumen_spawn(const char *path, int socket, char *const arguments[], char *const environment[], pid_t *process);

/// Creates a file in memory for the messages of a program. Returns its descriptor, or -errno.
int albumen_make_messages(void);

/// Creates an empty file in memory. Returns its descriptor, or -errno.
int albumen_make_memory_file(void);

/// Starts a program that outlives this one, in a session of its own, without input and output. Its messages go to the
/// descriptor `messages`. Other arguments and the result as for albumen_spawn. The caller waits for its end.
int albumen_start_service(const char *path, int messages, char *const arguments[], char *const environment[],
                          pid_t *process);

/// Opens a descriptor that becomes readable when a process ends. Returns the descriptor, or -errno.
int albumen_open_process(pid_t process);

/// Returns the processor time of all threads of a process in milliseconds, or -errno if it's unknown.
int64_t albumen_processor_time(pid_t process);

/// Returns the number of threads of a process, or -errno if it can't be read.
int albumen_thread_count(pid_t process);

/// Returns the number of processors that the calling thread may use, which can be less than the machine has.
int albumen_usable_processors(void);

/// Returns the status of a descriptor like fstat, with a system call that doesn't take a path.
int albumen_descriptor_status(int descriptor, struct stat *status);

/// Makes all threads use one heap. Creating a heap per thread reads the number of processors from a file.
void albumen_use_one_heap(void);

/// Prevents this process and its children from gaining rights by starting a program. Returns 0 or an errno.
int albumen_renounce_new_privileges(void);

/// Permanently removes all capabilities from the calling thread and the threads that it starts. A process of root
/// also changes to another user. Returns 0, or the errno of the first failed step. It runs the other steps even if
/// one fails.
int albumen_drop_privileges(void);

/// Moves this process, which must have one thread, into its own user namespace. It has no capabilities there, and the
/// kernel counts its threads separately from the user's other processes. Returns 0 or an errno.
int albumen_enter_own_user_namespace(void);

/// Makes the kernel end this process when the thread that started it ends. Call it after the last change of
/// credentials, which would undo it. Returns 0 or an errno, which is ESRCH if the other end of `socket` is already
/// closed.
int albumen_end_with_host(int socket);

/// Returns a fingerprint of the program and its loaded libraries, computed from their paths, sizes and dates.
uint64_t albumen_program_fingerprint(void);

/// Returns the kernel's version of Landlock, or 0 if it has none.
int albumen_landlock_version(void);

/// Forbids the calling thread and the threads that it starts to change files by path, to connect or listen over TCP,
/// and to signal other processes, as far as the kernel's Landlock supports it. With `reading`, also forbids to read
/// files and folders by path. Returns 0 or an errno.
int albumen_landlock(int reading);

/// Returns whether the calling thread has no capabilities and can't gain any.
int albumen_has_no_capabilities(void);

/// Creates anonymous memory of a fixed size behind a descriptor. Only written pages take up memory. Returns the
/// descriptor, or -errno.
int albumen_make_memory(size_t size);

/// Makes the memory's bytes immutable for all processes. Returns 0 or an errno.
int albumen_seal_memory(int descriptor);

/// Returns the size of memory that albumen_seal_memory sealed, or -1 for any other descriptor.
ssize_t albumen_sealed_memory_size(int descriptor);

/// Returns the number of bytes of the memory's written pages, or -errno if it can't be read.
ssize_t albumen_memory_in_use(int descriptor);

/// Renames a file within its folder without replacing another file. Returns 0 or an errno: EEXIST if the new name
/// exists, EINVAL if the file system doesn't support it.
int albumen_rename_exclusively(int folder, const char *name, const char *new_name);

/// Does the same as albumen_rename_exclusively between two folders.
int albumen_rename_between_exclusively(int folder, const char *name, int new_folder, const char *new_name);

/// Copies up to count bytes between the positions of two files in the kernel, and shares the blocks if the file
/// system supports it. Returns the number of bytes, 0 at the end of the file, or -errno.
ssize_t albumen_copy_range(int source, int target, size_t count);

/// Creates a file without a name on the file system of a folder, or in memory if the file system can't do that, and
/// opens it for reading and writing. Returns the descriptor, or -errno.
int albumen_open_unnamed(const char *folder);

/// Makes a file share all blocks of another one, if the file system supports it. Writing to either file later doesn't
/// change the other. Returns 0 or an errno.
int albumen_clone_file(int source, int target);

/// Returns whether the calling thread may write to files whose modes forbid it (CAP_DAC_OVERRIDE), as root may. Returns
/// 1 if that can't be determined.
int albumen_ignores_modes(void);

/// Stores a text with a file as an extended attribute, if the file system has them. Returns 0 or an errno.
int albumen_set_mark(int file, const char *mark);

/// Returns whether albumen_set_mark stored exactly this text with a file.
int albumen_has_mark(int file, const char *mark);

/// Starts to write a file's bytes to its disk, and doesn't wait for them. `fsync` then takes less time. Ignores errors,
/// which `fsync` reports.
void albumen_start_writing(int file);

/// A TCP socket as described by the kernel's socket diagnostics.
struct albumen_tcp_socket {
    uid_t owner;
    /// 0 if no process has the socket open.
    uint32_t inode;
    /// A state of netinet/tcp.h, such as TCP_ESTABLISHED.
    uint8_t state;
};

/// Finds the TCP socket that connects a local address to a remote one. Ignores listening sockets. Addresses have 4 or 16
/// bytes, depending on `family`, in network order. Returns 0 or an errno, which is ENOENT if this network namespace has
/// no such socket.
int albumen_tcp_owner(int family, const void *local_address, uint16_t local_port, const void *remote_address,
                      uint16_t remote_port, struct albumen_tcp_socket *found);

/// Returns whether a path is in a file system of the kernel's state, such as proc or sysfs. Returns 0 if the path can't
/// be read.
int albumen_is_kernel_file_system(const char *path);

/// Opens a file or folder without access to its content, so that closing it releases no lock. Returns the descriptor, or
/// -errno.
int albumen_open_entry(int folder, const char *name, int follows_link);

/// Sets the mode and the group of a file or folder that albumen_open_entry opened. Returns 0 or an errno.
int albumen_set_permissions(int entry, mode_t mode, gid_t group);

/// Returns whether a file is on FAT, exFAT or NTFS, where mount options determine owners and modes.
int albumen_stores_no_modes(const char *path);

/// Returns when a file or folder was created, in nanoseconds since 1970. No program can set this time. Returns 0 if the
/// file system stores none, and -1 if the path can't be read.
int64_t albumen_birth_time(const char *path);

/// Returns 1 if a program has a file open for writing or mapped for it, and 0 if none has. Returns -errno if that can't be
/// determined, for example for another user's file or on a network file system.
///
/// `file` is a descriptor for reading. A program that opens the file for writing at this moment waits for an instant.
int albumen_is_being_written(int file);

/// Returns whether other machines can change a path's file system without this kernel noticing. Returns 0 if the path
/// can't be read.
int albumen_is_network_file_system(const char *path);
