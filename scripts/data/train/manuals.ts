// Prose of two programs' manuals in all languages, LibreOffice's help and GNOME's, which mentions nobody.
// Only paragraphs without inner markup are read, which leaves out lists of keys, code and names of menus.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "../../../src/detect/language/languages.ts";

/** Where the unpacked packages have each language's pages. */
const MANUALS = {
  libreoffice: {
    folder: "usr/share/libreoffice/help",
    ending: ".html",
    names: { en: "en-US", zh: "zh-CN" },
  },
  gnome: {
    folder: "usr/share/help",
    ending: ".page",
    names: { en: "C", zh: "zh_CN", pt: "pt_BR" },
  },
} as const satisfies Record<
  string,
  { folder: string; ending: string; names: Partial<Record<Language, string>> }
>;

/** Name of a manual. */
export type Manual = keyof typeof MANUALS;

/** Names of both manuals. */
export const MANUAL_NAMES = Object.keys(MANUALS) as Manual[];

/** The paragraphs of a manual by language, without duplicates, in file order, and without those left untranslated. */
export function manualTexts(root: string, manual: Manual): Map<Language, string[]> {
  const { folder, ending, names } = MANUALS[manual];
  const nameOf = (language: Language) => (names as Partial<Record<Language, string>>)[language];
  const all = new Map(
    LANGUAGES.map((language) => {
      const pages = pagesIn(join(root, folder, nameOf(language) ?? language), ending);
      return [language, [...new Set(pages.flatMap((page) => paragraphsOf(page)))]] as const;
    }),
  );
  const seen = new Map<string, number>();
  for (const text of [...all.values()].flat()) seen.set(text, (seen.get(text) ?? 0) + 1);
  return new Map(
    [...all].map(([one, texts]) => [one, texts.filter((text) => seen.get(text) === 1)]),
  );
}

function pagesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** The sentences of a page: content of paragraphs without inner tags. */
function paragraphsOf(page: string): string[] {
  return [...page.matchAll(/<p(?:\s[^<>]*)?>([^<]*)<\/p>/g)]
    .map(([, text = ""]) => plain(text))
    .filter((text) => /[.!?。।！？]$/.test(text));
}

const SIGNS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
};

function plain(text: string): string {
  const decoded = text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, tens, hex, name) => {
    if (name !== undefined) return SIGNS[name] ?? whole;
    return String.fromCodePoint(tens === undefined ? Number.parseInt(hex, 16) : +tens);
  });
  return decoded.replace(/\s+/g, " ").trim();
}
