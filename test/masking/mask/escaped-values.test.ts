// Values with escapes and invisible characters: detection reads through everything that unmask reads through.
import { beforeAll, describe, expect, it } from "vitest";
import { PRECISE_TYPES } from "../../../src/core/entities.ts";
import { runToEnd } from "../../../src/core/steps.ts";
import { shippedTagger } from "../../../src/detect/tagger/shipped-taggers.ts";
import { detectedIn } from "../../../src/masking/mask/detect-text.ts";
import { compileRules } from "../../../src/masking/policy/rules.ts";
import { inStretches } from "../../../src/platform/yield-to-callers.ts";

const policySet = { version: 0, wrappers: [], alsoOn: PRECISE_TYPES };
const rules = runToEnd(compileRules(null, policySet, shippedTagger));

beforeAll(() => inStretches(detectedIn("a text that loads the model", rules)));

/** What is left of a text when everything that is found is taken out. */
function leftOf(text: string): string {
  let left = "";
  let from = 0;
  for (const { start, end } of runToEnd(detectedIn(text, rules))) {
    expect(start).toBeGreaterThanOrEqual(from);
    left += `${text.slice(from, start)}#`;
    from = end;
  }
  return left + text.slice(from);
}

describe("a value behind escapes", () => {
  it.each([
    ['{"mail":"ada.lovelace\\u0040example.com"}', '{"mail":"#"}'],
    ["write to ada.lovelace\\u0040example.com today", "write to # today"],
    ["write to ada.lovelace&#64;example.com today", "write to # today"],
    ["write to ada.lovelace&#x40;example.com today", "write to # today"],
    ["card 4111\\u20111111\\u20111111\\u20111111 was used", "card # was used"],
    ["card 4111\\u00201111\\u00201111\\u00201111 was used", "card # was used"],
    ["write to ada\u00ad.love\u200blace@example.com today", "write to # today"],
    ["the caller was \\u004daria Alvarez, she said", "the caller was #, she said"],
    ['{"a":"{\\"mail\\":\\"ada.lovelace\\\\u0040example.com\\"}"}', '{"a":"{\\"mail\\":\\"#\\"}"}'],
  ])("is found as a whole in %j", (text, left) => {
    expect(leftOf(text)).toBe(left);
  });

  it("is found as a whole where a part of it is found as it is", () => {
    const text =
      '{"name": "Jos\\u00e9 Garc\\u00eda", "mail": "jos\\u00e9@example.com", "phone": "+1 212 555 0147"}';
    const left = leftOf(text);
    for (const part of ["Jos", "Garc", "00e9", "00ed", "example", "212"]) {
      expect(left).not.toContain(part);
    }
  });

  it.each(['printf("%d\\n", count);', "C:\\Users\\Public\\notes", "a &amp; b", "x \\u0041 y"])(
    "is not made up in %j",
    (text) => {
      expect(leftOf(text)).toBe(text);
    },
  );
});
