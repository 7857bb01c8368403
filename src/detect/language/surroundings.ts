// In which language the words around a place are: asked where a word stands that means what it means in one language alone.
// Such a word is no English one by itself, so English has no lead here as it has in stretches.ts, and a short text is told as
// well as a long one; where nothing is told ("Kundennummer 884213"), a long word counts, and one of few letters does not. What
// was measured: docs/decisions/language-of-a-text.md.

import { LANGUAGES, LATIN_LANGUAGES, type Language, type LanguageSet, setOf } from "./languages.ts";
import { addFits } from "./latin-model.ts";

const LATIN = setOf(LATIN_LANGUAGES);
/** Code units that are looked at together: those of a block and of its two neighbours. */
const BLOCK = 256;
/** What says less, in sixteenths of a logarithm of odds, says nothing; such a sentence is read with what stands around it. */
const SURE = 32;
/** The same against the language asked for. */
const SURELY_NOT = -64;
/** A third language has to fit by so much better than the one asked for: neighbours are much alike in a few words. */
const CLEARLY = 72;
/** The same where the word that asks has so few code units: it is a word of many languages, and of programs. */
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

  /** How much better one of `wanted` fits than any other of `allowed`; English has to be beaten by least, and others by `clearly`. */
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

/** What stands around the places of one text. What was read last is kept, for many words stand in one: linear, however often it is asked. */
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

  /** Whether what stands around a word, from `at` to `end`, is in one of these languages. Other scripts than Latin tell for themselves. */
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
    // Labels in a list add up to a neighbour's language, but never to English.
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

/** A line begins at `at`, or a capital stands there behind a full stop. */
function beginsSentence(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (before === NEWLINE) return true;
  const isBehindStop = before === BLANK && ".!?".includes(text.charAt(at - 2));
  return isBehindStop && text.charAt(at) !== text.charAt(at).toLowerCase();
}
