// Reads a phone number as an international or national one, and finds the ranges that its tokens may come from. Pure; the
// table's line for a calling code is unpacked when the code first occurs.
import { FICTION_PREFIXES } from "./phone-fiction.ts";
import { CODE_RANGES, UNPLACED_RANGES, UNPLACED_ZERO_RANGES } from "./phone-ranges.ts";
import type { WrittenPhone } from "./written-phone.ts";

/** Unassigned national numbers of one length, numbered 0..size-1. */
export interface NumberRange {
  readonly length: number;
  readonly prefixes: readonly string[];
  /** How many numbers each prefix has. */
  readonly perPrefix: number;
  readonly size: number;
}

/** What the digits of a phone number mean. */
export interface PhoneReading {
  /** Digits that stay: an exit prefix ("00"), the calling code, a trunk zero after it. */
  readonly kept: string;
  /** Calling code; "" for a national number whose country is unknown. */
  readonly code: string;
  /** Numbers reserved for fiction; null when there are none of this length. */
  readonly fiction: NumberRange | null;
  /** Unassigned numbers of this length or the next longer one; if there is none, of the longest. */
  readonly unassigned: NumberRange;
  /** Unassigned numbers of the next longer length; null when there are none. */
  readonly longer: NumberRange | null;
  /** Whether it is a national number of an unknown country that begins with 0. */
  readonly hasZero: boolean;
}

interface CodePlan {
  readonly hasTrunkZero: boolean;
  /** By length, shortest first. */
  readonly ranges: readonly NumberRange[];
  readonly fiction: readonly NumberRange[];
}

/** Calling code of the North American Numbering Plan. */
const NORTH_AMERICA = "1";
/** Length of its national numbers. */
const AREA_AND_SUBSCRIBER = 10;
/** Length of the shortest national numbers, those of Tristan da Cunha. */
const MIN_NATIONAL_DIGITS = 4;
const MAX_CODE_DIGITS = 3;
/** Most free digits that are counted: 10^15 is the largest power of ten that a space can hold. */
const MAX_FREE_DIGITS = 15;

/** Lines of the table by calling code; `codePlans` holds the unpacked ones. */
const codeLines = new Map(
  CODE_RANGES.trim()
    .split("\n")
    .map((line) => [/^\d+/.exec(line)?.[0] ?? "", line]),
);
const codePlans = new Map<string, CodePlan>();
const unplaced = unpackRanges(UNPLACED_RANGES.split(" "));
const unplacedZero = unpackRanges(UNPLACED_ZERO_RANGES.split(" "));

/**
 * Read a phone number.
 *
 * - "+", "00" or "011" and a calling code: an international number (see `exitPrefix`).
 * - Written 3-3-4 or 1-3-3-4: a North American number.
 * - Anything else is a national number of an unknown country. Digits alone do not tell the country: ten digits are a number
 *   in the US, and also in India.
 */
export function readPhone({ digits, hasPlus, isNorthAmerican }: WrittenPhone): PhoneReading {
  if (hasPlus && digits[0] !== "0") return international(digits, 0);
  const exit = hasPlus ? 0 : exitPrefix(digits);
  if (exit > 0) return international(digits, exit);
  if (isNorthAmerican) {
    const national = digits.slice(-AREA_AND_SUBSCRIBER);
    const kept = digits.slice(0, -AREA_AND_SUBSCRIBER);
    return { ...international(NORTH_AMERICA + national, 0), kept };
  }
  const hasZero = digits[0] === "0";
  const ranges = fromLength(hasZero ? unplacedZero : unplaced, digits.length);
  return { kept: "", code: "", fiction: null, ...ranges, hasZero };
}

/** The national number at an index of a range. */
export function numberOf({ length, prefixes, perPrefix }: NumberRange, number: number): string {
  const prefix = prefixes[Math.floor(number / perPrefix)] ?? "";
  return prefix + String(number % perPrefix).padStart(length - prefix.length, "0");
}

function international(digits: string, from: number): PhoneReading {
  const code = codeAt(digits, from) ?? digits.slice(from, from + MAX_CODE_DIGITS);
  const plan = planOf(code);
  const start = nationalStart(digits, from + code.length, plan);
  const length = digits.length - start;
  return {
    kept: digits.slice(0, start),
    code,
    fiction: plan.fiction.find((range) => range.length === length) ?? null,
    ...fromLength(plan.ranges, length),
    hasZero: false,
  };
}

/**
 * Length of the exit prefix of an international number without "+"; 0 when it has none. No usual national number begins with
 * "00"; "011" is also an area code (Johannesburg, Delhi), so the number after it must have a length that its country has.
 */
function exitPrefix(digits: string): number {
  const exit = /^(?:00|011)/.exec(digits)?.[0].length ?? 0;
  const code = exit === 0 ? null : codeAt(digits, exit);
  if (code === null) return 0;
  const plan = planOf(code);
  const national = digits.length - nationalStart(digits, exit + code.length, plan);
  const isNumber =
    exit === 2
      ? national >= MIN_NATIONAL_DIGITS
      : plan.ranges.some((range) => range.length === national);
  return isNumber ? exit : 0;
}

/** Offset after the calling code and a trunk zero, as in "+44 (0)20 ...". */
function nationalStart(digits: string, codeEnd: number, plan: CodePlan): number {
  const isTrunk = plan.hasTrunkZero && digits[codeEnd] === "0" && codeEnd + 1 < digits.length;
  return isTrunk ? codeEnd + 1 : codeEnd;
}

/** The calling code that begins here; no calling code begins with another (ITU-T E.164). */
function codeAt(digits: string, from: number): string | null {
  for (let length = 1; length <= MAX_CODE_DIGITS; length++) {
    const code = digits.slice(from, from + length);
    if (codeLines.has(code)) return code;
  }
  return null;
}

/**
 * The plan of a calling code. A code that the table lacks is unassigned or unknown (ITU-T E.164 leaves some unassigned): the
 * national numbers of its tokens begin with 0, which no such plan uses.
 */
function planOf(code: string): CodePlan {
  const known = codePlans.get(code);
  if (known !== undefined) return known;
  // The line of one code, that of a service, has no ranges and ends in a blank.
  const [head = "", ...groups] = (codeLines.get(code) ?? code).trimEnd().split(" ");
  const fiction = Object.entries(FICTION_PREFIXES[code] ?? {});
  const plan: CodePlan = {
    hasTrunkZero: head.endsWith("/0"),
    ranges: unpackRanges(groups),
    fiction: fiction.map(([length, prefixes]) => rangeOf(Number(length), prefixes)),
  };
  // Remember only codes of the table, so that invented ones cannot fill the memory.
  if (codeLines.has(code)) codePlans.set(code, plan);
  return plan;
}

/** The range of a length or of the next longer one (else of the longest), and the one after it. */
function fromLength(
  ranges: readonly NumberRange[],
  length: number,
): Pick<PhoneReading, "unassigned" | "longer"> {
  const first = ranges.findIndex((range) => range.length >= length);
  const at = first === -1 ? ranges.length - 1 : first;
  return { unassigned: ranges[at] ?? rangeOf(length, ["0"]), longer: ranges[at + 1] ?? null };
}

/** Ranges of groups "lengths:prefixes", shortest first. */
function unpackRanges(groups: readonly string[]): NumberRange[] {
  const ranges = groups.flatMap((group) => {
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

/** All prefixes of a pattern: N is 2 to 9, X any digit. */
function expand(pattern: string): string[] {
  let all = [""];
  for (const letter of pattern) {
    const digits = letter === "N" ? "23456789" : letter === "X" ? "0123456789" : letter;
    all = all.flatMap((prefix) => [...digits].map((digit) => prefix + digit));
  }
  return all;
}
