// One pass over the text for all identifiers recognized by the words around them: labels ("passport no. 123456789") and
// prefixes that name their kind ("MRN-4197964"). Each kind has a rule that lists those words and reads its values.

import type { EntityName } from "../../core/entities.ts";
import { costOfLetters, runToEnd, type Steps } from "../../core/steps.ts";
import type { Language } from "../language/languages.ts";
import { Surroundings } from "../language/surroundings.ts";
import type { Recognizer, Span } from "../span.ts";
import { codeAt, isDigit, isLetter, isUpper, isWord } from "../text/chars.ts";
import { foldLetter, hashOf, isIdeograph, WordCursor } from "../text/folded-words.ts";
import { matchAt, writtenAt } from "../text/sticky.ts";
import { labelsAbroad } from "../words/all-words.ts";
import type { LabelKind } from "../words/language-words.ts";
import { ownedRangesBefore } from "./context.ts";
import { type FoundLabel, type Label, LabelPhrases } from "./label-phrases.ts";
import { readSeparator, type Separator } from "./label-separator.ts";
import { type Evidence, endOfIdentifier, type LabelledValue } from "./label-values.ts";

/** A kind of identifier and how to recognize it. */
export interface LabelRule {
  readonly name: string;
  readonly entityType: EntityName;
  /** Labels that count in every text, written as for `LabelPhrases.add`. */
  readonly labels?: string;
  /** Labels in other languages; unless a sign follows, they count only in text of their own language. */
  readonly abroad?: LabelKind;
  /** Words, separated by blanks, that begin a value and name its kind: "MRN" for "MRN-4197964". */
  readonly prefixes?: string;
  /** Reads the value at `at`, or null. `separator`: the text between label and value. */
  read(text: string, at: number, evidence: Evidence, separator: Separator): LabelledValue | null;
}

/** A kind whose values are listed words. */
export interface WordRule {
  readonly name: string;
  readonly entityType: EntityName;
  /** Words and phrases, separated by "|". */
  readonly words: string;
  judge(text: string, start: number, end: number): LabelledValue | null;
}

type Rule = LabelRule | WordRule;

/** Wraps `read` to keep only values that pass. `passes` gets the value as written, the text, and the value's end in it. */
export function having(
  read: LabelRule["read"],
  passes: (written: string, text: string, end: number) => boolean,
): LabelRule["read"] {
  return (text, at, evidence, separator) => {
    const value = read(text, at, evidence, separator);
    if (value === null) return null;
    return passes(text.slice(value.start ?? at, value.end), text, value.end) ? value : null;
  };
}

const PREFIX_SCORE = 0.8;
/** Least digits after a prefix, with and without a dash between. */
const DASHED_DIGITS = 3;
const GLUED_DIGITS = 5;
const MAX_GLUED_LETTERS = 5;
const DASH = 45;
/** A number at the end of a label: "password2=", "API_KEY_1:", "CVV2 902". */
const NUMBERED = /_?\d(?=["']?[:=]| [:=]?\d)/y;
/** Separator of a value that precedes its label. */
const OWNED_SEPARATOR = { isSigned: false, isExplicit: true, isAssigned: false, quote: "" };
const LIST_SEPARATOR = /(?:, ?(?:and |or |und )?| (?:and|or|und|&) |; ?| ?\/ ?)(?=[A-Z0-9])/y;

/**
 * Recognizer of the identifiers of `rules` and the words of `wordRules`, in one pass. Of two rules with one label or list
 * word the first wins.
 */
export function createLabelled(
  name: string,
  rules: readonly LabelRule[],
  wordRules: readonly WordRule[],
): Recognizer {
  const labels = new LabelPhrases<Rule>();
  const prefixes = new Map<number, LabelRule>();
  for (const rule of rules) {
    labels.add(rule.labels ?? "", rule);
    for (const [language, words] of rule.abroad === undefined ? [] : labelsAbroad(rule.abroad)) {
      labels.add(words, rule, language);
    }
    for (const word of rule.prefixes?.split(" ") ?? []) prefixes.set(hashOf(word), rule);
  }
  for (const rule of wordRules) labels.add(rule.words, rule);
  return {
    name,
    entityTypes: [...new Set([...rules, ...wordRules].map((rule) => rule.entityType))],
    isLabelled: true,
    scan: (text, languages) => runToEnd(new Scan(text, { labels, prefixes }, languages).steps()),
    steps: (text, languages) => new Scan(text, { labels, prefixes }, languages).steps(),
  };
}

/** Cost of reading 64 KiB, including the labels of the first step. */
const COST = 26;
/** A cheaper scan takes no step of its own. */
const MIN_COST = 1;
/** Labels tried in one step, and the most that such a step costs: 5 us a label, "身份证身份证" in Chinese. */
const TRIED_IN_STEP = 2_048;
const STEP_COST = 10;

/** The lookup tables of a scan. */
interface Words {
  readonly labels: LabelPhrases<Rule>;
  readonly prefixes: ReadonlyMap<number, LabelRule>;
}

class Scan {
  readonly #text: string;
  readonly #words: Words;
  readonly #cursor: WordCursor;
  readonly #spans: Span[] = [];
  readonly #surroundings: Surroundings;
  #tried = 0;

  constructor(text: string, words: Words, languages: readonly Language[] | undefined) {
    this.#text = text;
    this.#words = words;
    this.#surroundings = new Surroundings(text, languages);
    this.#cursor = new WordCursor(text);
  }

  *steps(): Steps<Span[]> {
    const { length } = this.#text;
    const cost = costOfLetters(length, COST);
    if (cost >= MIN_COST) yield cost;
    for (let at = 0; at < length; ) {
      if (this.#tried === TRIED_IN_STEP) {
        this.#tried = 0;
        yield STEP_COST;
      }
      if (!this.#isLetter(at)) {
        at++;
        continue;
      }
      this.#cursor.read(at);
      at = this.#cursor.hash === 0 ? this.#endOfLetters(at) : this.#word(at);
    }
    return this.#spans;
  }

  #isLetter(at: number): boolean {
    return foldLetter(codeAt(this.#text, at)) !== 0;
  }

  #endOfLetters(from: number): number {
    let at = from;
    while (this.#isLetter(at)) at++;
    return at;
  }

  /** Handle the word at `at`, which the cursor has just read; returns where to continue. */
  #word(at: number): number {
    const { end } = this.#cursor;
    if (isDigit(codeAt(this.#text, at - 1)) && !isIdeograph(codeAt(this.#text, at))) return end;
    const prefixed = this.#prefixed(at);
    if (prefixed !== -1) return prefixed;
    const found = this.#words.labels.longestAt(this.#cursor);
    if (found === null) return end;
    const { owner } = found.label;
    if ("words" in owner) return this.#listWord(owner, at, found.end) ? found.end : end;
    const valueEnd = this.#labelled(owner, found, at);
    if (valueEnd === -1) this.#owned(owner, at);
    return Math.max(end, valueEnd);
  }

  /** Handle a listed word; false if it means something else here. */
  #listWord(rule: WordRule, start: number, end: number): boolean {
    const value = rule.judge(this.#text, start, end);
    if (value !== null) this.#add(rule, start, value);
    return value !== null;
  }

  /** End of a value whose prefix is the word the cursor has just read, or -1. */
  #prefixed(at: number): number {
    const text = this.#text;
    const { end } = this.#cursor;
    const isDashed = codeAt(text, end) === DASH;
    if (!(isDashed || isDigit(codeAt(text, end))) || !isUpper(codeAt(text, end - 1))) return -1;
    const rule = this.#words.prefixes.get(this.#cursor.hash);
    if (rule === undefined) return -1;
    const before = codeAt(text, at - 1);
    if (before === DASH || isWord(before)) return -1;
    const stop = endOfIdentifier(text, at);
    if (stop === -1) return -1;
    const rest = text.slice(end, stop);
    const digits = rest.replace(/\D/g, "").length;
    if (digits < (isDashed ? DASHED_DIGITS : GLUED_DIGITS)) return -1;
    if (rest.length - digits > MAX_GLUED_LETTERS + DASHED_DIGITS || /[a-z]{4}/.test(rest))
      return -1;
    this.#add(rule, at, { end: stop, score: PREFIX_SCORE, reason: "prefix that names it" });
    return stop;
  }

  /** End of the values after a label, or -1 if there are none. */
  #labelled(rule: LabelRule, found: FoundLabel<Rule>, start: number): number {
    this.#tried++;
    const { label } = found;
    const end = found.end + writtenAt(NUMBERED, this.#text, found.end).length;
    const separator = readSeparator(this.#cursor, end);
    if (separator === null || !this.#counts(found, start, separator)) return -1;
    if (isLetter(codeAt(this.#text, separator.at))) {
      this.#cursor.read(separator.at);
      const prefixed = this.#prefixed(separator.at);
      if (prefixed !== -1) return prefixed;
    }
    const evidence = evidenceOf(label, separator);
    const value = evidence && rule.read(this.#text, separator.at, evidence, separator);
    if (value === null) return -1;
    this.#add(rule, separator.at, value);
    return this.#listed(rule, separator, value.end);
  }

  /** Whether a label counts here. With a sign it counts in every text, unless programs may use it as a variable name. */
  #counts({ label, end }: FoundLabel<Rule>, start: number, { isSigned }: Separator): boolean {
    const { languages, isShort, owner } = label;
    if (languages === 0) return true;
    const isVariable =
      isShort && owner.entityType !== "PERSON" && !isUpper(codeAt(this.#text, end - 1));
    return (isSigned && !isVariable) || this.#surroundings.isIn(languages, start, end);
  }

  /** Add the value that precedes its label, which begins at `label`. */
  #owned(rule: LabelRule, label: number): void {
    const floor = this.#spans.at(-1)?.end ?? 0;
    for (const { start, end } of ownedRangesBefore(this.#text, label)) {
      if (start < floor) continue;
      const value = rule.read(this.#text, start, "explicit", { ...OWNED_SEPARATOR, at: start });
      if (value?.end !== end) continue;
      this.#add(rule, start, value);
      return;
    }
  }

  /** Add the further values of a list and return its end: "accounts 10163241, 10163242 and 10163243". */
  #listed(rule: LabelRule, first: Separator, firstEnd: number): number {
    let start = first.at;
    let end = firstEnd;
    for (;;) {
      const gap = matchAt(LIST_SEPARATOR, this.#text, end)?.[0];
      if (gap === undefined) return end;
      const at = end + gap.length;
      const value = rule.read(this.#text, at, "loose", { ...first, at });
      const isAlike =
        value !== null && shapeOf(this.#text, at, value.end) === shapeOf(this.#text, start, end);
      if (!isAlike) return end;
      this.#add(rule, at, value);
      start = at;
      end = value.end;
    }
  }

  #add(rule: Rule, at: number, value: LabelledValue): void {
    const { start = at, end, score, reason, entityType = rule.entityType, before } = value;
    if (before !== undefined) this.#add(rule, at, before);
    this.#spans.push({ start, end, entityType, score, recognizer: rule.name, reason });
  }
}

function evidenceOf(label: Label<Rule>, separator: Separator): Evidence | null {
  const { strength } = label;
  if (separator.isExplicit || label.isNamed) return "explicit";
  if (strength === "strict") return null;
  return strength === "strong" ? "near" : "loose";
}

/** A value with every digit replaced by 9 and every ASCII letter by A. */
function shapeOf(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .replace(/\d/g, "9")
    .replace(/[A-Za-z]/g, "A");
}
