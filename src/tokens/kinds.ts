// Token names and formats: their codes, the spellings that are accepted, and the kind of a mapping,
// which is one small integer for (policy, token name, format). Codes are stored: append only.
import type { TokenLayout } from "./free-length.ts";

/** How tokens of one name are made. */
export type TokenFamily =
  | { readonly family: "free-length"; readonly layout: TokenLayout }
  | NumericFamily
  | PlainFamily;

interface NumericFamily {
  readonly family: "numeric";
}

/** No token at all: a text that auto-detect left alone, remembered so that unmask does as well. */
interface PlainFamily {
  readonly family: "plain";
}

interface TokenName {
  readonly code: number;
  readonly name: string;
  readonly make: TokenFamily;
}

const TOKEN_NAMES: readonly TokenName[] = [
  { code: 1, name: "Default Token", make: { family: "free-length", layout: "shaped" } },
  { code: 2, name: "Text Token", make: { family: "free-length", layout: "shaped" } },
  { code: 3, name: "Numeric Token", make: { family: "numeric" } },
  { code: 4, name: "Special Token", make: { family: "free-length", layout: "opaque" } },
];

/** Codes and canonical names of formats. */
const FORMATS: readonly (readonly [number, string])[] = [
  [1, "Person Name"],
  [2, "Email Address"],
  [3, "Phone Number"],
  [4, "Address"],
  [5, "IP Address"],
  [6, "Social Identification Numbers"],
  [7, "Credit Card"],
  [8, "URL"],
  [9, "Default Format"],
];

/** No format: token mode, or an entity whose rule names none. */
export const NO_FORMAT = 0;
/** The namespace's default policy. */
export const DEFAULT_POLICY = 0;

/** Canonical spelling and the one with only the first word capitalised, both seen with callers. */
function spellings(name: string): string[] {
  const [first = "", ...rest] = name.split(" ");
  return [name, [first, ...rest.map((word) => word.toLowerCase())].join(" ")];
}

const TOKEN_CODES = new Map(TOKEN_NAMES.flatMap((t) => spellings(t.name).map((s) => [s, t.code])));
const FORMAT_CODES = new Map([
  ...FORMATS.flatMap(([code, name]) => spellings(name).map((s): [string, number] => [s, code])),
  ["Url", 8] as [string, number],
]);
/** In the place of a token name's code; no name has it. */
const PLAIN_CODE = 255;
/** Likewise for numbers in JSON. */
const JSON_NUMBER_CODE = 254;
const FAMILIES = new Map<number, TokenFamily>([
  ...TOKEN_NAMES.map((t): [number, TokenFamily] => [t.code, t.make]),
  [JSON_NUMBER_CODE, { family: "numeric" }],
  [PLAIN_CODE, { family: "plain" }],
]);

/** Code of a token name in an accepted spelling, or null. */
export function tokenNameCode(name: string): number | null {
  return TOKEN_CODES.get(name) ?? null;
}

/** Code of a format in an accepted spelling, or null. */
export function formatCode(name: string): number | null {
  return FORMAT_CODES.get(name) ?? null;
}

/** The kind of a mapping; policies take the upper bits, so their ids may grow. */
export function kindOf(policy: number, tokenName: number, format: number): number {
  return policy * 0x10000 + tokenName * 0x100 + format;
}

/** Kind of texts that auto-detect left alone. */
export const PLAIN_KIND = kindOf(DEFAULT_POLICY, PLAIN_CODE, NO_FORMAT);

/**
 * Kind of numbers in JSON that stay numbers. Its values are what ECMAScript's Number::toString writes
 * (and JSON.stringify with it); its tokens are to be texts of positive safe integers.
 */
export const JSON_NUMBER_KIND = kindOf(DEFAULT_POLICY, JSON_NUMBER_CODE, NO_FORMAT);

/** How tokens of a kind are made. Throws on a kind that was never given out. */
export function familyOf(kind: number): TokenFamily {
  const make = FAMILIES.get(Math.floor(kind / 0x100) % 0x100);
  if (make === undefined) throw new Error("unknown kind");
  return make;
}
