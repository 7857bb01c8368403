// One pass over the text for all values that need no label: form and check digits say what they are. The
// pass goes from run to run of letters and digits; length and first characters of a run decide which
// patterns are tried there, so that a word of prose costs next to nothing.

import type { EntityName } from "../core/entities.ts";
import { codeAt, isWordBefore, isWordBehind } from "./chars.ts";
import type { Recognizer, Span } from "./span.ts";

/** What a form is trusted with, and why. */
interface BareVerdict {
  readonly score: number;
  readonly reason: string;
}

/** A form of values that stands without a label. */
export interface BareForm {
  /** Name of the recognizer in its spans. */
  readonly name: string;
  readonly entityType: EntityName;
  /** Sticky, of bounded length. Where the value ends is its business; where it begins is a run's start. */
  readonly pattern: RegExp;
  /** Least and greatest length of the run the value begins with. */
  readonly run: readonly [number, number];
  /** First two characters of that run; without: a run with a digit. */
  readonly pairs?: string;
  /** Characters of the value before the run: those of an earlier run. */
  readonly back?: number;
  readonly judge: (written: string, text: string, start: number) => BareVerdict | null;
}

const LETTER = 1;
const DIGIT = 2;
const CODES = 128;
const CLASSES = Uint8Array.from({ length: CODES }, (_, code) => {
  if (code >= 48 && code <= 57) return DIGIT;
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || code === 95 ? LETTER : 0;
});
/** Longer runs are all alike. */
const MAX_RUN = 128;
/** What makes a run the rest of a longer word: "x-1", "1.2". */
/** CommonMark, 6.2. */
const MAX_EMPHASIS = 3;
const JOINTS: ReadonlySet<string> = new Set(["-", ".", "@"]);

function classOf(code: number): number {
  return code < CODES ? (CLASSES[code] ?? 0) : 0;
}

/** Recognizer of values in `forms`; at one place the first form wins. */
export function createBare(name: string, forms: readonly BareForm[]): Recognizer {
  const byLength = Array.from({ length: MAX_RUN + 1 }, (_, length) =>
    forms.filter(({ run, pairs }) => pairs === undefined && run[0] <= length && length <= run[1]),
  );
  const byPair = new Map<number, BareForm[]>();
  for (const form of forms) {
    for (const pair of form.pairs?.split(" ") ?? []) {
      const key = pairOf(pair, 0);
      byPair.set(key, [...(byPair.get(key) ?? []), form]);
    }
  }
  const isPair = new Uint8Array(CODES * CODES);
  for (const key of byPair.keys()) isPair[key] = 1;

  const formsAt = (text: string, start: number, length: number, hasDigit: boolean) => {
    const found = hasDigit ? (byLength[Math.min(length, MAX_RUN)] ?? []) : [];
    const key = length > 1 ? pairOf(text, start) : 0;
    if (isPair[key] !== 1) return found;
    const paired = (byPair.get(key) ?? []).filter(({ run }) => run[0] <= length);
    return [...paired, ...found];
  };

  return {
    name,
    entityTypes: [...new Set(forms.map(({ entityType }) => entityType))],
    scan(text) {
      const spans: Span[] = [];
      let at = 0;
      while (at < text.length) {
        let kind = classOf(codeAt(text, at));
        if (kind === 0) {
          at++;
          continue;
        }
        const start = at;
        let classes = 0;
        do {
          classes |= kind;
          kind = classOf(codeAt(text, ++at));
        } while (kind !== 0);
        // A word of prose: no digit in it, and no form begins so.
        if ((classes & DIGIT) === 0 && (at === start + 1 || isPair[pairOf(text, start)] !== 1)) {
          continue;
        }
        if (codeAt(text, start - 1) > CODES && isLetterBefore(text, start)) continue;
        const [first, last] = withoutEmphasis(text, start, at);
        const fitting = formsAt(text, first, last - first, (classes & DIGIT) !== 0);
        const span = firstOf(text, first, fitting);
        if (span === null) continue;
        spans.push(span);
        at = Math.max(at, span.end);
      }
      return spans;
    },
  };
}

/** The run from `start` to `end` without underscores on both sides: "_1HGCM82633A004352_". */
function withoutEmphasis(text: string, start: number, end: number): [number, number] {
  let [first, last] = [start, end];
  while (last - first > 2 && first - start < MAX_EMPHASIS && isEmphasized(text, first, last)) {
    first++;
    last--;
  }
  return [first, last];
}

function isEmphasized(text: string, start: number, end: number): boolean {
  return text.charAt(start) === "_" && text.charAt(end - 1) === "_";
}

function pairOf(text: string, at: number): number {
  return codeAt(text, at) * CODES + codeAt(text, at + 1);
}

function isLetterBefore(text: string, start: number): boolean {
  return /\p{L}/u.test(text.charAt(start - 1));
}

/** What the first form that fits makes of the run at `start`, or null. */
function firstOf(text: string, start: number, forms: readonly BareForm[]): Span | null {
  for (const form of forms) {
    const span = read(text, start, form);
    if (span !== null) return span;
  }
  return null;
}

function read(text: string, runStart: number, form: BareForm): Span | null {
  const start = runStart - (form.back ?? 0);
  if (start < 0 || isWordBefore(text, start) || JOINTS.has(text.charAt(start - 1))) return null;
  form.pattern.lastIndex = start;
  const written = form.pattern.exec(text)?.[0];
  if (written === undefined || isWordBehind(text, start + written.length)) return null;
  const verdict = form.judge(written, text, start);
  if (verdict === null) return null;
  const end = start + written.length;
  return { start, end, entityType: form.entityType, recognizer: form.name, ...verdict };
}
