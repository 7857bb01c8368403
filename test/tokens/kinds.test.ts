import { describe, expect, it } from "vitest";
import { ENTITIES } from "../../src/core/entities.ts";
import {
  DEFAULT_POLICY,
  familyOf,
  formatCode,
  kindOf,
  NO_FORMAT,
  tokenNameCode,
} from "../../src/tokens/kinds.ts";

// Codes are stored in every mapping's kind. This table may grow; a line that changes is a bug.
const TOKEN_NAMES: [string, number][] = [
  ["Default Token", 1],
  ["Text Token", 2],
  ["Numeric Token", 3],
  ["Special Token", 4],
];
const FORMATS: [string, number][] = [
  ["Person Name", 1],
  ["Email Address", 2],
  ["Phone Number", 3],
  ["Address", 4],
  ["IP Address", 5],
  ["Social Identification Numbers", 6],
  ["Credit Card", 7],
  ["URL", 8],
  ["Default Format", 9],
];

describe("codes", () => {
  it.each(TOKEN_NAMES)("of %s stays %i", (name, code) => {
    expect(tokenNameCode(name)).toBe(code);
  });

  it.each(FORMATS)("of %s stays %i", (name, code) => {
    expect(formatCode(name)).toBe(code);
  });

  it.each(TOKEN_NAMES)("of %s is also found with only its first word capitalised", (name, code) => {
    expect(tokenNameCode(firstOnly(name))).toBe(code);
  });

  it.each(FORMATS)("of %s is also found with only its first word capitalised", (name, code) => {
    expect(formatCode(firstOnly(name))).toBe(code);
  });

  it.each([
    "default token",
    "DEFAULT TOKEN",
    "Default  Token",
    " Default Token",
    "Default",
    "Unknown Token",
    "",
    "constructor",
    "__proto__",
    "toString",
  ])("are not found for %j", (name) => {
    expect(tokenNameCode(name)).toBeNull();
    expect(formatCode(name)).toBeNull();
  });
});

describe("kinds", () => {
  it("keep their numbers: (policy, token name, format)", () => {
    const kinds = TOKEN_NAMES.flatMap(([, name]) =>
      [NO_FORMAT, ...FORMATS.map(([, code]) => code)].map((format) => kindOf(0, name, format)),
    );
    expect(kinds).toEqual([
      256, 257, 258, 259, 260, 261, 262, 263, 264, 265, 512, 513, 514, 515, 516, 517, 518, 519, 520,
      521, 768, 769, 770, 771, 772, 773, 774, 775, 776, 777, 1024, 1025, 1026, 1027, 1028, 1029,
      1030, 1031, 1032, 1033,
    ]);
    expect(DEFAULT_POLICY).toBe(0);
    expect(kindOf(1, 2, 3)).toBe(0x10203);
  });

  it.each([
    [kindOf(0, 1, 0), { family: "free-length", layout: "shaped" }],
    [kindOf(0, 2, 2), { family: "free-length", layout: "shaped" }],
    [kindOf(0, 3, 7), { family: "numeric" }],
    [kindOf(0, 4, 9), { family: "free-length", layout: "opaque" }],
    [kindOf(70_000, 3, 7), { family: "numeric" }],
  ])("%i is of its family", (kind, family) => {
    expect(familyOf(kind)).toEqual(family);
  });

  it.each([0, 1, 255, kindOf(0, 5, 0), kindOf(1, 0, 1), -1, Number.NaN])(
    "%d was never given out",
    (kind) => {
      expect(() => familyOf(kind)).toThrow();
    },
  );

  it("exist for what auto-detect does with every entity", () => {
    for (const [entity, rule] of Object.entries(ENTITIES)) {
      expect(tokenNameCode(rule.tokenName), entity).not.toBeNull();
      if (rule.format !== null) expect(formatCode(rule.format), entity).not.toBeNull();
    }
  });
});

function firstOnly(name: string): string {
  return (
    name.charAt(0) +
    name.slice(1).replace(/ (.)/g, (_, letter: string) => ` ${letter.toLowerCase()}`)
  );
}
