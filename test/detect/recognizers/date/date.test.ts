import { describe, expect, it } from "vitest";
import { date } from "../../../../src/detect/recognizers/date/date.ts";
import { isDay } from "../../../../src/reference/calendar.ts";
import { compare } from "../../../support/detect/marked.ts";
import { fc } from "../../../support/properties.ts";

describe("dates and times", () => {
  it.each([
    "paid on «2024-01-15».",
    "at «2024-01-15 10:30:59» and «2024-01-15T10:30:59.123Z»",
    "[«2022-07-08T22:43:00+02:00»] start",
    "«20250908T101112Z» ok",
    "«2024/01/15», «2024.01.15»",
    "«10.04.1992» «3/28/1985» «28/3/1985» «10-4-1992»",
    "signed «03/28/85» and «10.04.92»",
    "«08/16/2000 03:48 PM»",
    "127.0.0.1 - - [«10/Oct/2000:13:55:36 -0700»]",
    "«10-Mar-2023», «2023-Mar-10», «10MAR2023»",
    "on «March 10, 2023».",
    "On «March 10th», we met",
    "«Mar. 10 2023» or «Sept. 11»",
    "«March 10-12, 2023»",
    "«10 March 2023», «10 Mar»",
    "the «10th of March, 2023»",
    "the «1st day of May 2020»",
    "«Friday, 29 August 2014»: page",
    "joined in «March 2023», died «March of 2024», born «June 1985», card expires «May 2027»",
    "am «10. März 2023» in Bonn, im «Juni 2023»; en «junio de 2008»",
    "le «1er janvier 2020» à Lyon",
    "el «10 de marzo de 2023»",
    "il «3 gennaio 1999»",
    "dnia «10 października 1985» r.",
    "«2023年3月10日»",
    "call at «10:32 PM», not «9 a.m.»",
    "log «10:32:07» start, at «9.30 a.m.» or «9.45pm»",
    "«10:30-11:45 am», exp «05/27», expiry date: «12/2027»",
    "«Thu Nov 21 20:19:11 2024»: ok",
    "meet at «14:30» or «15:00» Uhr",
    "founded in «1980», closed.",
    "from «1990 to 1995» and during «1971–1973»",
    "We'll meet «Thursday» or on «friday»",
    "backup_«2024-01-15».tar",
    "Date:«1978-04-13 12:20:39»",
  ])("finds the date and nothing around it: %s", (marked) => {
    const { found, expected } = compare(date, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "sales of March 2023 and of June 2024",
    "version 1.16.23, rev. 10.11.12",
    "4. 1. 10 without consent",
    "2023-13-01 31.02.2020 30/02/2021 2023-02-29",
    "1:2:3 and 3:1, 16:9",
    "10.0.0.1 and 192.168.10.12",
    "1/2 cup, 3/4",
    "ratio 10/12",
    "exp 13/27, due 12/25",
    "$1999 and 1,999.00",
    "in 2000 people, in 1500 km",
    "order 12-34-5678",
    "078-33-5884",
    "978-8-8679-3025-4",
    "2024-CV-9464",
    "case 2024-01-15-0001",
    "you may 5 times march 10 miles",
    "12 March Street",
    "gen 2, set 10, out 3",
    "mac 10:20:30:40:50:60",
    "one day, today, everyday",
    "99:99 25:61:00",
    "20240115",
    "ABC10.04.1992",
  ])("leaves a look-alike alone: %s", (text) => {
    expect(compare(date, text).found).toEqual([]);
  });

  it.each([
    ["DATE_OF_BIRTH", "DOB: 1990-01-01"],
    ["DATE_OF_BIRTH", "She was born on 2/19/1956."],
    ["DATE_OF_BIRTH", "geb. am 10.04.1992"],
    ["DATE_OF_BIRTH", "Kieran Mottley, b. 03.02.1996"],
    ["DATE_OF_BIRTH", "Geburtsdatum: 3. Mai 1970"],
    ["DATE_OF_BIRTH", "D.O.B. 03/28/1985"],
    ["DATE_OF_BIRTH", "born in 1980"],
    ["DATE_OF_BIRTH", "date_of_birth=1980-02-03"],
    ["DATE_OF_BIRTH", "on 1980-02-03 (date of birth)"],
    ["DATE_OF_BIRTH", "dob 19800203"],
    ["DISCHARGE_DATE", "Discharge date: 2024-01-15"],
    ["DISCHARGE_DATE", "was discharged home on January 5, 2024"],
    ["DATE", "born in Bonn, admitted on 2024-01-15"],
    ["DATE", "reborn 2024-01-15"],
  ])("tells a %s: %s", (type, text) => {
    expect(date.scan(text).map((span) => span.entityType)).toEqual([type]);
  });

  it("does not give the second date the first one's word", () => {
    const found = date.scan("DOB 1990-01-01, 2024-01-15, discharged 2024-01-20");
    expect(found.map((span) => span.entityType)).toEqual([
      "DATE_OF_BIRTH",
      "DATE",
      "DISCHARGE_DATE",
    ]);
  });

  it("knows the days of the calendar as Date does", () => {
    const numbers = fc.tuple(
      fc.integer({ min: 1600, max: 2199 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 33 }),
    );
    fc.assert(
      fc.property(numbers, ([year, month, day]) => {
        const back = new Date(Date.UTC(year, month - 1, day));
        const isSame = back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
        expect(isDay(year, month, day)).toBe(isSame && back.getUTCFullYear() === year);
      }),
    );
  });

  it("finds every real day as any common form writes it", () => {
    const day = fc.date({
      min: new Date("1900-01-01"),
      max: new Date("2099-12-31"),
      noInvalidDate: true,
    });
    const locale = fc.constantFrom(
      "en-US",
      "en-GB",
      "de",
      "fr",
      "es",
      "it",
      "nl",
      "sv",
      "pt",
      "pl",
    );
    const style = fc.constantFrom("long" as const, "short" as const, "medium" as const);
    fc.assert(
      fc.property(day, locale, style, (when, language, dateStyle) => {
        const format = new Intl.DateTimeFormat(language, { dateStyle, timeZone: "UTC" });
        const written = format.format(when);
        // Short forms without a leading zero and with points read as versions.
        fc.pre(!/^(?:\d\.\d+|\d+\.\d)\.\d\d$/.test(written) && !/\d\/\d\d?\/\d\d$/.test(written));
        const spans = date.scan(`am ${written} kam`);
        expect(spans.length, written).toBe(1);
        expect((spans[0]?.end ?? 0) - (spans[0]?.start ?? 0), written).toBeGreaterThanOrEqual(
          written.length * 0.7,
        );
      }),
    );
  });
});
