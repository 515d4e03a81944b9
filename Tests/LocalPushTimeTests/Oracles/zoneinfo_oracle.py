"""Answers questions about time zones with Python's zoneinfo.

Reads lines "zone, second, second, …" with tabs between them. Writes for each one line: for each second the offset at that
instant, and the instant that the wall time with that second number (UTC digits read as local ones) resolves to, fold 0.
"""

import datetime
import sys
import zoneinfo

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def main():
    for line in sys.stdin:
        name, *seconds = line.rstrip("\n").split("\t")
        zone = zoneinfo.ZoneInfo(name)
        answers = []
        for second in map(int, seconds):
            moment = EPOCH + datetime.timedelta(seconds=second)
            offset = int(moment.astimezone(zone).utcoffset().total_seconds())
            local = moment.replace(tzinfo=zone)
            resolved = second - int(local.utcoffset().total_seconds())
            answers.append(f"{offset} {resolved}")
        print("\t".join(answers))


main()
