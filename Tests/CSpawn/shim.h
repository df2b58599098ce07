#pragma once

// Swift doesn't see what <spawn.h> declares only for _GNU_SOURCE. That header isn't included here, because Swift would
// then take its types to be this module's.
int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);
