// Models that have not seen a part of the texts, for honest figures. They are cached under dist/ until one of
// their inputs changes.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GROUPS, type Group } from "../../../src/detect/tagger/groups.ts";
import { parseTaggerModel, type TaggerModel } from "../../../src/detect/tagger/model.ts";
import { buildModel, type Sources, type Told } from "../../data/train/build-model.ts";
import { NEVER_TRAINED } from "../../data/train/plan.ts";
import { buildLexicon, LISTS_FOLDER } from "../../data/train/word-lists.ts";
import { modelBytes } from "../../data/train/write-model.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import { readMultilingual } from "./benchmark.ts";
import type { GoldRecord, LanguageRecord } from "./gold.ts";
import { exactBuffer } from "./tagger-model.ts";

const FOLDER = join(PROJECT_ROOT, "dist", "tagger-folds");

/** Files that are never trained on, with the source of the same kind that is left out for them. */
const KIND_OF: Readonly<Record<string, string>> = { "pii-anon-adversarial": "pii-anon" };

/** An English model trained on all files but the named one (and those that are never trained on). */
export function modelWithout(
  file: string,
  files: ReadonlyMap<string, readonly GoldRecord[]>,
  told: Told,
): TaggerModel {
  const left = KIND_OF[file] ?? file;
  const sources = [...files].filter(([name]) => name !== left && !NEVER_TRAINED.includes(name));
  return keptModel("en", new Map(sources), told);
}

/** Groups of languages other than English. */
export type OtherGroup = Exclude<Group, "en">;

/** A held-out part of a group's texts, and the training data of a model that has not seen it. */
export interface Fold {
  readonly name: string;
  readonly held: readonly LanguageRecord[];
  readonly rest: Sources;
}

/** Translations of the same sentences: in all languages, they count as one source and as one document. */
const PARALLEL = /pud/;
/** The generated source, which is least like real texts. */
export const GENERATED = "multi-synth";
const DOCUMENTS = 5;

/** Folds of a group's texts, one per source held out. */
export function foldsBySource(folder: string, group: OtherGroup): Fold[] {
  const sources = readMultilingual(folder, GROUPS[group].languages);
  const names = new Set([...sources.values()].flat().map(nameOf));
  return [...names].map((name) => fold(name, sources, (one) => nameOf(one) === name));
}

function nameOf({ source }: GoldRecord): string {
  return PARALLEL.test(source) ? "parallel" : source;
}

/** A fold that holds out a share of every source's documents. */
export function foldByDocument(folder: string, group: OtherGroup): Fold {
  const sources = readMultilingual(folder, GROUPS[group].languages);
  const documentOf = ({ doc }: LanguageRecord) => doc.slice(doc.indexOf("/"));
  const all = new Set([...sources.values()].flat().map(documentOf));
  const numbers = new Map([...all].sort().map((document, i) => [document, i]));
  return fold(
    "documents",
    sources,
    (one) => (numbers.get(documentOf(one)) as number) % DOCUMENTS === 0,
  );
}

function fold(
  name: string,
  sources: ReadonlyMap<string, readonly LanguageRecord[]>,
  isHeld: (record: LanguageRecord) => boolean,
): Fold {
  const rest = [...sources].map(
    ([source, list]) => [source, list.filter((one) => !isHeld(one))] as const,
  );
  return { name, held: [...sources.values()].flat().filter(isHeld), rest: new Map(rest) };
}

/** The model of a group trained on these sources, from the cache if possible. */
export function keptModel(group: Group, sources: Sources, told: Told): TaggerModel {
  const kept = join(FOLDER, `${group}-${digestOfInputs(sources)}.bin`);
  if (existsSync(kept)) return parseTaggerModel(exactBuffer(readFileSync(kept)));
  const bytes = modelBytes(buildModel(sources, buildLexicon(group, sources), group, told));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(kept, bytes);
  return parseTaggerModel(exactBuffer(bytes));
}

/** Code of the tagger that affects training; the rest only affects how it tags. */
const TAGGER_CODE = [
  ...["features", "forms", "groups", "hash", "letters", "lexicon", "listed", "model", "packed"],
  ...["simplified", "tags", "tokens"],
];
/** Not an input: scores are fitted on these models themselves. */
const NOT_TRAINED = "scores.ts";

/** Digest of all inputs of a model: texts, lists and code. */
function digestOfInputs(files: Sources): string {
  const hash = createHash("sha256").update(JSON.stringify([...files]));
  const training = join(PROJECT_ROOT, "scripts", "data", "train");
  const inputs = [
    ...filesOf(LISTS_FOLDER),
    ...filesOf(training).filter((file) => !file.endsWith(NOT_TRAINED)),
    join(PROJECT_ROOT, "models", "simplified.ts"),
    ...TAGGER_CODE.map((name) => join(PROJECT_ROOT, "src", "detect", "tagger", `${name}.ts`)),
  ];
  for (const file of inputs) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name))
    .sort();
}
