// Sets of digit strings, read from the regular expressions of numbering plans. Those repeat nothing without a bound, so each
// is a list of rows, and it can be told for certain whether any number of n digits that begins so is in one.

/** Strings that have a digit of each of these sets (one bit each), and then what `tail` says. */
interface Row {
  readonly digits: readonly number[];
  /** "end": a "$" stands there, so nothing may follow in a longer expression; "anything": every string. */
  readonly tail: "" | "end" | "anything";
  /** It goes through a capturing group of its expression. */
  readonly isCaptured: boolean;
}

/** A set of digit strings. */
export type Language = readonly Row[];

const ALL_DIGITS = 0x3ff;
const NOTHING_YET: Row = { digits: [], tail: "", isCaptured: false };

/** Every string. */
export const ANYTHING: Language = [{ ...NOTHING_YET, tail: "anything" }];

/** Strings of each part, one after another; nothing follows on ANYTHING. */
export function sequence(...parts: Language[]): Language {
  const joined = (a: Row, b: Row): Row[] => {
    const isCaptured = a.isCaptured || b.isCaptured;
    if (a.tail === "") return [{ digits: [...a.digits, ...b.digits], tail: b.tail, isCaptured }];
    return b.digits.length === 0 ? [{ ...a, isCaptured }] : [];
  };
  return parts.reduce<Language>(
    (rows, part) => rows.flatMap((row) => part.flatMap((next) => joined(row, next))),
    [NOTHING_YET],
  );
}

/** What may follow these digits in strings of a language. */
export function after(language: Language, digits: string): Language {
  return [...digits].reduce((rows, digit) => rows.flatMap((row) => restOf(row, +digit)), language);
}

function restOf(row: Row, digit: number): Row[] {
  const [first, ...rest] = row.digits;
  if (first === undefined) return row.tail === "anything" ? [row] : [];
  return first & (1 << digit) ? [{ ...row, digits: rest }] : [];
}

/** Lengths of the strings of a language, one bit each; all bits from that of one on that may be longer. */
export function lengthsOf(language: Language): number {
  return language.reduce(
    (lengths, { digits, tail }) => lengths | ((tail === "anything" ? -1 : 1) << digits.length),
    0,
  );
}

/** The strings that are not empty. */
export function withoutEmpty(language: Language): Language {
  return language.filter(({ digits }) => digits.length > 0);
}

/** The strings of a language that go through a capturing group of its expression. */
export function throughCapture(language: Language): Language {
  return language.filter(({ isCaptured }) => isCaptured);
}

/** The language of a regular expression; throws on syntax that numbering plans do not use. */
export function ofPattern(pattern: string): Language {
  let at = 0;
  const take = (syntax: RegExp): RegExpExecArray | null => {
    const match = syntax.exec(pattern.slice(at));
    at += match?.[0].length ?? 0;
    return match;
  };
  const alternatives = (): Language => {
    let rows = row();
    while (take(/^\|/)) rows = [...rows, ...row()];
    return rows;
  };
  const row = (): Language => {
    const parts: Language[] = [];
    while (at < pattern.length && !/[|)]/.test(pattern[at] ?? "")) parts.push(repeated(atom()));
    return sequence(...parts);
  };
  const atom = (): Language => {
    const digits = take(/^(?:\d|\\d|\[[\d-]+\])/)?.[0];
    if (digits !== undefined) return [{ ...NOTHING_YET, digits: [digitSet(digits)] }];
    if (take(/^\$/)) return [{ ...NOTHING_YET, tail: "end" }];
    const group = take(/^\((\?:)?/);
    if (group === null) throw new Error(`unknown syntax at "${pattern.slice(at)}"`);
    const rows = alternatives();
    if (!take(/^\)/)) throw new Error(`unbalanced: ${pattern}`);
    return group[1] === undefined ? rows.map((one) => ({ ...one, isCaptured: true })) : rows;
  };
  const repeated = (part: Language): Language => {
    const count = take(/^(?:\?|\{(\d+)(?:,(\d+))?\})/);
    if (count === null) return part;
    const [least, most] = [Number(count[1] ?? 0), Number(count[2] ?? count[1] ?? 1)];
    const times = Array.from({ length: most - least + 1 }, (_, more) => least + more);
    return times.flatMap((time) => sequence(...Array<Language>(time).fill(part)));
  };
  const language = alternatives();
  if (at < pattern.length) throw new Error(`unbalanced: ${pattern}`);
  return language;
}

/** Digits of "\d", "5" or "[2-57]", one bit each. */
function digitSet(text: string): number {
  if (text === "\\d") return ALL_DIGITS;
  let set = 0;
  for (const [, low = "", high = low] of text.matchAll(/(\d)(?:-(\d))?/g)) {
    for (let digit = Number(low); digit <= Number(high); digit++) set |= 1 << digit;
  }
  return set;
}
