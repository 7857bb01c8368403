// Models that have not seen a part of the texts, for honest figures: kept under dist/ until anything that goes into them
// changes.

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

/** Source of whose kind a file is that is never trained on: left out for it. */
const KIND_OF: Readonly<Record<string, string>> = { "pii-anon-adversarial": "pii-anon" };

/** An English model trained on all files but the one named (and what is never trained on). */
export function modelWithout(
  file: string,
  files: ReadonlyMap<string, readonly GoldRecord[]>,
  told: Told,
): TaggerModel {
  const left = KIND_OF[file] ?? file;
  const sources = [...files].filter(([name]) => name !== left && !NEVER_TRAINED.includes(name));
  return keptModel("en", new Map(sources), told);
}

/** A group of languages without English. */
export type OtherGroup = Exclude<Group, "en">;

/** A part of the texts of a group, and what a model that has not seen it is trained on. */
export interface Fold {
  readonly name: string;
  readonly held: readonly LanguageRecord[];
  readonly rest: Sources;
}

/** Translations of the same sentences: in whatever language, they are one source, and one document. */
const PARALLEL = /pud/;
/** Generated: of all sources the least like what people write. */
export const GENERATED = "multi-synth";
/** Every so many-th document is held out where documents are. */
const DOCUMENTS = 5;

/** Texts of a group in parts that have no source in common. */
export function foldsBySource(folder: string, group: OtherGroup): Fold[] {
  const sources = readMultilingual(folder, GROUPS[group].languages);
  const names = new Set([...sources.values()].flat().map(nameOf));
  return [...names].map((name) => fold(name, sources, (one) => nameOf(one) === name));
}

function nameOf({ source }: GoldRecord): string {
  return PARALLEL.test(source) ? "parallel" : source;
}

/** A share of the documents of every source of a group. */
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

/** The model of a group that is trained on these sources. */
export function keptModel(group: Group, sources: Sources, told: Told): TaggerModel {
  const kept = join(FOLDER, `${group}-${digestOfInputs(sources)}.bin`);
  if (existsSync(kept)) return parseTaggerModel(exactBuffer(readFileSync(kept)));
  const bytes = modelBytes(buildModel(sources, buildLexicon(group, sources), group, told));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(kept, bytes);
  return parseTaggerModel(exactBuffer(bytes));
}

/** Code of the tagger that decides what is trained; the rest only decides how fast it tags. */
const TAGGER_CODE = [
  ...["features", "forms", "groups", "hash", "letters", "lexicon", "listed", "model", "packed"],
  ...["simplified", "tags", "tokens"],
];
/** The scores of findings are fitted on these very models. */
const NOT_TRAINED = "scores.ts";

/** Digest of the texts, the lists and the code that a model is made from. */
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
