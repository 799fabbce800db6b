"""When something is to run, as people say it."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pipelines.contracts.request import Later
from pipelines.messages import Language, say


def spoken(later: Later, language: Language, now: float) -> str:
    """The time as people say it: `11月30日 09:00（Asia/Shanghai）`; another year than that of `now`
    is named."""
    zone = ZoneInfo(later.zone)
    at = datetime.fromtimestamp(later.at, zone)
    here = at.year == datetime.fromtimestamp(now, zone).year
    told = {
        "month": f"{at:%B}" if language == "en" else at.month,
        "day": at.day,
        "clock": f"{at:%H:%M}",
        "zone": later.zone,
    }
    if here:
        return say(language, "schedule.this_year", **told)
    return say(language, "schedule.another_year", year=at.year, **told)
