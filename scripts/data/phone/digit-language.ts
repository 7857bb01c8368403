// Sets of digit strings, read from the regular expressions of numbering plans. What may follow a first digit
// is such a set again (its derivative: Brzozowski, "Derivatives of Regular Expressions", J. ACM 11, 1964), so
// that it can be told for certain whether any number of n digits that begins so matches.

/** A set of digit strings. */
export type Language =
  | { readonly kind: "digit"; readonly digits: number }
  /** Every string. */
  | { readonly kind: "anything" }
  /** "$": nothing, and nothing may follow. */
  | { readonly kind: "end" }
  | { readonly kind: "sequence"; readonly parts: readonly Language[] }
  | { readonly kind: "choice"; readonly parts: readonly Language[] }
  /** A capturing group. */
  | { readonly kind: "captured"; readonly part: Language };

/** Sets of lengths, one bit each: of strings that may go on, and of those that are at their end. */
interface Lengths {
  readonly open: bigint;
  readonly ended: bigint;
}

const ALL_DIGITS = 0x3ff;
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Longest number looked at, far above ITU-T E.164's 15 digits. */
const MAX_LENGTH = 40;
const ALL_LENGTHS = (1n << BigInt(MAX_LENGTH + 1)) - 1n;

export const ANYTHING: Language = { kind: "anything" };
const END: Language = { kind: "end" };

/** Strings of each part, one after another. */
export function sequence(...parts: Language[]): Language {
  const flat = parts.flatMap((part) => (part.kind === "sequence" ? part.parts : [part]));
  if (flat.some(isNothing)) return choice();
  return flat.length === 1 && flat[0] ? flat[0] : { kind: "sequence", parts: flat };
}

/** Strings of any part; of none there are none. */
export function choice(...parts: Language[]): Language {
  const flat = parts.flatMap((part) => (part.kind === "choice" ? part.parts : [part]));
  return flat.length === 1 && flat[0] ? flat[0] : { kind: "choice", parts: flat };
}

function isNothing(language: Language): boolean {
  return language.kind === "choice" && language.parts.length === 0;
}

const knownRests = new WeakMap<Language, Map<string, Language>>();

/** What may follow these digits in strings of a language; worked out once for each beginning. */
export function after(language: Language, digits: string): Language {
  return [...digits].reduce((start, digit) => {
    const known = knownRests.get(start) ?? new Map<string, Language>();
    const rest = known.get(digit) ?? afterDigit(start, Number(digit));
    knownRests.set(start, known.set(digit, rest));
    return rest;
  }, language);
}

function afterDigit(language: Language, digit: number): Language {
  switch (language.kind) {
    case "digit":
      return language.digits & (1 << digit) ? sequence() : choice();
    case "anything":
      return language;
    case "end":
      return choice();
    case "captured":
      return afterDigit(language.part, digit);
    case "choice":
      return choice(...language.parts.map((part) => afterDigit(part, digit)));
    case "sequence": {
      const [first, ...rest] = language.parts;
      if (first === undefined) return choice();
      const inFirst = sequence(afterDigit(first, digit), ...rest);
      const isSkipped = (lengthsOf(first).open & 1n) !== 0n;
      return isSkipped ? choice(inFirst, afterDigit(sequence(...rest), digit)) : inFirst;
    }
  }
}

/** The strings that are not empty. */
export function withoutEmpty(language: Language): Language {
  return choice(
    ...DIGITS.map((digit) =>
      sequence({ kind: "digit", digits: 1 << digit }, afterDigit(language, digit)),
    ),
  );
}

/** Whether a language has a string of so many digits, or of any number of them. */
export function hasStrings(language: Language, length: number | "any"): boolean {
  const { open, ended } = lengthsOf(language);
  const lengths = open | ended;
  return (length === "any" ? lengths : (lengths >> BigInt(length)) & 1n) !== 0n;
}

const knownLengths = new WeakMap<Language, Lengths>();

function lengthsOf(language: Language): Lengths {
  const known = knownLengths.get(language);
  if (known !== undefined) return known;
  const lengths = measure(language);
  knownLengths.set(language, lengths);
  return lengths;
}

function measure(language: Language): Lengths {
  switch (language.kind) {
    case "digit":
      return { open: 2n, ended: 0n };
    case "anything":
      return { open: ALL_LENGTHS, ended: 0n };
    case "end":
      return { open: 0n, ended: 1n };
    case "captured":
      return lengthsOf(language.part);
    case "choice": {
      const all = language.parts.map(lengthsOf);
      return {
        open: all.reduce((lengths, { open }) => lengths | open, 0n),
        ended: all.reduce((lengths, { ended }) => lengths | ended, 0n),
      };
    }
    case "sequence": {
      let [open, ended] = [1n, 0n];
      for (const part of language.parts) {
        const next = lengthsOf(part);
        const mayBeEmpty = ((next.open | next.ended) & 1n) !== 0n;
        ended = sums(open, next.ended) | (mayBeEmpty ? ended : 0n);
        open = sums(open, next.open);
      }
      return { open, ended };
    }
  }
}

/** All sums of a length of one set and a length of the other. */
function sums(some: bigint, others: bigint): bigint {
  let found = 0n;
  for (let length = 0n; some >> length !== 0n; length++) {
    if ((some >> length) & 1n) found |= others << length;
  }
  return found & ALL_LENGTHS;
}

/** The strings of a language that go through a capturing group of its expression. */
export function throughCapture(language: Language): Language {
  if (language.kind === "captured") return language;
  if (language.kind === "choice") return choice(...language.parts.map(throughCapture));
  if (language.kind !== "sequence") return choice();
  const { parts } = language;
  return choice(...parts.map((part, i) => sequence(...parts.with(i, throughCapture(part)))));
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
    const parts = [row()];
    while (take(/^\|/)) parts.push(row());
    return choice(...parts);
  };
  const row = (): Language => {
    const parts: Language[] = [];
    while (at < pattern.length && !/[|)]/.test(pattern[at] ?? "")) parts.push(repeated(atom()));
    return sequence(...parts);
  };
  const atom = (): Language => {
    const digits = take(/^(?:\d|\\d|\[[\d-]+\])/)?.[0];
    if (digits !== undefined) return { kind: "digit", digits: digitSet(digits) };
    if (take(/^\$/)) return END;
    const group = take(/^\((\?:)?/);
    if (group === null) throw new Error(`unknown syntax at "${pattern.slice(at)}"`);
    const part = alternatives();
    if (!take(/^\)/)) throw new Error(`unbalanced: ${pattern}`);
    return group[1] === undefined ? { kind: "captured", part } : part;
  };
  const repeated = (part: Language): Language => {
    const count = take(/^(?:\?|\{(\d+)(?:,(\d+))?\})/);
    if (count === null) return part;
    const min = Number(count[1] ?? 0);
    let more: Language = sequence();
    for (let time = Number(count[2] ?? count[1] ?? 1); time > min; time--) {
      more = choice(sequence(), sequence(part, more));
    }
    return sequence(...Array<Language>(min).fill(part), more);
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
