// npm run train:languages: trains the weights that identify languages in Latin letters, or checks that
// training reproduces the shipped ones.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTexts } from "../data/train/language/texts.ts";
import { trainWeights } from "../data/train/language/train-weights.ts";
import { requireBenchmark } from "../quality/detect/benchmark.ts";
import { CommandFailure, parseOptions, runCommand } from "../run/cli/command.ts";
import { count, countOf, Report } from "../run/cli/report.ts";
import { PROJECT_ROOT } from "../run/cli/tool.ts";

const HELP = `Train the languages of Latin letters on the records of PII_BENCH (default ../shared/pii-bench).

  npm run train:languages              write models/languages.ts
  npm run train:languages -- --check   train, and compare with models/languages.ts

Takes a few seconds. The same input gives the same bytes. models/README.md tells the sources and their licences.
Exit codes: 0 written or equal, 1 different or the data is not there, 64 wrong usage.`;

const FILE = join(PROJECT_ROOT, "models", "languages.ts");

await runCommand(async () => {
  const options = parseOptions(HELP, {
    check: { type: "boolean", default: false },
  });
  const folder = requireBenchmark();
  const report = new Report(process.stdout);
  const texts = await report.step(
    "read texts",
    async () => readTexts(folder),
    (read) => countOf(read.length, "text"),
  );
  const weights = await report.step(
    "train",
    async () => trainWeights(texts),
    ({ length }) => `${count(length)} weights`,
  );
  const source = sourceOf(weights);
  if (!options.check) {
    writeFileSync(FILE, source);
    return;
  }
  if (readFileSync(FILE, "utf8") === source) {
    report.print("models/languages.ts is what training gives.");
    return;
  }
  throw new CommandFailure("models/languages.ts differs from what training gives.");
});

function sourceOf(weights: Int8Array): string {
  return `// Written by npm run train:languages; models/README.md tells from what. Licence: CC BY-SA 4.0 (models/LICENSE).

/** Weights of the languages in Latin letters (src/detect/language/latin-model.ts), a signed byte each, as base64. */
export const LATIN_WEIGHTS =
  "${Buffer.from(weights.buffer).toString("base64")}";
`;
}
