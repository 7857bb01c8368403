import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../../src/platform/random.ts";
import { tokenCipher } from "../../../../src/tokens/cipher/cipher.ts";
import { dateForm } from "../../../../src/tokens/forms/date/date.ts";
import type { Stage } from "../../../../src/tokens/stages.ts";
import { cases, fc } from "../../../support/properties.ts";
import { LANGUAGES, read, type Written, write } from "../../../support/tokens/written-dates.ts";

const cipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => i));
const spell = (stage: Stage, place: number): string =>
  stage.spell(cipher, place % Math.min(stage.usable, 2 ** 44), systemRandom);

/** Templates of numbers; those without leading zeros only show it when day and month are below ten. */
const NUMERIC = [
  "{YYYY}-{MM}-{DD}",
  "{YYYY}{MM}{DD}",
  "{YYYY}/{MM}/{DD}",
  "{YYYY}.{MM}.{DD}",
  "{DD}.{MM}.{YYYY}",
  "{DD}-{MM}-{YYYY}",
  "{DD} {MM} {YYYY}",
  "{MM}/{DD}/{YYYY}",
  "{DD}.{MM}.{YY}",
  "{MM}/{DD}/{YY}",
  "{DD} / {MM} / {YYYY}",
  "{YYYY}-{MM}-{DD} {HH}:{mm}",
  "{YYYY}-{MM}-{DD}T{HH}:{mm}:{ss}Z",
  "{YYYY}-{MM}-{DD}T{HH}:{mm}:{ss}.{SSS}Z",
  "{YYYY}{MM}{DD}T{HH}{mm}{ss}Z",
  "{YYYY}{MM}{DD}{HH}{mm}{ss}",
  "{MM}/{DD}/{YYYY}, {h}:{mm} {AM}",
  "{HH}:{mm}:{ss} {DD}.{MM}.{YYYY}",
];
const BELOW_TEN = [
  "{D}.{M}.{YYYY}",
  "{M}/{D}/{YYYY}",
  "{M}/{D}/{YY}",
  "{D}. {M}. {YYYY}",
  "{D}-{M}-{YYYY}",
  "{YYYY}/{M}/{D}",
  "{YYYY}. {M}. {D}.",
];
const CJK = ["{YYYY}年{M}月{D}日", "{YYYY}년 {M}월 {D}일", "{YYYY}年{M}月{D}日 {HH}:{mm}"];
/** By language: as people and Intl.DateTimeFormat write them. */
const NAMED: Record<string, readonly string[]> = {
  en: [
    "{MONTH} {D}, {YYYY}",
    "{MON} {D}, {YYYY}",
    "{D} {MONTH} {YYYY}",
    "{MON}-{DD}-{YY}",
    "{DD}-{MON}-{YYYY}",
    "{DD}{MON}{YYYY}",
    "{YYYY}-{MON}-{DD}",
    "the {ORD} of {MONTH} {YYYY}",
    "{MONTH} {ORD}, {YYYY}",
    "{WEEKDAY}, {MONTH} {D}, {YYYY} at {h}:{mm} {AM}",
    "{WDAY} {MON} {D} {HH}:{mm}:{ss} {YYYY}",
    "{WDAY}, {D} {MON} {YYYY} {HH}:{mm}:{ss} GMT",
    "{DD}/{MON}/{YYYY}:{HH}:{mm}:{ss}",
  ],
  de: [
    "{D}. {MONTH} {YYYY}",
    "{D}. {MON} {YYYY}",
    "{WEEKDAY}, {D}. {MONTH} {YYYY} um {HH}:{mm} Uhr",
  ],
  fr: ["{D} {MONTH} {YYYY}", "{D} {MON} {YYYY}", "{WEEKDAY} {D} {MONTH} {YYYY} à {HH}:{mm}"],
  es: ["{D} de {MONTH} de {YYYY}", "{D} {MON} {YYYY}", "{WEEKDAY}, {D} de {MONTH} de {YYYY}"],
  it: ["{D} {MONTH} {YYYY}", "{D} {MON} {YYYY}", "{WEEKDAY} {D} {MONTH} {YYYY} alle ore {HH}:{mm}"],
  pt: ["{D} de {MONTH} de {YYYY}", "{D} de {MON} de {YYYY}", "{WEEKDAY}, {D} de {MONTH} de {YYYY}"],
  nl: ["{D} {MONTH} {YYYY}", "{D} {MON} {YYYY}", "{WEEKDAY} {D} {MONTH} {YYYY} om {HH}:{mm}"],
  sv: ["{D} {MONTH} {YYYY}", "{D} {MON} {YYYY}", "{WEEKDAY} {D} {MONTH} {YYYY} kl. {HH}:{mm}"],
  pl: ["{D} {MONTH} {YYYY}", "{D} {MON} {YYYY}", "{WEEKDAY}, {D} {MONTH} {YYYY} r., {HH}:{mm}"],
};

const numeric: Written[] = [...NUMERIC, ...CJK].map((template) => ({ template, locale: "en" }));
const belowTen: Written[] = BELOW_TEN.map((template) => ({ template, locale: "en" }));
const named: Written[] = Object.entries(NAMED).flatMap(([locale, templates]) =>
  templates.map((template) => ({ template, locale })),
);

/** A moment of the years 1970 to 2068, whose two digits say which year. */
const anyMoment = fc
  .integer({ min: 0, max: Date.UTC(2069, 0, 1) - 1 })
  .map((milliseconds) => new Date(milliseconds));
const place = fc.nat({ max: 2 ** 31 - 1 });

/**
 * Every way to write dates that this text could have been written in: a language or the length of the
 * month's name is not always to be told from one date.
 */
function readings(written: Written, text: string): Written[] {
  const templates = [
    written.template,
    written.template.replace("{MON}", "{MONTH}"),
    written.template.replace("{MONTH}", "{MON}"),
  ];
  return LANGUAGES.flatMap((locale) => templates.map((template) => ({ template, locale }))).filter(
    (candidate) => read(candidate, text) !== null,
  );
}

function checkNatural(written: Written, value: string, at: number): void {
  const stages = dateForm.stages(value);
  if (stages === null) throw new Error(`no date: ${value}`);
  for (const stage of stages) {
    const token = spell(stage, at);
    if (!dateForm.mayBe(token)) throw new Error(`${value}: mayBe is false for ${token}`);
  }
  const token = spell(stages[0]!, at);
  if (readings(written, value).every((reading) => read(reading, token) === null)) {
    throw new Error(`${value} gives ${token}`);
  }
}

describe("dates are given in the style of the value", () => {
  it("in numbers (10,000 cases)", () => {
    fc.assert(
      fc.property(fc.constantFrom(...numeric), anyMoment, place, (written, moment, at) => {
        const value = write(written, moment);
        const [natural] = dateForm.stages(value) ?? [];
        const token = spell(natural!, at);
        if (read(written, token) === null) throw new Error(`${value} gives ${token}`);
        if (written.template.startsWith("{YYYY}") || moment.getUTCDate() > 12) return;
        // Day and month could change places: the token is a date in both orders.
        const template = written.template.replace("{DD}", "?").replace("{MM}", "{DD}");
        const other = { ...written, template: template.replace("?", "{MM}") };
        if (read(other, token) === null) throw new Error(`${value} gives ${token}`);
      }),
      { numRuns: cases(10_000) },
    );
  });

  it("in numbers without leading zeros (3,000 cases)", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...belowTen),
        fc.integer({ min: 1970, max: 2068 }),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 9 }),
        place,
        (written, year, month, day, at) => {
          const value = write(written, new Date(Date.UTC(year, month, day)));
          const token = spell(dateForm.stages(value)![0]!, at);
          if (read(written, token) === null) throw new Error(`${value} gives ${token}`);
        },
      ),
      { numRuns: cases(3_000) },
    );
  });

  it("with the names of nine languages, in any letter case (7,000 cases)", () => {
    const dress = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...named),
        anyMoment,
        place,
        dress,
        (written, moment, at, dressed) => {
          // "GMT" is read in its own case only.
          const value = /GMT/.test(written.template)
            ? write(written, moment)
            : dressed(write(written, moment));
          checkNatural(written, value, at);
          const token = spell(dateForm.stages(value)![0]!, at);
          if (value === value.toUpperCase()) expect(token).toBe(token.toUpperCase());
          if (value === value.toLowerCase()) expect(token).toBe(token.toLowerCase());
        },
      ),
      { numRuns: cases(7_000) },
    );
  });

  it.each(named)("$locale $template: all months and weekdays", (written) => {
    for (let day = 1; day <= 366; day += 3) {
      checkNatural(written, write(written, new Date(Date.UTC(2024, 0, day, 15, 4, 5))), day * 97);
    }
  });

  it.each([
    ["2023-03-10T14:22:05+05:30", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-](0\d|1[0-2]):00$/],
    [
      "2023-03-10T14:22:05.123456-0800",
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}[+-](0\d|1[0-2])00$/,
    ],
    [
      "10/Mar/2023:14:22:05 +0000",
      /^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-](0\d|1[0-2])00$/,
    ],
    [
      "1er mars 2023",
      /^(1er|[2-9]|[12]\d|3[01]) (janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre) \d{4}$/,
    ],
    ["Mar. 3, 2023", /^((Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\.|May) \d{1,2}, \d{4}$/],
    ["3 fevrier 2023", /^\d{1,2} [a-z]+ \d{4}$/],
    ["3/1/23, 2:05 p.m.", /^\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d [ap]\.m\.$/],
    [" 2023-03-10 ", /^ \d{4}-\d\d-\d\d $/],
    ["85-03-10", /^\d\d-\d\d-\d\d$/],
    [
      "May 3, 2023",
      /^(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}$/,
    ],
    ["03-May-23", /^\d\d-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d\d$/],
  ])("%s", (value, style) => {
    const [natural] = dateForm.stages(value) ?? [];
    for (let at = 0; at < 500; at++) expect(spell(natural!, at)).toMatch(style);
  });
});
