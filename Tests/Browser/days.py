"""Days and moments as the people of these tests have them."""

import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

HERE = ZoneInfo("Asia/Kolkata")
DAY = 86_400_000
# How long before midnight a test does not begin.
MIDNIGHT = timedelta(minutes=4)


def wait_for_midnight():
    """Shortly before midnight, waits for it: what follows lives through one day."""
    now = datetime.now(HERE)
    left = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0) - now
    if left < MIDNIGHT:
        time.sleep(left.total_seconds() + 1)


def day(days=0):
    """This moment, so many days from today."""
    return datetime.now(HERE) + timedelta(days=days)


def milliseconds(moment):
    return int(moment.timestamp() * 1000)
