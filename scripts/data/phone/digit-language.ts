// Sets of digit strings, from the regular expressions of numbering plans. These have no unbounded repetition, so each set is
// a list of rows, and it can be decided exactly whether it contains any number of n digits with a given beginning.

/** Strings with one digit from each of these sets (one bit per digit), followed by what `tail` allows. */
interface Row {
  readonly digits: readonly number[];
  /** "end": "$" is here, so nothing may follow in a longer expression; "anything": any digits may follow. */
  readonly tail: "" | "end" | "anything";
  /** The row passes through a capturing group of its expression. */
  readonly isCaptured: boolean;
}

/** A set of digit strings. */
export type Language = readonly Row[];

const ALL_DIGITS = 0x3ff;
const NOTHING_YET: Row = { digits: [], tail: "", isCaptured: false };

/** Every string. */
export const ANYTHING: Language = [{ ...NOTHING_YET, tail: "anything" }];

/** Concatenations of one string from each part; nothing can follow ANYTHING. */
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

/** What may follow these digits in a language's strings. */
export function after(language: Language, digits: string): Language {
  return [...digits].reduce((rows, digit) => rows.flatMap((row) => restOf(row, +digit)), language);
}

function restOf(row: Row, digit: number): Row[] {
  const [first, ...rest] = row.digits;
  if (first === undefined) return row.tail === "anything" ? [row] : [];
  return first & (1 << digit) ? [{ ...row, digits: rest }] : [];
}

/** Lengths of a language's strings, one bit each; where any digits may follow, all bits from there on are set. */
export function lengthsOf(language: Language): number {
  return language.reduce(
    (lengths, { digits, tail }) => lengths | ((tail === "anything" ? -1 : 1) << digits.length),
    0,
  );
}

/** A language's non-empty strings. */
export function withoutEmpty(language: Language): Language {
  return language.filter(({ digits }) => digits.length > 0);
}

/** A language's strings that pass through a capturing group of its expression. */
export function throughCapture(language: Language): Language {
  return language.filter(({ isCaptured }) => isCaptured);
}

/** The language of a regular expression; throws for syntax that numbering plans do not use. */
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
