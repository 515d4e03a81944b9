/* Answers questions about recurrence rules with libical; questions and answers are those of dateutil_oracle.py.
   Build: cc libical_oracle.c -o libical_oracle $(pkg-config --cflags --libs libical) */

#include <libical/ical.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* A rule that never matches can keep libical busy for ever; it gets this much processor time. */
#define MOST_MICROSECONDS 50000

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

static void answer(const char *rule_text, const char *start, const char *horizon_text, const char *probe_text, int limit)
{
    struct icalrecurrencetype rule = icalrecurrencetype_from_string(rule_text);
    icaltimetype horizon = parse(horizon_text), probe = parse(probe_text);
    icaltimetype after = icaltime_null_time(), before = icaltime_null_time();
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, parse(start));
    if (!iterator) {
        puts("refused");
        return;
    }
    int count = 0;
    for (;;) {
        icaltimetype time = icalrecur_iterator_next(iterator);
        if (icaltime_is_null_time(time) || icaltime_compare(time, horizon) > 0) break;
        if (count < limit) printf("%s%s", count ? " " : "", text(time));
        count++;
        if (icaltime_compare(time, probe) < 0) before = time;
        if (icaltime_compare(time, probe) > 0 && icaltime_is_null_time(after)) after = time;
        if (!icaltime_is_null_time(after) && count >= limit) break;
    }
    printf("%s\t%s", count ? "" : "-", text(after));
    printf("\t%s\n", text(before));
    icalrecur_iterator_free(iterator);
}

/* Answers in a child of its own, since some rules crash libical and some never come to an end. */
static void answer_in_child(const char *rule, const char *start, const char *horizon, const char *probe, int limit)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct itimerval timer = {.it_value = {.tv_usec = MOST_MICROSECONDS}};
        setitimer(ITIMER_VIRTUAL, &timer, NULL);
        answer(rule, start, horizon, probe, limit);
        setitimer(ITIMER_VIRTUAL, &(struct itimerval){0}, NULL);
        fflush(stdout);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) puts(WTERMSIG(status) == SIGVTALRM ? "timeout" : "crashed");
}

int main(void)
{
    char line[8192];
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGVTALRM);
    sigprocmask(SIG_UNBLOCK, &alarm, NULL);
    signal(SIGVTALRM, SIG_DFL);
    icalerror_set_errors_are_fatal(0);
    while (fgets(line, sizeof line, stdin)) {
        char *rule = strtok(line, "\t\n"), *start = strtok(NULL, "\t\n"), *horizon = strtok(NULL, "\t\n");
        char *probe = strtok(NULL, "\t\n"), *limit = strtok(NULL, "\t\n");
        if (!limit) return 1;
        answer_in_child(rule, start, horizon, probe, atoi(limit));
    }
    return 0;
}
