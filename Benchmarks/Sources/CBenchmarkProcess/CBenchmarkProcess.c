#define _GNU_SOURCE
#include "CBenchmarkProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <unistd.h>

extern char **environ;

int benchmark_pin(pid_t thread, int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (core >= 0) {
        CPU_SET(core, &cores);
    } else {
        for (long each = 0, count = sysconf(_SC_NPROCESSORS_CONF); each < count; each++) CPU_SET(each, &cores);
    }
    return sched_setaffinity(thread, sizeof cores, &cores) == 0 ? 0 : errno;
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
