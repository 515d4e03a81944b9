"""Shows notifications at their times with APScheduler.

Usage: apscheduler_notify.py dbus-fast|desktop-notifier memory|sqlite DATABASE

The moments come in seconds since 1970, one a line, on standard input. Debian has python3-apscheduler,
python3-dbus-fast and python3-sqlalchemy; desktop-notifier is no package of Debian 12.
"""

import asyncio
import datetime
import sys

from apscheduler.schedulers.asyncio import AsyncIOScheduler

INTERFACE = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"

notify = None
waiting = 0
done = None


async def show(number):
    global waiting
    await notify(f"peer {number}")
    waiting -= 1
    if waiting == 0:
        done.set()


async def over_dbus_fast():
    from dbus_fast.aio import MessageBus

    bus = await MessageBus().connect()
    proxy = bus.get_proxy_object(INTERFACE, PATH, await bus.introspect(INTERFACE, PATH))
    server = proxy.get_interface(INTERFACE)
    return lambda title: server.call_notify("peer", 0, "", title, "", [], {}, -1)


async def over_desktop_notifier():
    from desktop_notifier import DesktopNotifier

    notifier = DesktopNotifier(app_name="peer")
    return lambda title: notifier.send(title=title, message="")


async def main(shows, store, database):
    global notify, waiting, done
    moments = [float(line) for line in sys.stdin]
    waiting, done = len(moments), asyncio.Event()
    notify = await (over_dbus_fast() if shows == "dbus-fast" else over_desktop_notifier())
    scheduler = AsyncIOScheduler(timezone=datetime.timezone.utc, job_defaults={"misfire_grace_time": 60})
    if store == "sqlite":
        scheduler.add_jobstore("sqlalchemy", url=f"sqlite:///{database}")
    for number, moment in enumerate(moments):
        date = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
        scheduler.add_job(show, "date", run_date=date, args=[number])
    scheduler.start()
    await done.wait()


asyncio.run(main(*sys.argv[1:]))
