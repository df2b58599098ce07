#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Keeps the calling thread, and the programs it starts from now on, on one core. -1: on any.
/// Returns 0, or an errno.
int benchmark_pin(int core);

/// Starts a program with this descriptor 0 (-1: /dev/null), /dev/null as 1, and as 2 if `is_quiet`; all others closed.
/// `arguments` begins with the program's path and ends with NULL. Returns 0, or an errno.
int benchmark_spawn(char *const arguments[], int input, int is_quiet, pid_t *process);

/// Sends one message with a descriptor beside it. Returns 0, or an errno.
int benchmark_send(int socket, const void *bytes, size_t count, int descriptor);

/// Receives one message; *descriptor is the one that came beside it, or -1. Returns its length; 0 at the end, -1 on a failure.
ssize_t benchmark_receive(int socket, void *bytes, size_t capacity, int *descriptor);
