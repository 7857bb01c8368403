// Values that precede their label: "199109242397 är mitt personnummer", "AAA123456 es mi número de pasaporte". Only a word
// for "is" with a possessive shows this order. English is left out: its labels are read forwards only.
import type { TextRange } from "../text/chars.ts";

/** The text between a value and its label, up to the label. */
const OWNED =
  /(?:\s(?:är|es|ist|est|è|é|is|jest|to|to jest)(?: (?:il|la|el|o|a|to))? (?:mitt|min|vårt|vår|mi|su|nuestro|nuestra|meine?|unsere?|seine?|ihre?|mon|ma|notre|son|sa|mio|mia|suo|sua|nostro|nostra|meu|minha|seu|nosso|nossa|mijn|ons|onze|zijn|haar|mój|moja|moje|nasz|nasze|jego|jej)| (?:benim|bizim)| (?:मेरा|मेरी|हमारा|उसका|उनका)|(?:是|は)(?:我的|我们的|他的|她的|私の)) ?$/iu;
const OWNED_CHARS = 24;

/** Up to five groups of capitals and digits; the last one has a digit and may be in any case. */
const GROUPS =
  /(?<![\p{L}\p{M}\d_./-])(?:[A-Z\d][A-Z\d./-]{0,12} ){0,4}(?=[\w./-]{0,24}\d)[A-Za-z\d][A-Za-z\d./-]{0,24}$/u;
const GROUPS_CHARS = 64;
/** Shorter values are counts and years. */
const MIN_CHARS = 6;

/** Ranges of possible values before the label at `label`, longest first; empty unless the text says that one precedes it. */
export function ownedRangesBefore(text: string, label: number): readonly TextRange[] {
  const owned = OWNED.exec(text.slice(Math.max(0, label - OWNED_CHARS), label))?.[0].length ?? 0;
  const end = label - owned;
  const groups =
    owned === 0 ? undefined : GROUPS.exec(text.slice(Math.max(0, end - GROUPS_CHARS), end))?.[0];
  if (groups === undefined) return [];
  const from = end - groups.length;
  const starts = [0, ...Array.from(groups.matchAll(/ /g), ({ index }) => index + 1)];
  return starts
    .filter((start) => groups.length - start >= MIN_CHARS)
    .map((start) => ({ start: from + start, end }));
}
