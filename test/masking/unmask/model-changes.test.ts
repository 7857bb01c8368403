// What language models do to masked text, row by row.
import { describe, expect, it } from "vitest";
import { kindOf } from "../../../src/tokens/kinds.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";
import { DAMAGES, ROWS, type Strict, VALUES } from "../../support/masking/model-changes.ts";

const KINDS = {
  name: kindOf(0, 2, 0),
  word: kindOf(0, 2, 0),
  mail: kindOf(0, 2, 2),
  quote: kindOf(0, 2, 0),
  lines: kindOf(0, 2, 0),
  digits: kindOf(0, 3, 0),
} as const;

const HTML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const asHtml = (text: string) => text.replace(/[&<>"]/g, (char) => HTML[char] ?? char);
const asJson = (text: string) => JSON.stringify(text).slice(1, -1);

const vault = new MemoryVault();
const tokens = Object.fromEntries(
  Object.entries(VALUES).map(([name, value]) => [
    name,
    vault.tokenOf(value, KINDS[name as keyof typeof KINDS]),
  ]),
);

/** A row's text with its tokens. */
function withTokens(text: string): string {
  return text.replace(/\{(?:(html|json):)?(\w+)(?::(\w+))?\}/g, (_, how, name, damage) => {
    const token = DAMAGES[damage]?.(tokens[name] ?? "") ?? tokens[name] ?? "";
    if (how === "html") return asHtml(token);
    return how === "json" ? asJson(token) : token;
  });
}

function strictly(made: string, restored: string, strict: Strict): string[] | null {
  if (strict === "fails") return null;
  return [strict === "leaves" ? made : restored];
}

describe("a language model's text", () => {
  it("has many rows", () => expect(ROWS.length).toBeGreaterThan(80));

  // A row that fell into the wrong shape would prove nothing.
  it.each([...new Set(ROWS.map(([masked]) => masked))])(
    "is made of %j, which both restore",
    (masked) => {
      const text = withTokens(masked);
      expect(vault.unmask([text])).not.toBeNull();
      expect(vault.unmask([text], true)).toEqual(vault.unmask([text]));
    },
  );

  it.each(ROWS)("made of %j: %j is restored to %j", (_, made, restored) => {
    expect(vault.unmask([withTokens(made)])).toEqual([withTokens(restored)]);
  });

  it.each(ROWS)("made of %j: %j, not %j, under strict: %s", (_, made, restored, strict) => {
    const [text, back] = [withTokens(made), withTokens(restored)];
    expect(vault.unmask([text], true)).toEqual(strictly(text, back, strict));
  });

  it("with tokens in tags and without is restored as far as strict allows", () => {
    const text = withTokens("Is {name} on <PHN>{digits}</PHN>?");
    expect(vault.unmask([text])).toEqual(["Is Ann Lee on 408-426-9989?"]);
    expect(vault.unmask([text], true)).toEqual([withTokens("Is {name} on 408-426-9989?")]);
  });

  it.each(ROWS)("made of %j: %j comes back from mask and unmask", (_, made) => {
    const text = withTokens(made);
    for (const strict of [false, true]) {
      expect(vault.unmask([vault.maskText(text)], strict)).toEqual([text]);
    }
  });
});
