#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Pins the calling thread, and the programs it starts later, to one core. -1 means any core.
/// Returns 0, or an errno.
int benchmark_pin(int core);

/// Starts a program with the given standard input (-1 for /dev/null). Standard output is /dev/null, and so is standard
/// error if `is_quiet`. Closes all other descriptors.
/// `arguments` begins with the program's path and ends with NULL. Returns 0, or an errno.
int benchmark_spawn(char *const arguments[], int input, int is_quiet, pid_t *process);

/// Sends one message together with a descriptor. Returns 0, or an errno.
int benchmark_send(int socket, const void *bytes, size_t count, int descriptor);

/// Receives one message. `*descriptor` is the descriptor sent with it, or -1. Returns the message's length, 0 at the
/// end, or -1 on a failure.
ssize_t benchmark_receive(int socket, void *bytes, size_t capacity, int *descriptor);
