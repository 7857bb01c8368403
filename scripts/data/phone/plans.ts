// The world's numbering plans from libphonenumber's metadata, as languages of digit strings.

import metadata from "libphonenumber-js/metadata.max.json";
import {
  ANYTHING,
  after,
  type Language,
  ofPattern,
  sequence,
  throughCapture,
  withoutEmpty,
} from "./digit-language.ts";

/** One country's plan, as far as the search needs it. */
export interface Plan {
  readonly code: string;
  /** Lengths of national numbers that the library calls possible. */
  readonly lengths: readonly number[];
  /** National numbers that may be assigned. */
  readonly valid: Language;
  /** Texts whose beginning the library takes for a trunk prefix or carrier code. */
  readonly stripped: Language;
  /** Texts with the beginning that tells this country's numbers from those of others with the same code. */
  readonly leading: Language;
  /**
   * Texts that dial a valid number inside the country (with the trunk prefix, or without it where that is usual),
   * that write one with the calling code but no "+", or that begin with an exit prefix. An exit prefix of a single
   * 0 (two island states) is ignored: otherwise no number with a leading zero would be left.
   */
  readonly dialled: Language;
  /** True when "0" is the trunk prefix: "+44 (0)20 ...". */
  readonly hasTrunkZero: boolean;
}

/** Fields of a country in the library's compact metadata (its METADATA.md), by position. */
type Fields = readonly unknown[];
const CODE = 0;
const EXIT_PREFIX = 1;
const PATTERN = 2;
const LENGTHS = 3;
const FORMATS = 4;
const TRUNK_DIGITS = 5;
const TRUNK_WRITING = 6;
const TRUNK_PREFIX = 7;
const TRUNK_RULE = 8;
const TRUNK_OPTIONAL = 9;
const LEADING = 10;
const TYPES = 11;
/** Calling code of the North American Numbering Plan, where the trunk prefix 1 may be omitted. */
const NORTH_AMERICA = "1";

/** Plans by calling code, the code's main country first. */
export function plansByCode(): Map<string, Plan[]> {
  const plans = new Map<string, Plan[]>();
  const countries = metadata.countries as unknown as Record<string, Fields>;
  const codes = metadata.country_calling_codes as unknown as Record<string, string[]>;
  for (const [code, names] of Object.entries(codes)) {
    const known = names.flatMap((name) => (countries[name] ? [planOf(countries[name])] : []));
    if (known.length > 0) plans.set(code, known);
  }
  const others = metadata.nonGeographic as unknown as Record<string, Fields>;
  for (const [code, fields] of Object.entries(others)) {
    const plan = planOf(fields);
    // Global services belong to no country in which they could be dialled without their code.
    plans.set(code, [{ ...plan, dialled: sequence(ofPattern(code), plan.valid) }]);
  }
  return plans;
}

function planOf(fields: Fields): Plan {
  const code = String(fields[CODE]);
  const valid = validNumbers(fields);
  // The trunk prefix is a separate expression where it is more than plain digits.
  const trunk = textAt(fields, TRUNK_PREFIX) ?? textAt(fields, TRUNK_DIGITS);
  const prefix = trunk === null ? [] : withoutEmpty(ofPattern(trunk));
  const leading = textAt(fields, LEADING);
  const exit = textAt(fields, EXIT_PREFIX);
  return {
    code,
    lengths: fields[LENGTHS] as readonly number[],
    valid,
    stripped: sequence(prefix, ANYTHING),
    leading: leading === null ? [] : sequence(ofPattern(leading), ANYTHING),
    dialled: [
      ...(needsTrunk(fields) ? [] : valid),
      ...sequence(ofPattern(code), valid),
      ...sequence(prefix, valid),
      ...(trunk === null ? [] : transformed(trunk, textAt(fields, TRUNK_RULE), valid)),
      ...(exit === null || exit === "0" ? [] : sequence(ofPattern(exit), ANYTHING)),
    ],
    hasTrunkZero: trunk !== null && new RegExp(`^(?:${trunk})$`).test("0"),
  };
}

/** Whether every way of writing a national number includes the trunk prefix. */
function needsTrunk(fields: Fields): boolean {
  const trunk = textAt(fields, TRUNK_DIGITS);
  if (trunk === null || fields[CODE] === NORTH_AMERICA || fields[TRUNK_OPTIONAL]) return false;
  const formats = (fields[FORMATS] || []) as readonly Fields[];
  // In a format, field 3 is how its trunk prefix is written, field 4 whether it may be omitted.
  return formats.every((format) => {
    const writing = textAt(format, 3) ?? textAt(fields, TRUNK_WRITING);
    return !format[4] && writing !== null && writing.includes(trunk);
  });
}

/**
 * A superset of the numbers that the library calls valid; those match the general pattern and the pattern of one
 * kind (fixed line, mobile ...). A kind without a pattern has that of the kind before it.
 */
function validNumbers(fields: Fields): Language {
  const types = (fields[TYPES] || []) as readonly (readonly unknown[] | 0 | null)[];
  const patterns = types.map((type) => (type ? String(type[0]) : "")).filter((text) => text !== "");
  return (patterns.length === 0 ? [String(fields[PATTERN])] : patterns).flatMap(ofPattern);
}

/** A superset of the texts that a country's rule turns into valid numbers. */
function transformed(trunk: string, rule: string | null, valid: Language): Language {
  if (rule === null) return [];
  // "([2-9]\d{6})$" with "246$1": the number without its area code.
  const area = /^\(\D[^()]*\)\$/.test(trunk) ? /^(\d+)\$1$/.exec(rule)?.[1] : undefined;
  if (area !== undefined) return after(valid, area);
  return sequence(throughCapture(ofPattern(trunk)), ANYTHING);
}

function textAt(fields: Fields, at: number): string | null {
  const field = fields[at];
  return typeof field === "string" && field !== "" ? field : null;
}
