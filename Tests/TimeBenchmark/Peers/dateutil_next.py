"""Times python-dateutil's next occurrence; questions and answers are those of libical_next.c."""

import datetime
import sys
import time

import dateutil.rrule

for line in sys.stdin:
    text, start, after = line.rstrip("\n").split("\t")
    rule = dateutil.rrule.rrulestr(text, dtstart=datetime.datetime.fromisoformat(start))
    moment = datetime.datetime.fromisoformat(after)
    begin, rounds = time.perf_counter_ns(), 0
    while True:
        answer = rule.after(moment)
        rounds += 1
        if rounds == 1000 or time.perf_counter_ns() - begin > 200_000_000:
            break
    print((time.perf_counter_ns() - begin) // rounds, answer.isoformat() if answer else "-", sep="\t")
