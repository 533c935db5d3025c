"""Days and moments as the people of these tests have them."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

HERE = ZoneInfo("Asia/Kolkata")
DAY = 86_400_000


def day(days=0):
    return datetime.now(HERE) + timedelta(days=days)


def milliseconds(moment):
    return int(moment.timestamp() * 1000)
