"""Answers questions about recurrence rules with python-dateutil.

Reads lines "rule, start, horizon, probe, limit" with tabs between them; writes for each one line "occurrences, after,
before": the first occurrences up to the horizon with spaces between them, the first after and the last before the probe.
A dash stands for none, "timeout" for a question that took longer than half a second, "refused" for a rule that it does
not take.
"""

import datetime
import signal
import sys
import types

import dateutil.rrule

# dateutil searches until the year 9999 for a rule that never matches; this makes it stop at the horizon.
calendar = types.SimpleNamespace(**vars(datetime))
dateutil.rrule.datetime = calendar


class Timeout(Exception):
    pass


def give_up(signum, frame):
    raise Timeout


def text(moment):
    return moment.isoformat() if moment else "-"


def answer(rule, start, horizon, probe, limit):
    calendar.MAXYEAR = min(9998, horizon.year + 1)
    rrule = dateutil.rrule.rrulestr(rule, dtstart=start)
    first, after, before = [], None, None
    for occurrence in rrule:
        if occurrence > horizon:
            break
        if len(first) < limit:
            first.append(occurrence)
        if occurrence < probe:
            before = occurrence
        if occurrence > probe and after is None:
            after = occurrence
        if after and len(first) == limit:
            break
    return " ".join(map(text, first)) or "-", text(after), text(before)


def main():
    signal.signal(signal.SIGALRM, give_up)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
    moment = datetime.datetime.fromisoformat
    for line in sys.stdin:
        rule, start, horizon, probe, limit = line.rstrip("\n").split("\t")
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        try:
            print(*answer(rule, moment(start), moment(horizon), moment(probe), int(limit)), sep="\t")
        except Timeout:
            print("timeout")
        except (ValueError, IndexError):
            print("refused")
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


main()
