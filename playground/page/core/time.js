// Clock times as people read them, in their own zone and language.

const DISCORD_EPOCH = 1420070400000n;
const AT = { en: " at ", de: " um ", es: " a las " }; // between a day and a time
let language; // the browser's until the person's is known
const UNITS = [
  ["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60],
];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** From now on all times are in this language of Discord. */
export function speakTimesIn(locale) {
  language = locale;
}

function relatively(count, unit) {
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(count, unit);
}

/** When a snowflake was made, as a Date. */
export function snowflakeTime(id) {
  return new Date(Number((BigInt(id) >> 22n) + DISCORD_EPOCH));
}

/** Snowflakes in the order of their time, for sort(). */
export function olderFirst(one, other) {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

export function messageTime(message) {
  return message.timestamp ? new Date(message.timestamp) : snowflakeTime(message.id);
}

export function clock(date) {
  return date.toLocaleTimeString(language, { timeStyle: "short" });
}

export function day(date) {
  return date.toLocaleDateString(language, { dateStyle: "long" });
}

export function exact(date) {
  return date.toLocaleString(language, { dateStyle: "full", timeStyle: "short" });
}

export function sameDay(one, other) {
  return one.toDateString() === other.toDateString();
}

/** "Today at 14:03", "Yesterday at 9:00", "03/08/2026 14:03". */
export function friendly(date, now = new Date()) {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const at = AT[(language ?? "en").split("-")[0]] ?? " ";
  const near = sameDay(date, now) ? 0 : sameDay(date, yesterday) ? -1 : null;
  if (near === null) return `${date.toLocaleDateString(language)} ${clock(date)}`;
  const word = relatively(near, "day");
  return `${word[0].toLocaleUpperCase(language)}${word.slice(1)}${at}${clock(date)}`;
}

/** "in 3 minutes", "2 days ago". */
export function relative(date, now = new Date()) {
  const seconds = (date - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relatively(Math.round(seconds / length), unit);
  }
  return relatively(Math.round(seconds), "second");
}

/** Discord's timestamp styles; an unknown letter reads as "f". */
export function stamp(date, style) {
  if (style === "R") return relative(date);
  return date.toLocaleString(language, STYLES[style] ?? STYLES.f);
}
