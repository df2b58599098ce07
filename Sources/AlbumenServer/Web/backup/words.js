import { localised } from "../common/words.js";

/**
 * @param {number} seconds
 * @param {Record<"minutes" | "hours" | "days", (count: number) => string>} units
 */
function duration(seconds, units) {
  if (seconds < 7200) return units.minutes(Math.max(1, Math.floor(seconds / 60)));
  if (seconds < 172_800) return units.hours(Math.floor(seconds / 3600));
  return units.days(Math.floor(seconds / 86_400));
}

/** @type {(count: number, noun: string) => string} */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const english = {
  saved: "Backed up",
  sending: "Sending changes",
  never: "Not backed up yet",
  late: (/** @type {number} */ seconds) => {
    const time = duration(seconds, {
      minutes: (count) => counted(count, "minute"),
      hours: (count) => counted(count, "hour"),
      days: (count) => counted(count, "day"),
    });
    return `Not backed up for ${time}`;
  },
};

/** @type {Partial<typeof english>} */
const chinese = {
  saved: "已备份",
  sending: "正在发送更改",
  never: "尚未备份",
  late: (seconds) => {
    const time = duration(seconds, {
      minutes: (count) => `${count} 分钟`,
      hours: (count) => `${count} 小时`,
      days: (count) => `${count} 天`,
    });
    return `已有${time}未备份`;
  },
};

/** The texts of the backup's state. */
export const words = localised({ en: english, "zh-Hans": chinese });
