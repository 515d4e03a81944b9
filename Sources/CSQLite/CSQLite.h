#pragma once
#include <sqlite3.h>

/* Swift cannot call sqlite3_config, whose arguments vary. */
static inline int sqlite3_config_memstatus(int is_on) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, is_on);
}
