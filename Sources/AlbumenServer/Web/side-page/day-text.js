import { formatShortDay, localised } from "../common/words.js";

const words = localised({
  en: { today: "today", yesterday: "yesterday" },
  "zh-Hans": { today: "今天", yesterday: "昨天" },
});

const millisecondsPerDay = 86_400_000;

/**
 * Returns the day of a date in the reader's time zone: today, yesterday, or "7 May 2024".
 * @param {string | null} date
 * @param {Date} [now]
 */
export function dayText(date, now = new Date()) {
  if (date === null) return formatShortDay(null);
  const day = localDay(new Date(date));
  const age = localDay(now) - day;
  if (age === 0) return words.today;
  return age === 1 ? words.yesterday : formatShortDay(day);
}

/**
 * Returns the days since 1970-01-01 in the reader's time zone.
 * @param {Date} date
 */
function localDay(date) {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / millisecondsPerDay);
}
