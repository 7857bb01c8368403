// Finds the language of each stretch of a text: by script, and among the languages of Latin letters by a small model. In
// doubt it is English. Measurements: docs/decisions/language-of-a-text.md.

import { LANGUAGES, LATIN_LANGUAGES, type Language, type Stretch } from "./languages.ts";
import { addFits } from "./latin-model.ts";
import { likeliest } from "./likeliest.ts";
import { LONGEST, type Piece, piecesOf, SCRIPT } from "./pieces.ts";

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
