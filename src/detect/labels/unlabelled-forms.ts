// All values that need no label: form and check digits say what they are. Looked at are runs of letters and
// digits with a digit in them, or with the first characters of a form; length and first characters of a run
// decide which patterns are tried there, so that a word of prose costs nothing.

import type { EntityName } from "../../core/entities.ts";
import type { Recognizer, Span } from "../span.ts";
import { codeAt, isDigit, isWord, isWordBefore, isWordBehind } from "../text/chars.ts";
import { PLACE_SHIFT, type Survey, surveyOf, WATCH, watchRuns } from "../text/survey.ts";

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
  /** What the run begins with, if only one of the two can be. */
  readonly begins?: "digit" | "letter";
  /** First three characters of the value, apart by blanks; without: its run has a digit. */
  readonly starts?: string;
  /** Characters of the value before the run: those of an earlier run. */
  readonly back?: number;
  readonly judge: (written: string, text: string, start: number) => BareVerdict | null;
}

/** Longer runs are all alike. */
const MAX_RUN = 128;
const ASCII = 128;
/** CommonMark, 6.2. */
const MAX_EMPHASIS = 3;
const START_CHARS = 3;
/** What makes a run the rest of a longer word: "x-1", "1.2". */
const JOINTS: ReadonlySet<string> = new Set(["-", ".", "@"]);

/** Recognizer of values in `forms`; at one place the first form wins. */
export function createBare(name: string, forms: readonly BareForm[]): Recognizer {
  const table = new FormTable(forms);
  return {
    name,
    entityTypes: [...new Set(forms.map(({ entityType }) => entityType))],
    scan(text) {
      const spans: Span[] = [];
      let floor = 0;
      const runs = new Runs(text);
      while (runs.next(floor)) {
        const span = spanIn(text, runs, table);
        if (span !== null) spans.push(span);
        floor = Math.max(runs.end, span?.end ?? 0);
      }
      return spans;
    },
  };
}

/** Runs of letters, digits and underscores that a form may begin with, one after another. */
class Runs {
  start = 0;
  end = 0;
  hasDigit = false;
  /** A form with known first characters may begin here. */
  isWatched = false;

  readonly #text: string;
  readonly #survey: Survey;
  #place = 0;
  #digits = 0;

  constructor(text: string) {
    this.#text = text;
    this.#survey = surveyOf(text);
  }

  /** Go to the next run that begins at `floor` or behind it; false: there is none. */
  next(floor: number): boolean {
    const { placeCount, digitRuns, digitStarts } = this.#survey;
    while (this.#place < placeCount && !this.#isRun(floor)) this.#place++;
    while (this.#digits < digitRuns && (digitStarts[this.#digits] as number) < floor)
      this.#digits++;
    const isPlace = this.#place < placeCount;
    const isDigits = this.#digits < digitRuns;
    if (!(isPlace || isDigits)) return false;
    const text = this.#text;
    const place = isPlace ? this.#placeAt() : text.length;
    const digit = isDigits ? (digitStarts[this.#digits] as number) : text.length;
    this.start = Math.min(place, digit);
    while (this.start > floor && isWord(codeAt(text, this.start - 1))) this.start--;
    this.end = Math.min(place, digit) + 1;
    while (isWord(codeAt(text, this.end))) this.end++;
    this.hasDigit = digit < this.end;
    this.isWatched = this.start === place;
    return true;
  }

  #isRun(floor: number): boolean {
    const place = this.#survey.places[this.#place] as number;
    return (place & WATCH.run) !== 0 && place >>> PLACE_SHIFT >= floor;
  }

  #placeAt(): number {
    return (this.#survey.places[this.#place] as number) >>> PLACE_SHIFT;
  }
}

type FormsByLength = readonly (readonly BareForm[])[];

function byLength(forms: readonly BareForm[]): FormsByLength {
  return Array.from({ length: MAX_RUN + 1 }, (_, length) =>
    forms.filter(({ run, starts }) => !starts && run[0] <= length && length <= run[1]),
  );
}

/** Forms by the runs they may begin with. */
class FormTable {
  readonly #ofDigits: FormsByLength;
  readonly #ofLetters: FormsByLength;
  readonly #byStart = new Map<string, BareForm[]>();

  constructor(forms: readonly BareForm[]) {
    this.#ofDigits = byLength(forms.filter(({ begins }) => begins !== "letter"));
    this.#ofLetters = byLength(forms.filter(({ begins }) => begins !== "digit"));
    for (const form of forms) {
      for (const start of form.starts?.split(" ") ?? []) {
        this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), form]);
      }
    }
    watchRuns(this.#byStart.keys());
  }

  /** Forms for a run with a digit from `start` to `end`. */
  ofRun(text: string, start: number, end: number): readonly BareForm[] {
    const table = isDigit(codeAt(text, start)) ? this.#ofDigits : this.#ofLetters;
    return table[Math.min(end - start, MAX_RUN)] ?? [];
  }

  /** Forms that begin like the text at `start`. */
  ofStart(text: string, start: number): readonly BareForm[] {
    return this.#byStart.get(text.slice(start, start + START_CHARS)) ?? [];
  }
}

/** What the first form that fits makes of a run, or null. */
function spanIn(text: string, runs: Runs, table: FormTable): Span | null {
  const { start, end, hasDigit } = runs;
  if (codeAt(text, start - 1) > ASCII && isLetterBefore(text, start)) return null;
  const [first, last] = withoutEmphasis(text, start, end);
  // Digits begin none of those, and a letter of theirs is watched.
  const isStart = runs.isWatched || first > start;
  const span = isStart ? firstOf(text, first, table.ofStart(text, first)) : null;
  if (span !== null || !hasDigit) return span;
  return firstOf(text, first, table.ofRun(text, first, last));
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

function isLetterBefore(text: string, start: number): boolean {
  return /\p{L}/u.test(text.charAt(start - 1));
}

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
