// Cost grows linearly with the length of the text. Work is counted where possible. Overlaps:
// detector-linear.test.ts.

import { describe, expect, it, vi } from "vitest";
import { RECOGNIZERS } from "../../src/detect/recognizer-list.ts";
import { url } from "../../src/detect/recognizers/network/url.ts";
import { numberingPlans } from "../../src/detect/recognizers/phone/numbering-plans.ts";
import { createPhoneNumber } from "../../src/detect/recognizers/phone/phone-number.ts";
import { undisguise } from "../../src/detect/text/disguise.ts";
import { expectLinearTime } from "../support/linear-time.ts";

const KIB = 1024;
const UNITS = [
  ...["1", "a", "f", "-", ".", ":", "@", "(", "[", "字", "😀"],
  ...["a.", "1.1.1.1.", "1 ", "12 ", "(1", "1/", "a@", "a@a.", "a.b@c.d@", "aa:", "::", "fe80::"],
  ...["+1 ", "+123456789012345 ", "555-0123 ", "tel 1234567 ", "tel 12 34 56 78 ", "00 1 2 3 "],
  ...["http://", "://", "a://[", "a+", "www.", "a.b/", "a.com/,", "x.com/(", "http://a.b/)"],
  ...[
    "4111-",
    "4111.",
    "4111.1111.1111.1111.",
    "GB82-",
    "GB82-WEST-1234-",
    "4111 1111 1111 1111 ",
    "GB82 ",
    "123-45-6789 ",
    "ssn 123456789 ",
    "iban GB82 ",
  ],
  ...[
    "10.10.",
    "1 May ",
    "May 1 ",
    "1 of ",
    "10:10:",
    "in 1999 ",
    "Monday",
    "born 1/1/11 ",
    "day ",
  ],
  ...[
    "aged 1",
    "1-year-",
    "at 1",
    "030 1",
    "030 123456 ",
    "YWJj",
    "YWJj=",
    "YUBiLmNvLmMu ",
    "_-/+",
  ],
  ...[
    "a [at] ",
    "a(at)",
    "a at a dot ",
    " dot ",
    '"a"@',
    "mac 0",
    "macaddr",
    "card 4111",
    "_4111_",
    "@a。",
  ],
  ...["Cad. No: 1 ", "A Cad No 1", "市1号", "県1", "मकान नं. 1, ", "0 (212) 1", "unter 0", "1380 "],
  ...["3月", "3月5日", "月", "令和6年", "十二月二十五日", "昭和45年生まれ", "3 मई "],
  ...["\u200b", "&#6", "%4", "%40", "а", "aа", "１", "1 2 ", "j @ ", "\ud835"],
];

function textOf(unit: string, kib: number): string {
  return unit.repeat(Math.ceil((kib * KIB) / unit.length)).slice(0, kib * KIB);
}

const LONG_TEXTS = UNITS.map((unit) => textOf(unit, 64));
const EIGHTHS = Array.from({ length: 8 }, (_, part) => LONG_TEXTS.filter((_, i) => i % 8 === part));

const FOLD = { name: "fold", scan: (text: string) => undisguise(text) };

describe("cost on hostile texts", () => {
  it.each(
    [...RECOGNIZERS, FOLD].flatMap((r) => EIGHTHS.map((texts) => [r.name, r, texts] as const)),
  )("costs in proportion to the text: %s", (_name, recognizer, texts) => {
    for (const text of texts) expectLinearTime(text, (text) => recognizer.scan(text));
  });

  it("asks about numbering plans in proportion to the text", () => {
    const ask = (kib: number, unit: string) => {
      let asked = 0;
      const counting = Object.fromEntries(
        Object.entries(numberingPlans).map(([name, ask]) => [
          name,
          (...about: never[]) => {
            asked++;
            return (ask as (...about: never[]) => unknown)(...about);
          },
        ]),
      ) as unknown as typeof numberingPlans;
      createPhoneNumber(counting).scan(textOf(unit, kib));
      return asked;
    };
    for (const unit of UNITS) {
      expect(ask(16, unit), unit).toBeLessThanOrEqual(2 * ask(8, unit) + 16);
    }
  });

  it("parses URLs in proportion to the text", () => {
    const parse = vi.spyOn(URL, "canParse");
    for (const unit of UNITS) {
      parse.mockClear();
      url.scan(textOf(unit, 32));
      const small = parse.mock.calls.flat().join("").length;
      parse.mockClear();
      url.scan(textOf(unit, 64));
      expect(parse.mock.calls.flat().join("").length, unit).toBeLessThanOrEqual(2 * small + 1024);
    }
    parse.mockRestore();
  });
});
