// npm run bench:detect: quality and speed of auto-detect on the benchmark's records.

import { LANGUAGES } from "../../../src/detect/language/languages.ts";
import { GROUPS, type Group } from "../../../src/detect/tagger/groups.ts";
import type { Calibration } from "../../../src/detect/tagger/model.ts";
import { TAGGED_TYPES } from "../../../src/detect/tagger/tags.ts";
import { MANUAL_NAMES, manualTexts } from "../../data/train/manuals.ts";
import { ablate, earnedTable } from "../../quality/detect/ablation.ts";
import {
  loadScorer,
  type Predictions,
  readBenchmark,
  readMultilingual,
  requireBenchmark,
} from "../../quality/detect/benchmark.ts";
import { fitCalibration, type Judged, judge } from "../../quality/detect/calibration.ts";
import { modelWithout } from "../../quality/detect/folds.ts";
import type { GoldRecord, GoldSpan } from "../../quality/detect/gold.ts";
import { languageTable, searchUnseen, wordsIn } from "../../quality/detect/languages.ts";
import { predict } from "../../quality/detect/predictions.ts";
import {
  PROMPT_PARTS,
  type PromptScore,
  promptTable,
  readPrompts,
  scorePrompts,
} from "../../quality/detect/prompts.ts";
import { scoreTable, sourceTable } from "../../quality/detect/tables.ts";
import { everyEntity, loadModel, newNamespaceEntities } from "../../quality/detect/tagger-model.ts";
import { parseOptions, runCommand } from "../../run/cli/command.ts";
import { Report } from "../../run/cli/report.ts";

const HELP = `Score auto-detect on the labelled records of PII_BENCH (default ../shared/pii-bench).

  npm run bench:detect               each source by a model that was trained without it (unseen text), beside
                                     the shipped model, which was trained on these very records
  npm run bench:detect -- --quick    the shipped model only: its figures for names mean nothing
  npm run bench:detect -- --prompts  the corpus of prompts alone (test/detect/prompts, needs no PII_BENCH), and what
                                     is missed, wrong or too wide in the part of it that rules are written with

  npm run bench:detect -- --languages  the other languages, each text by a model that has not seen its document, then its
                                     source; behind them what is found in a thousand words of records that hold nothing
  npm run bench:detect -- --ordinary DIR  what is found in a thousand words of manuals, which speak of nobody: DIR holds
                                     Debian's packages gnome-user-docs and libreoffice-help-LANGUAGE, unpacked

  npm run bench:detect -- --ablate   what each rule and word list earns on unseen text and in the prompts;
                                     takes long; --rule TEXT: only rules with TEXT in their names

Training takes up to a minute a source; the models are kept under dist/ until an input changes.
Prints figures by type and by source, and the speed of one thread. The adversarial file is reported apart.
"identifiers" are account, licence, passport, identity, tax and other record numbers, one with another.
Exit codes: 0 done, 1 the data is not there, 64 wrong usage.`;

/** Source that hides values on purpose (base64, look-alike letters); reported separately. */
const ADVERSARIAL = "pii-anon-adversarial";

/** Types that manuals do contain: dates and addresses of pages. Not counted as false. */
const REALLY_THERE: readonly string[] = ["DATE", "URL"];
/** Maximum number of texts searched per manual and language. */
const MAX_TEXTS = 1_000;

/** One line per language: false findings per thousand words of two manuals, by the shipped models, under `root`. */
function ordinaryTable(root: string): string {
  const find = everyEntity();
  const lines = LANGUAGES.map((language) => [language as string]);
  for (const manual of MANUAL_NAMES) {
    const texts = manualTexts(root, manual);
    LANGUAGES.forEach((language, i) => {
      const all = texts.get(language) ?? [];
      const step = Math.ceil(all.length / MAX_TEXTS);
      const some = all.filter((_, at) => at % step === 0);
      const words = some.reduce((sum, text) => sum + wordsIn(language, text), 0);
      const found = some.flatMap((text) => find(text).map(({ entityType }) => entityType));
      const wrong = found.filter((type) => !REALLY_THERE.includes(type)).length;
      const share = words === 0 ? "-" : ((1000 * wrong) / words).toFixed(1);
      lines[i]?.push(`${manual} ${share.padStart(5)} of ${words} words`);
    });
  }
  return lines.map((line) => line.join("  ")).join("\n");
}

/** Records searched before timing starts. */
const WARM_UP = 2_000;
/** Timed passes over all records: on a shared machine, single passes differ by half. */
const PASSES = 5;

/** Median speed of the warmed-up code over all records, in characters and in bytes of UTF-8, as a sentence. */
function speedOf(records: readonly GoldRecord[]): string {
  const find = everyEntity();
  for (const { text } of records.slice(0, WARM_UP)) find(text);
  const passes = Array.from({ length: PASSES }, () => {
    const started = performance.now();
    for (const { text } of records) find(text);
    return performance.now() - started;
  });
  const milliseconds = passes.sort((a, b) => a - b)[PASSES >> 1] as number;
  const rate = (sizeOf: (text: string) => number) =>
    (records.reduce((sum, { text }) => sum + sizeOf(text), 0) / 1000 / milliseconds).toFixed(2);
  const characters = rate(({ length }) => length);
  return `${characters} million characters/s, ${rate(Buffer.byteLength)} MB/s`;
}

await runCommand(async () => {
  const options = parseOptions(HELP, {
    quick: { type: "boolean", default: false },
    prompts: { type: "boolean", default: false },
    languages: { type: "boolean", default: false },
    ordinary: { type: "string", default: "" },
    ablate: { type: "boolean", default: false },
    rule: { type: "string", default: "" },
  });
  if (options.ablate) {
    console.log(earnedTable(await ablate(new Report(process.stderr), options.rule)));
    return;
  }
  if (options.ordinary !== "") {
    console.log(ordinaryTable(options.ordinary));
    return;
  }
  if (options.languages) {
    await printLanguages();
    return;
  }
  printPrompts(options.prompts);
  if (options.prompts) return;
  const folder = requireBenchmark();
  const files = readBenchmark(folder);
  const score = await loadScorer(folder);
  const plain = [...files].filter(([name]) => name !== ADVERSARIAL).flatMap(([, list]) => list);
  const shipped = loadModel();
  const seen = predict([...files.values()].flat(), shipped);
  const judged: Judged[] = [];
  const unseen = options.quick ? null : await predictUnseen(files, judged);
  console.log(scoreTable("all sources", score(plain, seen), unseen && score(plain, unseen)));
  console.log(
    sourceTable(files, (list) => [score(list, seen), unseen && score(list, unseen)] as const),
  );
  if (!options.quick) printFit(fitCalibration(judged));
  console.log(`\n${speedOf(plain)} in one thread`);
});

/** Print the score of a new namespace's default policy on the corpus of prompts. */
function printPrompts(isListed: boolean): void {
  const find = newNamespaceEntities();
  const records = readPrompts();
  const scores = PROMPT_PARTS.map((part) =>
    scorePrompts(
      records.filter((one) => one.part === part),
      find,
    ),
  );
  const { missed, wrong, wide } = scores[0] as PromptScore;
  const lists = Object.entries({ missed, wrong, wide });
  console.log(`${promptTable(scores)}\n`);
  if (isListed) for (const [name, list] of lists) console.log([`${name}:`, ...list, ""].join("\n"));
}

async function printLanguages(): Promise<void> {
  const folder = requireBenchmark();
  for (const by of ["document", "source"] as const) {
    const unseen = await searchUnseen(new Report(process.stderr), folder, by);
    console.log(`\nby models that have not seen the ${by}:`);
    console.log(await languageTable(folder, unseen));
    if (by === "source") continue;
    for (const [group, judged] of unseen.judged) printFit(fitCalibration(judged), group);
  }
  for (const groups of [
    ["west", "pl-tr"],
    ["hi", "ja-zh"],
  ] as const) {
    const languages = groups.flatMap((group) => GROUPS[group].languages);
    const records = [...readMultilingual(folder, languages).values()].flat();
    console.log(`\n${languages.join(", ")}: ${speedOf(records)} in one thread`);
  }
}

/** Findings in each source by a model trained without it; the tagger's judged findings are added to `judged`. */
async function predictUnseen(
  files: ReadonlyMap<string, GoldRecord[]>,
  judged: Judged[],
): Promise<Predictions> {
  const report = new Report(process.stderr);
  const all = new Map<string, { id: string; spans: GoldSpan[] }>();
  for (const [file, records] of files) {
    const found = await report.step(
      `without ${file}`,
      async () => {
        const model = modelWithout(file, files, (done, total) => report.progress(done, total));
        if (file !== ADVERSARIAL) judged.push(...judge(records, model));
        return predict(records, model);
      },
      (list) => `${list.size} records`,
    );
    for (const [id, spans] of found) all.set(id, spans);
  }
  return all;
}

function printFit(fit: readonly Calibration[], group: Group = "en"): void {
  const parts = fit.map(
    ({ slope, base }, i) => `${TAGGED_TYPES[i]} ${slope.toFixed(3)}, ${base.toFixed(2)}`,
  );
  console.log(
    `\nscores of the tagger (${group}), slope and base (scripts/data/train/scores.ts): ${parts.join("; ")}`,
  );
}
