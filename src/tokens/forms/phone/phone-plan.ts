// Reads a written number as an international or national one, and knows the ranges its tokens may come
// from. Pure; the tables are unpacked when a calling code is first seen.
import { MAX_PADDED_DIGITS, paddedDigits } from "../../cipher/digits.ts";
import { FICTION_PREFIXES } from "./phone-fiction.ts";
import { CODE_RANGES, UNPLACED_RANGES, UNPLACED_ZERO_RANGES } from "./phone-ranges.ts";
import type { PhoneShape } from "./phone-shape.ts";

/** National numbers of one length that belong to nobody, numbered 0..size-1. */
export interface NumberRange {
  readonly length: number;
  readonly prefixes: readonly string[];
  /** Numbers behind each prefix. */
  readonly perPrefix: number;
  readonly size: number;
}

/** What a number's digits are. */
export interface Reading {
  /** Digits that stay: a "00", the calling code, a trunk zero behind it. */
  readonly kept: string;
  /** Calling code; "" for a national number of no known country. */
  readonly code: string;
  /** Digits of the national number, which are replaced. */
  readonly nationalLength: number;
  /** Numbers kept for fiction, when there are any of this length. */
  readonly fiction: NumberRange | null;
  /** Unassigned numbers of this length or the nearest longer one. */
  readonly unassigned: NumberRange;
  /** Those of the next longer length, when there is one. */
  readonly longer: NumberRange | null;
  /** True when a national number of no known country begins with 0. */
  readonly hasZero: boolean;
}

interface CodePlan {
  readonly hasTrunkZero: boolean;
  /** In order of length. */
  readonly ranges: readonly NumberRange[];
  readonly fiction: ReadonlyMap<number, NumberRange>;
}

/** Calling code of the North American Numbering Plan, and what is dialled before its area codes. */
const NORTH_AMERICA = "1";
const ASCII_ZERO = 48;
/** Digits of its national numbers. */
const AREA_AND_SUBSCRIBER = 10;
/** The shortest numbers there are, on Tristan da Cunha. */
const MIN_NATIONAL_DIGITS = 4;
/** Free digits that are counted: 10^15 is the largest power of ten a space can have. */
const MAX_FREE_DIGITS = 15;

const packedPlans = new Map(
  CODE_RANGES.trim()
    .split("\n")
    .map((line): [string, string] => {
      const end = line.indexOf(" ");
      const head = line.slice(0, end);
      return [head.endsWith("/0") ? head.slice(0, -2) : head, line];
    }),
);
/** By number, 1 for the calling codes of the table. */
const IS_CODE = new Uint8Array(1000);
for (const code of packedPlans.keys()) IS_CODE[Number(code)] = 1;
const plans = new Map<string, CodePlan>();
const unplaced = unpackRanges(UNPLACED_RANGES);
const unplacedZero = unpackRanges(UNPLACED_ZERO_RANGES);

/**
 * Read a written number.
 *
 * - "+", "00" or "011" and a calling code: an international number (see `exitPrefix`).
 * - Written 3-3-4 or 1-3-3-4: a North American one.
 * - Anything else is a national number of no known country. Digits alone do not say which: ten digits
 *   are a number of the US, and of India.
 */
export function readPhone(shape: PhoneShape): Reading {
  const { digits } = shape;
  if (shape.hasPlus && digits[0] !== "0") return international(digits, 0);
  const exit = shape.hasPlus ? 0 : exitPrefix(digits);
  if (exit > 0) return international(digits, exit);
  if (shape.isNorthAmerican) {
    const national = digits.slice(-AREA_AND_SUBSCRIBER);
    const kept = digits.slice(0, -AREA_AND_SUBSCRIBER);
    return { ...international(NORTH_AMERICA + national, 0), kept };
  }
  const hasZero = digits[0] === "0";
  return {
    kept: "",
    code: "",
    nationalLength: digits.length,
    fiction: null,
    ...fromLength(hasZero ? unplacedZero : unplaced, digits.length),
    hasZero,
  };
}

/** The number-th national number of a range. */
export function numberOf(range: NumberRange, number: number): string {
  const place = Math.floor(number / range.perPrefix);
  const prefix = range.prefixes[place] ?? "";
  const rest = number - place * range.perPrefix;
  const digits = range.length - prefix.length;
  return digits > MAX_PADDED_DIGITS
    ? prefix + String(rest).padStart(digits, "0")
    : prefix + paddedDigits(rest, digits);
}

function international(digits: string, from: number): Reading {
  const code = codeAt(digits, from) ?? digits.slice(from, from + 3);
  const plan = planOf(code);
  const end = nationalStart(digits, from + code.length, plan);
  const nationalLength = digits.length - end;
  return {
    kept: digits.slice(0, end),
    code,
    nationalLength,
    fiction: plan.fiction.get(nationalLength) ?? null,
    ...fromLength(plan.ranges, nationalLength),
    hasZero: false,
  };
}

/**
 * Digits of the exit prefix of an international number without "+", 0 when it is none. "00" begins no
 * national number worth the name; "011" is also an area code (Johannesburg, Delhi), so that what follows
 * has to have a length of its country.
 */
function exitPrefix(digits: string): number {
  if (digits[0] !== "0") return 0;
  const length = digits[1] === "0" ? 2 : digits.startsWith("011") ? 3 : 0;
  const code = length === 0 ? null : codeAt(digits, length);
  if (code === null) return 0;
  const plan = planOf(code);
  const national = digits.length - nationalStart(digits, length + code.length, plan);
  const isNumber =
    length === 2
      ? national >= MIN_NATIONAL_DIGITS
      : plan.ranges.some((range) => range.length === national);
  return isNumber ? length : 0;
}

/** Behind the calling code and a trunk zero, as in "+44 (0)20 ...". */
function nationalStart(digits: string, codeEnd: number, plan: CodePlan): number {
  const isTrunk = plan.hasTrunkZero && digits[codeEnd] === "0" && codeEnd + 1 < digits.length;
  return isTrunk ? codeEnd + 1 : codeEnd;
}

/** No calling code is the beginning of another (ITU-T E.164). */
function codeAt(digits: string, from: number): string | null {
  let number = 0;
  for (let end = from + 1; end <= from + 3 && end <= digits.length; end++) {
    number = number * 10 + digits.charCodeAt(end - 1) - ASCII_ZERO;
    // None begins with a zero.
    if (number === 0) return null;
    if (IS_CODE[number] === 1) return digits.slice(from, end);
  }
  return null;
}

/**
 * A code that is not in the table is not in use or not known (ITU-T E.164 leaves some unassigned): its
 * national numbers are made to begin with 0, as those of no such plan do.
 */
function planOf(code: string): CodePlan {
  const known = plans.get(code);
  if (known !== undefined) return known;
  const [head = "", ...groups] = (packedPlans.get(code) ?? code).split(" ");
  const plan: CodePlan = {
    hasTrunkZero: head.endsWith("/0"),
    ranges: unpackRanges(groups.join(" ")),
    fiction: new Map(
      Object.entries(FICTION_PREFIXES[code] ?? {}).map(([length, prefixes]) => [
        Number(length),
        rangeOf(Number(length), prefixes),
      ]),
    ),
  };
  // Only codes of the table are remembered, so that made-up ones cannot fill the memory.
  if (packedPlans.has(code)) plans.set(code, plan);
  return plan;
}

/** The range of a length or the nearest longer one, else of the longest, and the one behind it. */
function fromLength(
  ranges: readonly NumberRange[],
  length: number,
): Pick<Reading, "unassigned" | "longer"> {
  let at = 0;
  while (at < ranges.length - 1 && (ranges[at]?.length ?? 0) < length) at++;
  return { unassigned: ranges[at] ?? rangeOf(length, ["0"]), longer: ranges[at + 1] ?? null };
}

function unpackRanges(packed: string): NumberRange[] {
  const ranges = packed
    .split(" ")
    .filter((group) => group !== "")
    .flatMap((group) => {
      const [lengths = "", prefixes = ""] = group.split(":");
      const all = prefixes.split(",").flatMap(expand);
      return lengths.split(",").map((length) => rangeOf(Number(length), all));
    });
  return ranges.sort((a, b) => a.length - b.length);
}

function rangeOf(length: number, prefixes: readonly string[]): NumberRange {
  const free = Math.min(length - (prefixes[0]?.length ?? 0), MAX_FREE_DIGITS);
  const perPrefix = 10 ** Math.max(0, free);
  return { length, prefixes, perPrefix, size: perPrefix * prefixes.length };
}

/** N stands for 2 to 9, X for any digit. */
function expand(pattern: string): string[] {
  let all = [""];
  for (const letter of pattern) {
    const digits = letter === "N" ? "23456789" : letter === "X" ? "0123456789" : letter;
    all = all.flatMap((prefix) => [...digits].map((digit) => prefix + digit));
  }
  return all;
}
