/* A disk that takes its time: fsync and fdatasync wait FSYNC_DELAY_MS first. Loaded with LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int delayed(const char *name, int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    const char *ms = getenv("FSYNC_DELAY_MS");
    if (ms) usleep((useconds_t)atoi(ms) * 1000);
    return real(fd);
}

int fsync(int fd) { return delayed("fsync", fd); }
int fdatasync(int fd) { return delayed("fdatasync", fd); }
