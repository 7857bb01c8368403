// Models that have not seen one of the sources, for honest figures: one per source, kept under dist/
// until anything that goes into them changes.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseTaggerModel, type TaggerModel } from "../../../src/detect/tagger/model.ts";
import { buildModel, type Told } from "../../data/train/build-model.ts";
import { NEVER_TRAINED, PLAN } from "../../data/train/plan.ts";
import { buildLexicon, LISTS_FOLDER } from "../../data/train/word-lists.ts";
import { modelBytes } from "../../data/train/write-model.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import type { GoldRecord } from "./gold.ts";
import { exactBuffer } from "./tagger-model.ts";

const FOLDER = join(PROJECT_ROOT, "dist", "tagger-folds");

/** Source of whose kind a file is that is never trained on: left out for it. */
const KIND_OF: Readonly<Record<string, string>> = { "pii-anon-adversarial": "pii-anon" };

/** A model trained on all files but the one named (and what is never trained on). */
export function modelWithout(
  file: string,
  files: ReadonlyMap<string, readonly GoldRecord[]>,
  told: Told,
): TaggerModel {
  const left = KIND_OF[file] ?? file;
  const kept = join(FOLDER, `${digestOfInputs(files)}-${left}.bin`);
  if (existsSync(kept)) return parseTaggerModel(exactBuffer(readFileSync(kept)));
  const sources = [...files].filter(([name]) => name !== left && !NEVER_TRAINED.includes(name));
  const bytes = modelBytes(buildModel(new Map(sources), buildLexicon(), PLAN, told));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(kept, bytes);
  return parseTaggerModel(exactBuffer(bytes));
}

/** Code of the tagger that decides what is trained; the rest only decides how fast it tags. */
const TAGGER_CODE = [
  ...["features", "forms", "hash", "letters", "lexicon", "model", "packed", "tags"],
  "tokens",
];
/** The scores of findings are fitted on these very models. */
const NOT_TRAINED = "scores.ts";

/** Digest of the texts, the lists and the code that a model is made from. */
function digestOfInputs(files: ReadonlyMap<string, readonly GoldRecord[]>): string {
  const hash = createHash("sha256").update(JSON.stringify([...files]));
  const training = join(PROJECT_ROOT, "scripts", "data", "train");
  const inputs = [
    ...filesOf(LISTS_FOLDER),
    ...filesOf(training).filter((file) => !file.endsWith(NOT_TRAINED)),
    ...TAGGER_CODE.map((name) => join(PROJECT_ROOT, "src", "detect", "tagger", `${name}.ts`)),
  ];
  for (const file of inputs) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}
