// Finds the language of each stretch of a text: by script, and among the languages of Latin letters by a small model. In
// doubt it is English. A change of language has a price, so that a piece with little evidence takes its neighbours' language
// (Viterbi's algorithm, with one price for all changes: linear in pieces and languages). Measurements:
// docs/decisions/language-of-a-text.md.

import { LANGUAGES, LATIN_LANGUAGES, type Language, type Stretch } from "./languages.ts";
import { addFits } from "./latin-model.ts";
import { LONGEST, type Piece, piecesOf, SCRIPT } from "./pieces.ts";

/** The evidence for each language in each piece, and the price of a change. */
export interface Evidence {
  readonly languages: number;
  /** Indexed by piece times `languages` plus language; higher is likelier. */
  readonly fits: Int32Array;
  /** By piece: the price of another language than that of the previous piece. */
  readonly changes: Int32Array;
  /** Initial score of each language. */
  readonly starts: readonly number[];
}

/** The index of each piece's language. The lower index wins a tie. */
export function likeliest({ languages, fits, changes, starts }: Evidence): Uint8Array {
  const count = changes.length;
  const chosen = new Uint8Array(count);
  /** By piece: the best language before it, and a bit per language that is reached by a change from that one. */
  const bestBefore = new Uint8Array(count);
  const changed = new Uint16Array(count);
  const sums = Float64Array.from(starts);
  for (let i = 0; i < count; i++) {
    const best = bestOf(sums);
    const floor = (sums[best] as number) - (i === 0 ? Infinity : (changes[i] as number));
    bestBefore[i] = best;
    for (let k = 0; k < languages; k++) {
      if ((sums[k] as number) < floor) {
        sums[k] = floor;
        changed[i] = (changed[i] as number) | (1 << k);
      }
      sums[k] = (sums[k] as number) + (fits[i * languages + k] as number);
    }
  }
  let language = bestOf(sums);
  for (let i = count - 1; i >= 0; i--) {
    chosen[i] = language;
    if (((changed[i] as number) >> language) & 1) language = bestBefore[i] as number;
  }
  return chosen;
}

function bestOf(sums: Float64Array): number {
  let best = 0;
  for (let k = 1; k < sums.length; k++) {
    if ((sums[k] as number) > (sums[best] as number)) best = k;
  }
  return best;
}

/** The languages of a script, and the evidence that distinguishes them. */
interface Family {
  readonly languages: readonly Language[];
  /** Price of a change of language at the start of a line, and inside a line. */
  readonly change: { readonly line: number; readonly inside: number };
  /** Initial score of each language. */
  readonly starts: readonly number[];
  /** Add the evidence for each language to `fits`, from index `at` on. */
  addFits(text: string, piece: Piece, fits: Int32Array, at: number): void;
}

/** Scratch space for the rows of a piece. Only the letters of its sentence give rows, not the text appended to it. */
const rows = new Int32Array(2 * LONGEST + 2);

/** Lead of English over the other languages, in sixteenths of a natural log odds, as the fits. */
const ENGLISH_FIRST = 72;

const latin: Family = {
  languages: LATIN_LANGUAGES,
  change: { line: 160, inside: 200 },
  starts: LATIN_LANGUAGES.map((language) => (language === "en" ? ENGLISH_FIRST : 0)),
  addFits: (text, { start, end }, fits, at) => addFits(text, start, end, fits, at, rows),
};

/** One kana outweighs this many Han: Japanese has one kana for three Han, for ten in titles; Chinese has next to none. */
const KANA_COUNTS = 16;

const cjk: Family = {
  languages: ["zh", "ja"],
  change: { line: 12, inside: 24 },
  starts: [0, 0],
  addFits: (_text, { kana, han }, fits, at) => {
    fits[at] = han;
    fits[at + 1] = KANA_COUNTS * kana;
  },
};

/** A single language: nothing to distinguish. */
const devanagari: Family = {
  languages: ["hi"],
  change: { line: 0, inside: 0 },
  starts: [0],
  addFits: () => {},
};

const FAMILIES: readonly (readonly [script: number, family: Family])[] = [
  [SCRIPT.latin, latin],
  [SCRIPT.devanagari, devanagari],
  [SCRIPT.cjk, cjk],
];

/** Evidence against a language that is not allowed. */
const NEVER = -1e9;

/**
 * The stretches of a text, adjacent ones in different languages; they cover it. Only `allowed` languages are chosen: if a
 * single language of a script is allowed, all text in that script is in it. Linear and deterministic.
 */
export function stretchesOf(text: string, allowed: readonly Language[] = LANGUAGES): Stretch[] {
  const pieces = piecesOf(text);
  // A text without letters is in the first allowed language.
  const first = LANGUAGES.find((one) => allowed.includes(one)) ?? null;
  const languages = pieces.map(({ script }) => (script === null ? first : null));
  for (const [script, family] of FAMILIES) {
    const own = pieces.flatMap((piece, i) => (piece.script === script ? [i] : []));
    const ownPieces = own.map((i) => pieces[i] as Piece);
    const chosen = chooseAmong(text, ownPieces, family, allowed);
    own.forEach((i, nth) => {
      languages[i] = chosen[nth] as Language | null;
    });
  }
  return joined(pieces, languages);
}

function chooseAmong(
  text: string,
  pieces: readonly Piece[],
  { languages, change, starts, addFits }: Family,
  allowed: readonly Language[],
): (Language | null)[] {
  const wanted = languages.filter((one) => allowed.includes(one));
  if (pieces.length === 0 || wanted.length < 2) return pieces.map(() => wanted[0] ?? null);
  const unwanted = languages.flatMap((one, k) => (wanted.includes(one) ? [] : [k]));
  const count = languages.length;
  const fits = new Int32Array(pieces.length * count);
  pieces.forEach((piece, i) => {
    addFits(text, piece, fits, i * count);
    for (const k of unwanted) fits[i * count + k] = NEVER;
  });
  const chosen = likeliest({
    languages: count,
    fits,
    changes: Int32Array.from(pieces, ({ isLineStart }) =>
      isLineStart ? change.line : change.inside,
    ),
    starts,
  });
  return Array.from(chosen, (k) => languages[k] as Language);
}

function joined(pieces: readonly Piece[], languages: readonly (Language | null)[]): Stretch[] {
  const stretches: { start: number; end: number; language: Language | null }[] = [];
  pieces.forEach(({ start, end }, i) => {
    const language = languages[i] as Language | null;
    const last = stretches.at(-1);
    if (last?.language === language) last.end = end;
    else stretches.push({ start, end, language });
  });
  return stretches;
}
