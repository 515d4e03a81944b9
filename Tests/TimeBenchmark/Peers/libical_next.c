/* Times libical's next occurrence. Reads lines "rule, start, after" with tabs between them, times on the wall; writes for
   each the nanoseconds of one question and the answer.
   Build: cc -O2 libical_next.c -o libical_next $(pkg-config --cflags --libs libical) */

#include <libical/ical.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static icaltimetype parse(const char *text)
{
    icaltimetype time = icaltime_null_time();
    sscanf(text, "%d-%d-%dT%d:%d:%d", &time.year, &time.month, &time.day, &time.hour, &time.minute, &time.second);
    return time;
}

/* What libical offers for this: an iterator, moved to the moment if it can be, else walked. */
static icaltimetype next(struct icalrecurrencetype rule, icaltimetype start, icaltimetype after)
{
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
    if (!iterator) return icaltime_null_time();
    if (rule.count == 0) icalrecur_iterator_set_start(iterator, after);
    icaltimetype time;
    do time = icalrecur_iterator_next(iterator);
    while (!icaltime_is_null_time(time) && icaltime_compare(time, after) <= 0);
    icalrecur_iterator_free(iterator);
    return time;
}

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        char *rule_text = strtok(line, "\t\n"), *start = strtok(NULL, "\t\n"), *after = strtok(NULL, "\t\n");
        struct icalrecurrencetype rule = icalrecurrencetype_from_string(rule_text);
        icaltimetype answer;
        long long begin = now();
        int rounds = 0;
        do {
            answer = next(rule, parse(start), parse(after));
            rounds++;
        } while (rounds < 1000 && now() - begin < 200000000);
        printf("%lld\t%04d-%02d-%02dT%02d:%02d:%02d\n", (now() - begin) / rounds, answer.year, answer.month, answer.day,
               answer.hour, answer.minute, answer.second);
    }
    return 0;
}
