// Cost grows with the length of the text, not faster. Counted where work can be counted; the
// clock only guards against a super-linear pattern and is very generous.

import { describe, expect, it, vi } from "vitest";
import { detect } from "../../src/detect/detector.ts";
import { phoneJudge } from "../../src/detect/phone-judge.ts";
import { createPhoneNumber } from "../../src/detect/recognizers/phone-number.ts";
import { url } from "../../src/detect/recognizers/url.ts";
import { RECOGNIZERS } from "../../src/detect/recognizers.ts";

const KIB = 1024;
const UNITS = [
  ...["1", "a", "f", "-", ".", ":", "@", "(", "[", "字", "😀"],
  ...["a.", "1.1.1.1.", "1 ", "12 ", "(1", "1/", "a@", "a@a.", "a.b@c.d@", "aa:", "::", "fe80::"],
  ...["+1 ", "+123456789012345 ", "555-0123 ", "tel 1234567 ", "tel 12 34 56 78 ", "00 1 2 3 "],
  ...["http://", "://", "a://[", "a+", "www.", "a.b/", "a.com/,", "x.com/(", "http://a.b/)"],
  ...["4111-", "4111 1111 1111 1111 ", "GB82 ", "123-45-6789 ", "ssn 123456789 "],
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

/** Whether 64 and 128 KiB of `unit` cost in proportion to 32 KiB, with a great deal of slack. */
async function growsLinearly(scan: (text: string) => unknown, unit: string, tries: number) {
  const ms: number[] = [];
  for (const kib of [32, 64, 128]) {
    const text = textOf(unit, kib);
    ms.push(await bestMs(() => scan(text), tries));
  }
  const [small = 0, middle = 0, large = 0] = ms;
  return middle < 4 * small + 250 && large < 8 * small + 500;
}

const ALL = { name: "all together", scan: (text: string) => detect(text) };

describe("cost on hostile texts", () => {
  it.each([...RECOGNIZERS, ALL].map((r) => [r.name, r] as const))(
    "grows about linearly: %s",
    async (_name, recognizer) => {
      for (const unit of UNITS) {
        const scan = (text: string) => recognizer.scan(text);
        // Measured again, more carefully, before it counts as a failure.
        const isLinear =
          (await growsLinearly(scan, unit, 1)) || (await growsLinearly(scan, unit, 5));
        expect(isLinear, unit).toBe(true);
      }
    },
    120_000,
  );

  it("asks the phone judge in proportion to the text", () => {
    const ask = (kib: number, unit: string) => {
      let asked = 0;
      const counting = Object.fromEntries(
        Object.entries(phoneJudge).map(([name, judge]) => [
          name,
          (written: string) => {
            asked++;
            return judge(written);
          },
        ]),
      ) as unknown as typeof phoneJudge;
      createPhoneNumber(counting).scan(textOf(unit, kib));
      return asked;
    };
    for (const unit of UNITS) {
      expect(ask(64, unit), unit).toBeLessThanOrEqual(2 * ask(32, unit) + 16);
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
