// Labels of identifiers as a tree of words, and the search for the longest label at a position.

import type { LanguageSet } from "../language/languages.ts";
import { codeAt } from "../text/chars.ts";
import { foldLetter, hashOf, type WordCursor } from "../text/folded-words.ts";
import { isTail } from "./label-separator.ts";

/**
 * How much a label proves without a sign that a value follows (":", "=", "#", "number", "id"): "strong" suffices for a
 * plausible value, "weak" only for an unmistakable one, "strict" for none.
 */
type LabelStrength = "strong" | "weak" | "strict";

/** A label, independent of any text. */
export interface Label<T> {
  readonly strength: LabelStrength;
  /** Its last word announces a value: "group no", "patient id". */
  readonly isNamed: boolean;
  /** Languages it belongs to; 0: it counts in every text. */
  readonly languages: LanguageSet;
  /** It is so short that many programs use it as a variable name. */
  readonly isShort: boolean;
  /** The owner passed to `add`. */
  readonly owner: T;
}

/** A label found in a text; `end` is one past its last letter. */
export interface FoundLabel<T> {
  readonly label: Label<T>;
  readonly end: number;
}

interface Node<T> {
  readonly next: Map<number, Node<T>>;
  leaf: Label<T> | null;
}

const STRENGTH_BY_MARK: Readonly<Record<string, LabelStrength>> = {
  "?": "weak",
  "!": "strict",
};
/** One to three Latin letters, or two separated by a blank: "CAP", "C.P.". */
const SHORT = /^[a-z](?: ?[a-z]|[a-z]{2})?$/;
/** Longest gap between two words of a label: "driver's license", "api_key", "ID-Nr.", "Ust.-IdNr". */
const MAX_GAP_CHARS = 3;
const GAPS: ReadonlySet<number> = new Set(
  Array.from(" \t\u00a0_-.'\u2019/\u00b0\u00ba").map((c) => c.charCodeAt(0)),
);

/** The labels of all owners, as a tree of words. */
export class LabelPhrases<T> {
  readonly #roots = new Map<number, Node<T>>();

  /**
   * Add labels, written "passport|id card?|file!": "|" separates labels and blanks separate words; a final "?" marks a weak
   * label, "!" a strict one. A known label keeps its owner and strength and only gains a language.
   */
  add(labels: string, owner: T, languages: LanguageSet = 0): void {
    for (const entry of labels.split("|")) {
      const mark = STRENGTH_BY_MARK[entry.slice(-1)];
      const phrase = mark === undefined ? entry : entry.slice(0, -1);
      const words = wordsOf(phrase.trim());
      let nodes = this.#roots;
      let node: Node<T> | null = null;
      let hash = 0;
      for (const word of words) {
        hash = hashOf(word);
        node = nodes.get(hash) ?? { next: new Map(), leaf: null };
        nodes.set(hash, node);
        nodes = node.next;
      }
      if (node !== null) {
        const isNamed = words.length > 1 && isTail(hash);
        const isShort = SHORT.test(phrase);
        const known = node.leaf?.languages === 0 ? 0 : (node.leaf?.languages ?? 0) | languages;
        node.leaf ??= { strength: mark ?? "strong", isNamed, isShort, languages, owner };
        if (known !== node.leaf.languages) node.leaf = { ...node.leaf, languages: known };
      }
    }
  }

  /** The longest label that begins with the word `cursor` has just read, or null. Moves the cursor. */
  longestAt(cursor: WordCursor): FoundLabel<T> | null {
    let node = this.#roots.get(cursor.hash);
    let label: Label<T> | null = null;
    let end = 0;
    while (node !== undefined) {
      if (node.leaf !== null) {
        label = node.leaf;
        end = cursor.end;
      }
      if (node.next.size === 0) break;
      const at = nextWordAt(cursor);
      if (at === -1) break;
      cursor.read(at);
      node = node.next.get(cursor.hash);
    }
    return label === null ? null : { label, end };
  }
}

/** The words of a phrase, split as a cursor splits them. */
function wordsOf(phrase: string): readonly string[] {
  return phrase.match(/[\u3041-\u30ff\u3400-\u9fff]|[^\s\u3041-\u30ff\u3400-\u9fff]+/g) ?? [];
}

function nextWordAt({ text, end }: WordCursor): number {
  let at = end;
  while (at - end < MAX_GAP_CHARS && GAPS.has(codeAt(text, at))) at++;
  return foldLetter(codeAt(text, at)) === 0 ? -1 : at;
}
