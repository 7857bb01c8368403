// Cost grows with the length of the text, not faster. Counted where work can be counted; the
// clock only guards against a super-linear pattern and is very generous.

import { describe, expect, it, vi } from "vitest";
import { detect } from "../../src/detect/detector.ts";
import { RECOGNIZERS } from "../../src/detect/recognizer-list.ts";
import { url } from "../../src/detect/recognizers/network/url.ts";
import { numberingPlans } from "../../src/detect/recognizers/phone/numbering-plans.ts";
import { createPhoneNumber } from "../../src/detect/recognizers/phone/phone-number.ts";
import { fold } from "../../src/detect/text/disguise.ts";

const KIB = 1024;
const UNITS = [
  ...["1", "a", "f", "-", ".", ":", "@", "(", "[", "字", "😀"],
  ...["a.", "1.1.1.1.", "1 ", "12 ", "(1", "1/", "a@", "a@a.", "a.b@c.d@", "aa:", "::", "fe80::"],
  ...["+1 ", "+123456789012345 ", "555-0123 ", "tel 1234567 ", "tel 12 34 56 78 ", "00 1 2 3 "],
  ...["http://", "://", "a://[", "a+", "www.", "a.b/", "a.com/,", "x.com/(", "http://a.b/)"],
  ...["4111-", "4111 1111 1111 1111 ", "GB82 ", "123-45-6789 ", "ssn 123456789 ", "iban GB82 "],
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
  ...["\u200b", "&#6", "%4", "%40", "а", "aа", "１", "1 2 ", "j @ ", "\ud835"],
];

function textOf(unit: string, kib: number): string {
  return unit.repeat(Math.ceil((kib * KIB) / unit.length)).slice(0, kib * KIB);
}

/** Milliseconds of the best of `tries`. In workerd the clock moves only when the task yields. */
async function bestMs(run: () => void, tries: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const began = performance.now();
    run();
    await new Promise((resolve) => setTimeout(resolve, 0));
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

const SMALL_KIB = 16;
const LARGE_KIB = 1024;
/** How many of the dearest texts are tried in full length. */
const WORST = 1;

/** The units that cost most per character, dearest first, with their milliseconds. */
async function dearest(scan: (text: string) => unknown): Promise<{ unit: string; ms: number }[]> {
  const costs: { unit: string; ms: number }[] = [];
  for (const unit of UNITS) {
    const text = textOf(unit, SMALL_KIB);
    costs.push({ unit, ms: await bestMs(() => scan(text), 1) });
  }
  return costs.sort((a, b) => b.ms - a.ms).slice(0, WORST);
}

/** Whether a megabyte of `unit` costs in proportion to the small text, with a great deal of slack. */
async function growsLinearly(scan: (text: string) => unknown, unit: string, ms: number) {
  const text = textOf(unit, LARGE_KIB);
  const large = await bestMs(() => scan(text), 1);
  return large < ((4 * LARGE_KIB) / SMALL_KIB) * ms + 500;
}

const FOLD = { name: "fold", scan: (text: string) => fold(text) };

describe("cost on hostile texts", () => {
  it.each([...RECOGNIZERS, FOLD].map((r) => [r.name, r] as const))(
    "a megabyte costs in proportion: %s",
    async (_name, recognizer) => {
      const scan = (text: string) => recognizer.scan(text);
      for (const { unit, ms } of await dearest(scan)) {
        // Measured again, more carefully, before it counts as a failure.
        const again = async () =>
          growsLinearly(scan, unit, await bestMs(() => scan(textOf(unit, SMALL_KIB)), 5));
        expect((await growsLinearly(scan, unit, ms)) || (await again()), unit).toBe(true);
      }
    },
    120_000,
  );

  it("settles overlaps in proportion to the text", async () => {
    const scan = (text: string) => detect(text);
    for (const unit of ["a@a.co ", "http://a.b/1.1.1.1 ", "1.1.1.1 ", "555-0123 "]) {
      const small = await bestMs(() => scan(textOf(unit, 16)), 2);
      const large = await bestMs(() => scan(textOf(unit, 128)), 2);
      expect(large, unit).toBeLessThan(32 * small + 500);
    }
  });

  it("asks about numbering plans in proportion to the text", () => {
    const ask = (kib: number, unit: string) => {
      let asked = 0;
      const counting = Object.fromEntries(
        Object.entries(numberingPlans).map(([name, ask]) => [
          name,
          (written: string) => {
            asked++;
            return ask(written);
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
