// All figures that a rule of auto-detect may improve: those of the benchmark's texts, each searched by a
// model that has not seen its source (in other languages than English, its document), and those of the corpus of prompts.

import { LANGUAGES } from "../../../src/detect/language/languages.ts";
import { Report } from "../../run/cli/report.ts";
import { loadScorer, readBenchmark, requireBenchmark, type Score } from "./benchmark.ts";
import { modelWithout } from "./folds.ts";
import type { GoldSpan } from "./gold.ts";
import { searchUnseen } from "./languages.ts";
import { predict } from "./predictions.ts";
import { PROMPT_PARTS, promptSums, readPrompts, scorePrompts } from "./prompts.ts";
import { newNamespaceEntities } from "./tagger-model.ts";

/** Figures by name; more is better. In percent, or negated false findings per thousand words. */
export type Earnings = Readonly<Record<string, number>>;

/** Measure all figures; missing models are trained first, a minute each. */
export async function earnings(): Promise<Earnings> {
  const folder = requireBenchmark();
  const files = readBenchmark(folder);
  const score = await loadScorer(folder);
  const found: Record<string, number> = {};
  const all = new Map<string, { readonly id: string; readonly spans: GoldSpan[] }>();
  for (const [file, records] of files) {
    const predictions = predict(
      records,
      modelWithout(file, files, () => {}),
    );
    for (const [id, one] of predictions) all.set(id, one);
    add(found, file, score(records, predictions));
  }
  add(found, "all", score([...files.values()].flat(), all));
  const abroad = await searchUnseen(new Report(process.stderr), folder, "document");
  for (const language of LANGUAGES.filter((one) => one !== "en")) {
    const records = abroad.records.filter(({ lang }) => lang === language);
    add(found, language, score(records, abroad.found));
  }
  const find = newNamespaceEntities();
  const prompts = readPrompts();
  for (const part of PROMPT_PARTS) {
    const sums = promptSums(
      scorePrompts(
        prompts.filter((one) => one.part === part),
        find,
      ),
    );
    found[`prompts ${part}: hidden`] = 100 * sums.hidden;
    found[`prompts ${part}: wrong`] = -sums.wrong;
    found[`prompts ${part}: wide`] = -sums.wide;
  }
  return found;
}

function add(found: Record<string, number>, of: string, { char, perType }: Score): void {
  found[`${of}: masking recall`] = 100 * char.recall;
  found[`${of}: masking precision`] = 100 * char.precision;
  for (const [type, { overlap }] of Object.entries(perType)) {
    if (overlap.gold > 0) found[`${of}: ${type}`] = 100 * overlap.f1;
  }
}
