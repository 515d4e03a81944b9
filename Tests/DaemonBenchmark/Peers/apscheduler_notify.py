"""Shows notifications at their times with APScheduler and dbus-fast, as desktop-notifier does.

Argument: moments in seconds since 1970, one a line on standard input. Debian: python3-apscheduler, python3-dbus-fast.
"""

import asyncio
import datetime
import sys

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from dbus_fast.aio import MessageBus

INTERFACE = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


async def main():
    moments = [float(line) for line in sys.stdin]
    bus = await MessageBus().connect()
    proxy = bus.get_proxy_object(INTERFACE, PATH, await bus.introspect(INTERFACE, PATH))
    server = proxy.get_interface(INTERFACE)
    shown = 0
    done = asyncio.Event()

    async def show(number):
        nonlocal shown
        await server.call_notify("peer", 0, "", f"peer {number}", "", [], {}, -1)
        shown += 1
        if shown == len(moments):
            done.set()

    scheduler = AsyncIOScheduler(timezone=datetime.timezone.utc, job_defaults={"misfire_grace_time": 60})
    for number, moment in enumerate(moments):
        date = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
        scheduler.add_job(show, "date", run_date=date, args=[number])
    scheduler.start()
    await done.wait()


asyncio.run(main())
