// All values that need no label: form and check digits identify them. Scans runs of letters and digits that hold a digit or
// start like a form. A run's length and first characters select the patterns to try, so a word of prose costs nothing.

import type { EntityName } from "../../core/entities.ts";
import { wordSet } from "../../core/word-set.ts";
import type { Recognizer, Span } from "../span.ts";
import { codeAt, isWordAfter, isWordBefore } from "../text/chars.ts";
import { matchAt } from "../text/sticky.ts";
import { hasWordBefore } from "./context.ts";
import { compactOf } from "./label-values.ts";
import type { LabelRule } from "./labelled.ts";

/** How far a form is trusted, and why. */
interface UnlabelledVerdict {
  readonly score: number;
  readonly reason: string;
}

/** A form of values that need no label. */
export interface UnlabelledForm {
  readonly name: string;
  readonly entityType: EntityName;
  /** Sticky, of bounded length. It decides where the value ends; the value begins at a run's start. */
  readonly pattern: RegExp;
  /** Least and greatest length of the run that begins the value. */
  readonly run: readonly [number, number];
  /** First three characters of possible values, separated by blanks; absent: the run has a digit. */
  readonly starts?: string;
  /** Number of characters of the value before the run; they belong to an earlier run. */
  readonly back?: number;
  readonly judge: (written: string, text: string, start: number) => UnlabelledVerdict | null;
}

/**
 * A row of a table of forms of one kind. `check` gets the value's letters and digits in upper case; without it, every value
 * of the form counts.
 */
export type FormRow = (
  pattern: RegExp,
  run: readonly [number, number],
  score: number,
  reason: string,
  check?: (compact: string, text: string, start: number) => boolean,
) => UnlabelledForm;

/** Check for a row: a word of `list` occurs in the `chars` characters before the value, and the value passes `passes`. */
export function afterWord(
  list: string,
  passes: (compact: string) => boolean = () => true,
  chars = NEAR_CHARS,
): Parameters<FormRow>[4] {
  const words = wordSet(list);
  return (compact, text, start) => passes(compact) && hasWordBefore(text, start, words, chars);
}

/** Returns a maker of forms for the kind of a label's rule. */
export function formsLike({ name, entityType }: LabelRule): FormRow {
  return (pattern, run, score, reason, check = () => true) => {
    const judge = (written: string, text: string, start: number) =>
      check(compactOf(written), text, start) ? { score, reason } : null;
    return { name, entityType, pattern, run, judge };
  };
}

/** How far before a value a word that identifies it may be, in characters. */
const NEAR_CHARS = 60;
/** Longer runs are treated alike. */
const MAX_RUN = 128;
const ASCII = 128;
/** Underscores on each side of a run (CommonMark, 6.2). */
const MAX_EMPHASIS = 3;
const START_CHARS = 3;
/** Signs that make the run after them the rest of a longer word: "x-1", "1.2". */
const JOINING_SIGNS: ReadonlySet<string> = new Set(["-", ".", "@"]);

/** Recognizer of values in `forms`; at one position the first form wins. */
export function createUnlabelled(name: string, forms: readonly UnlabelledForm[]): Recognizer {
  const table = new FormTable(forms);
  return {
    name,
    entityTypes: [...new Set(forms.map(({ entityType }) => entityType))],
    scan(text) {
      const spans: Span[] = [];
      const { runs } = table;
      runs.lastIndex = 0;
      for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
        const span = spanIn(text, run.index, runs.lastIndex, table);
        if (span === null) continue;
        spans.push(span);
        runs.lastIndex = Math.max(runs.lastIndex, span.end);
      }
      return spans;
    },
  };
}

/** Forms, indexed by the runs they may begin with. */
class FormTable {
  /** Matches the runs that a form may begin with. */
  readonly runs: RegExp;
  readonly #byLength: readonly (readonly UnlabelledForm[])[];
  readonly #byStart = new Map<string, UnlabelledForm[]>();

  constructor(forms: readonly UnlabelledForm[]) {
    this.#byLength = Array.from({ length: MAX_RUN + 1 }, (_, length) =>
      forms.filter(({ run, starts }) => !starts && run[0] <= length && length <= run[1]),
    );
    for (const form of forms) {
      for (const start of form.starts?.split(" ") ?? []) {
        this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), form]);
      }
    }
    const starts = [...this.#byStart.keys()].map((start) => start.replace(/[^\w]/g, "\\$&"));
    this.runs = new RegExp(`\\b(?=[A-Za-z_]*\\d|_*(?:${starts.join("|")}))\\w+`, "g");
  }

  ofRun(length: number): readonly UnlabelledForm[] {
    return this.#byLength[Math.min(length, MAX_RUN)] ?? [];
  }

  /** Forms that begin like the text at `start`. */
  ofStart(text: string, start: number): readonly UnlabelledForm[] {
    return this.#byStart.get(text.slice(start, start + START_CHARS)) ?? [];
  }
}

/** The span of the first form that fits a run, or null. */
function spanIn(text: string, start: number, end: number, table: FormTable): Span | null {
  if (codeAt(text, start - 1) > ASCII && isLetterBefore(text, start)) return null;
  const [first, last] = withoutEmphasis(text, start, end);
  const span = firstOf(text, first, table.ofStart(text, first));
  if (span !== null || !/\d/.test(text.slice(start, end))) return span;
  return firstOf(text, first, table.ofRun(last - first));
}

/** The run from `start` to `end` without the underscores around it: "_1HGCM82633A004352_". */
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

function isLetterBefore(text: string, start: number): boolean {
  return /\p{L}/u.test(text.charAt(start - 1));
}

function firstOf(text: string, start: number, forms: readonly UnlabelledForm[]): Span | null {
  for (const form of forms) {
    const span = read(text, start, form);
    if (span !== null) return span;
  }
  return null;
}

function read(text: string, runStart: number, form: UnlabelledForm): Span | null {
  const start = runStart - (form.back ?? 0);
  if (start < 0 || isWordBefore(text, start) || JOINING_SIGNS.has(text.charAt(start - 1)))
    return null;
  const written = matchAt(form.pattern, text, start)?.[0];
  if (written === undefined || isWordAfter(text, start + written.length)) return null;
  const verdict = form.judge(written, text, start);
  if (verdict === null) return null;
  const end = start + written.length;
  return { start, end, entityType: form.entityType, recognizer: form.name, ...verdict };
}
