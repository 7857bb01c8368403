// Training data for identifying languages in Latin letters: pieces of the benchmark's texts.

import { LATIN_LANGUAGES, type Language } from "../../../../src/detect/language/languages.ts";
import { readBenchmark, readLanguage } from "../../../quality/detect/benchmark.ts";
import type { GoldRecord } from "../../../quality/detect/gold.ts";
import { NEVER_TRAINED } from "../plan.ts";

/** A text in a known language. */
export interface KnownText {
  readonly language: Language;
  readonly source: string;
  readonly text: string;
}

/** Removed: names show where somebody comes from, not the language of the text about them. */
const NAME_TYPES = new Set(["PERSON", "LOCATION", "ORGANIZATION", "ADDRESS", "USERNAME", "EMAIL"]);

/** The benchmark's labelled texts in Latin letters: English ones whole, others without their names. */
export function readTexts(folder: string): KnownText[] {
  const english = [...readBenchmark(folder)]
    .filter(([name]) => !NEVER_TRAINED.includes(name))
    .flatMap(([, records]) => records)
    .map(({ source, text }) => ({ language: "en" as const, source, text }));
  const others = LATIN_LANGUAGES.filter((language) => language !== "en")
    .sort()
    .flatMap((language) => readLanguage(folder, language));
  return [
    ...english,
    ...others.map((record) => ({
      language: record.lang,
      source: record.source,
      text: withoutNames(record),
    })),
  ];
}

function withoutNames({ text, spans }: GoldRecord): string {
  return spans
    .filter(({ type }) => NAME_TYPES.has(type))
    .reduce(
      (left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end),
      text,
    );
}

/** Letters of the pieces of a long text: decisions are rarely made on longer ones. */
const PIECE = { least: 60, more: 160, whole: 220 };

/**
 * Split a text into training pieces: all of it in pieces as long as a sentence, and for every 120 letters two
 * pieces of two to ten words; otherwise short texts would be decided by weights learnt from long ones.
 */
export function piecesOf(text: string, random: (bound: number) => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.length - at <= PIECE.whole ? text.length : pieceEnd(text, at, random);
    pieces.push(text.slice(at, end));
    at = end;
  }
  const words = [...text.matchAll(/\S+/g)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  if (words.length <= 3) return pieces;
  const few = 2 * Math.max(1, Math.round(text.length / 120));
  for (let i = 0; i < few; i++) {
    const from = random(words.length);
    const to = Math.min(words.length - 1, from + 2 + random(8));
    pieces.push(text.slice(words[from]?.start, words[to]?.end));
  }
  return pieces;
}

function pieceEnd(text: string, at: number, random: (bound: number) => number): number {
  const end = at + PIECE.least + random(PIECE.more);
  const blank = text.lastIndexOf(" ", end);
  return blank > at ? blank : end;
}
