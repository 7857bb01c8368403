// npm run train: trains the tagger's model, or checks that the shipped one is what training gives.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { buildModel } from "../data/train/build-model.ts";
import { NEVER_TRAINED, PLAN } from "../data/train/plan.ts";
import { buildLexicon } from "../data/train/word-lists.ts";
import { modelBytes } from "../data/train/write-model.ts";
import { readBenchmark, requireBenchmark } from "../quality/detect/benchmark.ts";
import { MODEL_FILE } from "../quality/detect/tagger-model.ts";
import { CommandFailure, EXIT, parseOptions, runCommand } from "../run/cli/command.ts";
import { count, Report } from "../run/cli/report.ts";

const HELP = `Train the tagger (names, places, organizations, addresses) on the records of PII_BENCH
(default ../shared/pii-bench) and the lists in models/lists.

  npm run train              write models/tagger.bin
  npm run train -- --check   train, and compare with models/tagger.bin

Takes up to a minute and about 700 MB. The same input gives the same bytes. models/README.md tells
each source, its licence and how to obtain it, and holds the file's SHA-256: change it there too.
Exit codes: 0 written or equal, 1 different or the data is not there, 64 wrong usage.`;

await runCommand(async () => {
  const options = parseOptions(HELP, {
    check: { type: "boolean", default: false },
  });
  const sources = readBenchmark(requireBenchmark());
  for (const name of NEVER_TRAINED) sources.delete(name);
  const report = new Report(process.stdout);
  const model = await report.step(
    "train",
    async () =>
      buildModel(sources, buildLexicon(), PLAN, (done, all) => report.progress(done, all)),
    ({ features, lexicon }) =>
      `${count(features.length)} features, ${count(lexicon.keys.length)} words`,
  );
  const bytes = modelBytes(model);
  report.print(
    `${count(bytes.length)} bytes, ${count(gzipSync(bytes, { level: 9 }).length)} after gzip`,
  );
  report.print(`SHA-256 ${createHash("sha256").update(bytes).digest("hex")}`);
  if (!options.check) {
    writeFileSync(MODEL_FILE, bytes);
    return EXIT.ok;
  }
  if (Buffer.compare(readFileSync(MODEL_FILE), bytes) === 0) {
    report.print("models/tagger.bin is what training gives.");
    return EXIT.ok;
  }
  throw new CommandFailure("models/tagger.bin differs from what training gives.");
});
