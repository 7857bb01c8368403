// Tells the language around a word that has its meaning in some languages only. Such a word is not English by itself, so
// English has no lead here, unlike in stretches.ts, and a short text is judged like a long one. Without evidence
// ("Kundennummer 884213") a long word counts and one of few letters does not. Measurements:
// docs/decisions/language-of-a-text.md.

import { LANGUAGES, LATIN_LANGUAGES, type Language, type LanguageSet, setOf } from "./languages.ts";
import { addFits } from "./latin-model.ts";

const LATIN = setOf(LATIN_LANGUAGES);
/** Code units in a block; a block is read together with its two neighbours. */
const BLOCK = 256;
/** A smaller lead, in sixteenths of a natural log odds, is no evidence; the text around the sentence is read as well. */
const SURE = 32;
/** A lead below this is evidence against the language asked for. */
const SURELY_NOT = -64;
/** How much better than the language asked for a third one must fit: related languages look alike in few words. */
const CLEARLY = 72;
/** Least lead for a word of at most `FEW_UNITS` code units: many languages, and programs, have such a word. */
const SURE_OF_FEW = 40;
const FEW_UNITS = 4;
const NEWLINE = 10;
const BLANK = 32;

const rows = new Int32Array(3 * BLOCK + 2);

/** How well a part of a text fits each language. */
class Fits {
  readonly sums = new Int32Array(LATIN_LANGUAGES.length);
  from = 0;
  to = 0;

  read(text: string, from: number, to: number): void {
    if (from === this.from && to === this.to) return;
    [this.from, this.to] = [from, to];
    this.sums.fill(0);
    addFits(text, from, to, this.sums, 0, rows);
  }

  /** Lead of the best of `wanted` over the best other one of `allowed`; all but English have `clearly` deducted first. */
  leadOf(wanted: LanguageSet, allowed: LanguageSet, clearly: number): number {
    let best = -Infinity;
    let other = -Infinity;
    this.sums.forEach((fit, k) => {
      if (wanted & (1 << k)) best = Math.max(best, fit);
      else if (allowed & (1 << k)) other = Math.max(other, k === 0 ? fit : fit - clearly);
    });
    return best - other;
  }
}

/** The language around places of one text. Keeps what it read last, as many words share it: linear, however often asked. */
export class Surroundings {
  readonly #text: string;
  readonly #allowed: LanguageSet;
  readonly #sentence = new Fits();
  readonly #around = new Fits();
  #block = -1;

  /** `allowed`: the languages that the text may be in. */
  constructor(text: string, allowed: readonly Language[] = LANGUAGES) {
    this.#text = text;
    this.#allowed = setOf(allowed);
  }

  /** Whether the text around the word from `at` to `end` is in one of `languages`; true for those not in Latin letters. */
  isIn(languages: LanguageSet, at: number, end: number): boolean {
    if ((languages & LATIN) === 0) return true;
    const wanted = languages & this.#allowed;
    if (wanted === 0 || (this.#allowed & LATIN & ~wanted) === 0) return wanted !== 0;
    const text = this.#text;
    const block = at - (at % BLOCK);
    const from = Math.max(0, block - BLOCK);
    const to = Math.min(text.length, block + 2 * BLOCK);
    const sentence = this.#sentence;
    if (block !== this.#block || at < sentence.from || at >= sentence.to) {
      sentence.read(text, startOfSentence(text, at, from), endOfSentence(text, at, to));
    }
    this.#block = block;
    const isShort = end - at <= FEW_UNITS;
    const least = isShort ? SURE_OF_FEW : SURE;
    // Labels in a list may add up to a related language, but never to English.
    const clearly = isShort ? CLEARLY : Infinity;
    let lead = sentence.leadOf(wanted, this.#allowed, clearly);
    const isAll = sentence.from === from && sentence.to === to;
    if (!isAll && Math.abs(lead) < least) {
      this.#around.read(text, from, to);
      lead = this.#around.leadOf(wanted, this.#allowed, clearly);
    }
    return lead >= (isShort ? SURE_OF_FEW : SURELY_NOT);
  }
}

function startOfSentence(text: string, at: number, floor: number): number {
  let start = at;
  while (start > floor && !beginsSentence(text, start)) start--;
  return start;
}

function endOfSentence(text: string, at: number, limit: number): number {
  let end = at + 1;
  while (end < limit && !beginsSentence(text, end)) end++;
  return end;
}

/** Whether a line begins at `at`, or a sentence: a capital after a full stop. */
function beginsSentence(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (before === NEWLINE) return true;
  const isAfterStop = before === BLANK && ".!?".includes(text.charAt(at - 2));
  return isAfterStop && text.charAt(at) !== text.charAt(at).toLowerCase();
}
