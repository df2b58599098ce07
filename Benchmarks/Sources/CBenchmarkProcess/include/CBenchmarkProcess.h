#pragma once

#include <sys/types.h>

/// Pins a thread, and the threads and programs that it starts later, to one core. The thread 0 is the calling one, and
/// the core -1 means any core. Returns 0, or an errno.
int benchmark_pin(pid_t thread, int core);

/// Starts a program with the given standard input (-1 for /dev/null). Standard output is /dev/null, and so is standard
/// error if `is_quiet`. Closes all other descriptors.
/// `arguments` begins with the program's path and ends with NULL. Returns 0, or an errno.
int benchmark_spawn(char *const arguments[], int input, int is_quiet, pid_t *process);
