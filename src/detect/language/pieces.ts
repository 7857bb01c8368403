// Cuts a text into pieces that are assumed to be in one language: sentences, and in each the runs of one script.

import { UNIT, unitOf } from "./code-units.ts";

/** Scripts that languages are identified by. Kana and Han are one: Japanese writes with both. */
export const SCRIPT = { latin: 0, devanagari: 1, cjk: 2, foreign: 3 } as const;

/** A piece of a text. Pieces follow each other without gap or overlap. */
export interface Piece {
  readonly start: number;
  /** One past the last code unit; characters that are no letters belong to the letters before them. */
  end: number;
  /** `SCRIPT`; null in a text without letters. */
  readonly script: number | null;
  readonly isLineStart: boolean;
  readonly kana: number;
  readonly han: number;
}

/** A sentence of this many code units ends at the next blank: some texts have no other end. */
const LONG = 240;

/** A sentence of this many code units ends after the next letter. */
export const LONGEST = 1_024;

const SCRIPT_OF_UNIT = new Uint8Array(UNIT.foreign + 1);
SCRIPT_OF_UNIT[UNIT.latin] = SCRIPT.latin;
SCRIPT_OF_UNIT[UNIT.devanagari] = SCRIPT.devanagari;
SCRIPT_OF_UNIT[UNIT.kana] = SCRIPT.cjk;
SCRIPT_OF_UNIT[UNIT.han] = SCRIPT.cjk;
SCRIPT_OF_UNIT[UNIT.foreign] = SCRIPT.foreign;

/** Weight of a Han or kana character: it says as much as this many letters. */
const CJK_COUNTS = 3;

/** The pieces of a text, in order. Linear. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const counts = new Uint32Array(UNIT.foreign + 1);
  let start = 0;
  let isLineStart = true;
  for (let from = 0; from < text.length; ) {
    const end = sentenceEnd(text, from, counts);
    const hasLetters = lettersIn(counts) > 0;
    const last = pieces.at(-1);
    if (hasLetters) addRuns(pieces, text, { start, end, isLineStart }, counts);
    else if (last !== undefined) last.end = end;
    // Text without letters belongs to the piece before it or, if there is none, to the next one.
    if (hasLetters || last !== undefined) start = end;
    isLineStart = isNewline(text, end - 1) || (isLineStart && !hasLetters);
    from = end;
  }
  // A text without letters.
  if (start < text.length) pieces.push({ ...NOTHING, start, end: text.length, isLineStart });
  return pieces;
}

const NOTHING = { script: null, kana: 0, han: 0 } as const;

/** End of the sentence that begins at `from`; counts its code units by `UNIT`. */
function sentenceEnd(text: string, from: number, counts: Uint32Array): number {
  counts.fill(0);
  let at = from;
  while (at < text.length) {
    const unit = unitOf(text.charCodeAt(at++));
    counts[unit] = (counts[unit] as number) + 1;
    if (unit <= UNIT.fullStop ? endsSentence(text, at, unit, at - from) : isTooLong(text, at, from))
      break;
  }
  return at;
}

/** Whether a sentence of this length ends before `at`, right after a unit that is no letter. */
function endsSentence(text: string, at: number, unit: number, length: number): boolean {
  if (unit === UNIT.newline || unit === UNIT.fullStop) return true;
  if (unit === UNIT.blank) return length >= LONG;
  return unit === UNIT.stop && at < text.length && unitOf(text.charCodeAt(at)) === UNIT.blank;
}

/** Whether an overlong sentence must end right after a letter, before `at`; not inside a surrogate pair. */
function isTooLong(text: string, at: number, from: number): boolean {
  return at - from >= LONGEST && (text.charCodeAt(at - 1) & 0xfc00) !== 0xd800;
}

function isNewline(text: string, at: number): boolean {
  return unitOf(text.charCodeAt(at)) === UNIT.newline;
}

function lettersIn(counts: Uint32Array): number {
  let sum = 0;
  for (let unit: number = UNIT.latin; unit <= UNIT.foreign; unit++) sum += counts[unit] as number;
  return sum;
}

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly isLineStart: boolean;
}

/** Add a sentence that has letters: whole if it has one script, else as its runs. */
function addRuns(pieces: Piece[], text: string, sentence: Sentence, counts: Uint32Array): void {
  const { start, end, isLineStart } = sentence;
  const kana = counts[UNIT.kana] as number;
  const han = counts[UNIT.han] as number;
  let scripts: Uint8Array = SCRIPT_OF_UNIT;
  let one = onlyScript(scripts, counts);
  if (one === null) {
    scripts = scriptsOf(counts);
    one = onlyScript(scripts, counts);
  }
  if (one !== null) {
    pieces.push({ start, end, script: one, isLineStart, kana, han });
    return;
  }
  const main = mainScript(scripts, counts);
  let run = { start, end: start, script: null as number | null, isLineStart, kana: 0, han: 0 };
  let lettersEnd = start;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const unit = unitOf(code);
    if (unit < UNIT.latin) {
      // Marks and low surrogates belong to the letter before them.
      if (at === lettersEnd && (unit === UNIT.mark || (code & 0xfc00) === 0xdc00)) lettersEnd++;
      continue;
    }
    const script = scripts[unit] as number;
    run.script ??= script;
    if (script !== run.script) {
      // Characters between two scripts, such as brackets, belong to the sentence's main script.
      const border = script === main ? lettersEnd : at;
      pieces.push({ ...run, end: border });
      run = { start: border, end: border, script, isLineStart: false, kana: 0, han: 0 };
    }
    if (unit === UNIT.kana) run.kana++;
    else if (unit === UNIT.han) run.han++;
    lettersEnd = at + 1;
  }
  pieces.push({ ...run, end });
}

/** The script that most of a sentence's letters count as. */
function mainScript(scripts: Uint8Array, counts: Uint32Array): number {
  const sums = [0, 0, 0, 0];
  for (let unit: number = UNIT.latin; unit <= UNIT.foreign; unit++) {
    const script = scripts[unit] as number;
    const weight = script === SCRIPT.cjk ? CJK_COUNTS : 1;
    sums[script] = (sums[script] as number) + weight * (counts[unit] as number);
  }
  return sums.indexOf(Math.max(...sums));
}

/**
 * The script that each kind of letter counts as in a sentence. Latin words count as Hindi, Chinese or Japanese in a sentence
 * that is mostly that, and a few foreign letters count as Latin among Latin ones. A name in a script with a model keeps its
 * script, but a single character is no name.
 */
function scriptsOf(counts: Uint32Array): Uint8Array {
  const latin = counts[UNIT.latin] as number;
  const hindi = counts[UNIT.devanagari] as number;
  const cjk = (counts[UNIT.kana] as number) + (counts[UNIT.han] as number);
  const scripts = SCRIPT_OF_UNIT.slice();
  if (hindi + cjk > 0 && hindi + CJK_COUNTS * cjk >= latin) {
    scripts[UNIT.latin] = hindi > CJK_COUNTS * cjk ? SCRIPT.devanagari : SCRIPT.cjk;
    return scripts;
  }
  if (hindi + cjk === 1) scripts.fill(SCRIPT.latin, UNIT.devanagari, UNIT.foreign);
  if ((counts[UNIT.foreign] as number) < latin) scripts[UNIT.foreign] = SCRIPT.latin;
  return scripts;
}

/** The script that all letters count as; null if there are several. */
function onlyScript(scripts: Uint8Array, counts: Uint32Array): number | null {
  let one: number | null = null;
  for (let unit: number = UNIT.latin; unit <= UNIT.foreign; unit++) {
    if (counts[unit] === 0) continue;
    const script = scripts[unit] as number;
    if (one !== null && one !== script) return null;
    one = script;
  }
  return one;
}
