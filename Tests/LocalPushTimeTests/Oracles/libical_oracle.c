/* Answers questions about recurrence rules with libical; questions and answers are those of dateutil_oracle.py.
   Build: cc libical_oracle.c -o libical_oracle $(pkg-config --cflags --libs libical) */

#include <libical/ical.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

/* A rule that never matches can keep libical busy for ever; it gets this long, and leaks what it held. */
#define MOST_MICROSECONDS 50000

static sigjmp_buf too_slow;

static void give_up(int signal)
{
    (void)signal;
    siglongjmp(too_slow, 1);
}

static void set_timer(int microseconds)
{
    struct itimerval timer = {.it_value = {.tv_usec = microseconds}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static icaltimetype parse(const char *text)
{
    icaltimetype time = icaltime_null_time();
    sscanf(text, "%d-%d-%dT%d:%d:%d", &time.year, &time.month, &time.day, &time.hour, &time.minute, &time.second);
    return time;
}

static const char *text(icaltimetype time)
{
    static char buffer[64];
    if (icaltime_is_null_time(time)) return "-";
    snprintf(buffer, sizeof buffer, "%04d-%02d-%02dT%02d:%02d:%02d", time.year, time.month, time.day, time.hour,
             time.minute, time.second);
    return buffer;
}

static void answer(const char *rule_text, const char *start, const char *horizon_text, const char *probe_text, int limit,
                   char *line, size_t size)
{
    struct icalrecurrencetype rule = icalrecurrencetype_from_string(rule_text);
    icaltimetype horizon = parse(horizon_text), probe = parse(probe_text);
    icaltimetype after = icaltime_null_time(), before = icaltime_null_time();
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, parse(start));
    if (!iterator) {
        snprintf(line, size, "refused");
        return;
    }
    int count = 0;
    size_t used = 0;
    for (;;) {
        icaltimetype time = icalrecur_iterator_next(iterator);
        if (icaltime_is_null_time(time) || icaltime_compare(time, horizon) > 0) break;
        if (count < limit) used += snprintf(line + used, size - used, "%s%s", count ? " " : "", text(time));
        count++;
        if (icaltime_compare(time, probe) < 0) before = time;
        if (icaltime_compare(time, probe) > 0 && icaltime_is_null_time(after)) after = time;
        if (!icaltime_is_null_time(after) && count >= limit) break;
    }
    used += snprintf(line + used, size - used, "%s\t%s", count ? "" : "-", text(after));
    snprintf(line + used, size - used, "\t%s", text(before));
    icalrecur_iterator_free(iterator);
}

int main(void)
{
    char line[8192];
    icalerror_set_errors_are_fatal(0);
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm, NULL);
    signal(SIGALRM, give_up);
    while (fgets(line, sizeof line, stdin)) {
        char *rule = strtok(line, "\t\n"), *start = strtok(NULL, "\t\n"), *horizon = strtok(NULL, "\t\n");
        char *probe = strtok(NULL, "\t\n"), *limit = strtok(NULL, "\t\n");
        if (!limit) return 1;
        char reply[8192];
        if (sigsetjmp(too_slow, 1) == 0) {
            set_timer(MOST_MICROSECONDS);
            answer(rule, start, horizon, probe, atoi(limit), reply, sizeof reply);
        } else {
            snprintf(reply, sizeof reply, "timeout");
        }
        set_timer(0);
        puts(reply);
    }
    return 0;
}
