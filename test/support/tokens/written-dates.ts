// Writes and reads dates by templates, with the names of Intl.DateTimeFormat: an independent check of
// src/tokens/forms/date/date.ts.

/** A moment in UTC; only Date decides about its weekday and whether it exists. */
export type Clock = Date;

interface Names {
  readonly MONTH: readonly string[];
  readonly MON: readonly string[];
  readonly WEEKDAY: readonly string[];
  readonly WDAY: readonly string[];
}

const LOCALES = ["en", "en-GB", "de", "fr", "es", "it", "pt", "nl", "sv", "pl"] as const;

function namesOf(locale: string): Names {
  const name = (type: "month" | "weekday", style: "long" | "short", date: Date): string => {
    // With a day beside it, because Polish then uses the genitive.
    const options = type === "month" ? { month: style, day: "numeric", year: "numeric" } : null;
    const format = new Intl.DateTimeFormat(locale, {
      ...((options ?? { weekday: style }) as Intl.DateTimeFormatOptions),
      timeZone: "UTC",
    });
    return format.formatToParts(date).find((part) => part.type === type)?.value ?? "";
  };
  const months = (style: "long" | "short"): string[] =>
    Array.from({ length: 12 }, (_, i) => name("month", style, new Date(Date.UTC(2023, i, 9))));
  const days = (style: "long" | "short"): string[] =>
    Array.from({ length: 7 }, (_, i) => name("weekday", style, new Date(Date.UTC(2023, 0, 1 + i))));
  return {
    MONTH: months("long"),
    MON: months("short"),
    WEEKDAY: days("long"),
    WDAY: days("short"),
  };
}

const NAMES = new Map(LOCALES.map((locale) => [locale as string, namesOf(locale)]));
/** English with a dot after abbreviations, as it is also written ("Mar. 3, 2023", "3 Sept. 2023"). */
const dotted = ["en", "en-GB"].map((locale) => {
  const names = NAMES.get(locale)!;
  const MON = names.MON.map((name, i) => (name === names.MONTH[i] ? name : `${name}.`));
  NAMES.set(`${locale} with dots`, { ...names, MON });
  return `${locale} with dots`;
});
/** German with three-letter abbreviations as used alone ("1 OKT 2013"). */
const alone = new Intl.DateTimeFormat("de", { month: "short", timeZone: "UTC" });
NAMES.set("de alone", {
  ...NAMES.get("de")!,
  MON: Array.from({ length: 12 }, (_, i) => alone.format(new Date(Date.UTC(2023, i, 9)))),
});
export const LANGUAGES: readonly string[] = [...LOCALES, ...dotted, "de alone"];

/** A way to write dates: a template in which `{...}` are parts, and the language of its names. */
export interface Written {
  readonly template: string;
  readonly locale: string;
}

const two = (number: number): string => String(number).padStart(2, "0");

/** Write a date. */
export function write({ template, locale }: Written, date: Clock): string {
  const names = NAMES.get(locale)!;
  const parts: Record<string, string> = {
    YYYY: String(date.getUTCFullYear()),
    YY: two(date.getUTCFullYear() % 100),
    M: String(date.getUTCMonth() + 1),
    MM: two(date.getUTCMonth() + 1),
    D: String(date.getUTCDate()),
    DD: two(date.getUTCDate()),
    ORD: String(date.getUTCDate()) + ending(date.getUTCDate()),
    MONTH: names.MONTH[date.getUTCMonth()]!,
    MON: names.MON[date.getUTCMonth()]!,
    WEEKDAY: names.WEEKDAY[date.getUTCDay()]!,
    WDAY: names.WDAY[date.getUTCDay()]!,
    HH: two(date.getUTCHours()),
    h: String(date.getUTCHours() % 12 || 12),
    mm: two(date.getUTCMinutes()),
    ss: two(date.getUTCSeconds()),
    SSS: String(date.getUTCMilliseconds()).padStart(3, "0"),
    AM: date.getUTCHours() < 12 ? "AM" : "PM",
  };
  return template.replace(/\{(\w+)\}/g, (_, part: string) => parts[part]!);
}

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

function ending(day: number): string {
  const rule = ordinals.select(day);
  return { one: "st", two: "nd", few: "rd" }[rule as string] ?? "th";
}

const PATTERNS: Record<string, string> = {
  YYYY: "(?<YYYY>\\d{4})",
  YY: "(?<YY>\\d{2})",
  M: "(?<M>\\d{1,2})",
  MM: "(?<M>\\d{2})",
  D: "(?<D>\\d{1,2})",
  DD: "(?<D>\\d{2})",
  ORD: "(?<D>\\d{1,2})(?:st|nd|rd|th)",
  HH: "(?<h>\\d{2})",
  h: "(?<h>\\d{1,2})",
  mm: "(?<mm>\\d{2})",
  ss: "(?<ss>\\d{2})",
  SSS: "(?<SSS>\\d{3})",
  AM: "(?<AM>AM|PM)",
};
const readers = new Map<string, RegExp>();

function readerOf({ template, locale }: Written): RegExp {
  const key = `${locale} ${template}`;
  let reader = readers.get(key);
  if (reader === undefined) {
    const names = NAMES.get(locale)!;
    const source = template
      .replace(/[.+?^$()|[\]\\]/g, "\\$&")
      .replace(/\{(\w+)\}/g, (_, part: string) => {
        const known = PATTERNS[part];
        if (known !== undefined) return known;
        const all = names[part as keyof Names].map((name) => name.replaceAll(".", "\\."));
        return `(?<${part}>${all.join("|")})`;
      });
    reader = new RegExp(`^${source}$`, "i");
    readers.set(key, reader);
  }
  return reader;
}

/** Read a text; null unless it has exactly this form and its day and time exist. */
export function read(written: Written, text: string): Clock | null {
  const parts = readerOf(written).exec(text)?.groups;
  if (parts === undefined) return null;
  const names = NAMES.get(written.locale)!;
  const short = Number(parts["YY"]);
  const year = parts["YYYY"] === undefined ? (short < 69 ? 2000 : 1900) + short : parts["YYYY"];
  const same = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase();
  const month =
    parts["MONTH"] !== undefined
      ? names.MONTH.findIndex((name) => same(name, parts["MONTH"]))
      : parts["MON"] !== undefined
        ? names.MON.findIndex((name) => same(name, parts["MON"]))
        : Number(parts["M"]) - 1;
  const hour = Number(parts["h"] ?? 0);
  const date = new Date(
    Date.UTC(
      Number(year),
      month,
      Number(parts["D"]),
      parts["AM"] === undefined ? hour : (hour % 12) + (same("PM", parts["AM"]) ? 12 : 0),
      Number(parts["mm"] ?? 0),
      Number(parts["ss"] ?? 0),
      Number(parts["SSS"] ?? 0),
    ),
  );
  return same(write(written, date), text) ? date : null;
}

/** Whether Date gives a text YYYY-MM-DD back. */
export function isIsoDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
