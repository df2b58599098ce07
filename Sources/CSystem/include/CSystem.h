#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Starts writing a file's dirty pages to disk without waiting. Best effort: only a later fsync makes them durable.
void albumen_start_writeback(int descriptor);

/// Sends one message of a SOCK_SEQPACKET socket with at most one descriptor (-1: none).
/// Returns 0, or an errno.
int albumen_send_message(int socket, const void *bytes, size_t count, int descriptor);

/// Receives one message. Waits at most timeout_in_milliseconds (-1: for ever).
/// On success answers its length and sets *descriptor (-1: none came). 0 says the peer has gone.
/// A negative answer is -errno; -ETIMEDOUT when nothing came in time, -EMSGSIZE when it did not fit.
ssize_t albumen_receive_message(int socket, void *bytes, size_t capacity, int *descriptor, int timeout_in_milliseconds);

/// Starts a program with `socket` as its descriptor 0, no signal blocked and every other descriptor above 2 closed.
/// Returns 0, or an errno. The child sees the end of the socket when its host is gone.
int albumen_spawn(const char *path, int socket, pid_t *process);
