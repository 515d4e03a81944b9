#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <malloc.h>
#include <pwd.h>
#include <signal.h>
#include <signal.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* glibc shows memfd_create(2) only with _GNU_SOURCE, which Swift's importer does not define. */
int memfd_create(const char *name, unsigned int flags);
