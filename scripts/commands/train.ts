// npm run train: trains the tagger's models, or checks that training reproduces the shipped ones.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { GROUPS, type Group } from "../../src/detect/tagger/groups.ts";
import { buildModel } from "../data/train/build-model.ts";
import { buildLexicon } from "../data/train/word-lists.ts";
import { modelBytes } from "../data/train/write-model.ts";
import { readSources, requireBenchmark } from "../quality/detect/benchmark.ts";
import { modelFile } from "../quality/detect/tagger-model.ts";
import { CommandFailure, parseOptions, runCommand, usageFailure } from "../run/cli/command.ts";
import { count, Report } from "../run/cli/report.ts";

const NAMES = Object.keys(GROUPS).join(", ");
const HELP = `Train the tagger (names, places, organizations, addresses) on the records of PII_BENCH
(default ../shared/pii-bench) and the lists in models/lists. A group of languages has a model:
${NAMES}.

  npm run train                      write models/tagger.bin and models/tagger-GROUP.bin
  npm run train -- --group hi        the model of this group only
  npm run train -- --check           train, and compare with the files

Takes up to two minutes and about 700 MB. The same input gives the same bytes. models/README.md tells
each source, its licence and how to obtain it, and holds each file's SHA-256: change it there too.
Exit codes: 0 written or equal, 1 different or the data is not there, 64 wrong usage.`;

await runCommand(async () => {
  const options = parseOptions(HELP, {
    check: { type: "boolean", default: false },
    group: { type: "string" },
  });
  const chosen = options.group === undefined ? Object.keys(GROUPS) : [options.group];
  if (!chosen.every(isGroup)) throw usageFailure(`--group is one of ${NAMES}.`);
  const folder = requireBenchmark();
  const report = new Report(process.stdout);
  const different: string[] = [];
  for (const group of chosen) {
    const bytes = await train(report, folder, group);
    const file = modelFile(group);
    if (!options.check) writeFileSync(file, bytes);
    else if (Buffer.compare(readFileSync(file), bytes) !== 0) different.push(basename(file));
  }
  if (different.length > 0)
    throw new CommandFailure(`${different.join(", ")}: training gives something else.`);
  if (options.check) report.print("The files are what training gives.");
});

function isGroup(name: string): name is Group {
  return name in GROUPS;
}

async function train(report: Report, folder: string, group: Group): Promise<Uint8Array> {
  const sources = readSources(folder, group);
  const model = await report.step(
    `train ${group}`,
    async () =>
      buildModel(sources, buildLexicon(group, sources), group, (done, all) =>
        report.progress(done, all),
      ),
    ({ features, lexicon }) =>
      `${count(features.length)} features, ${count(lexicon.keys.length)} words`,
  );
  const bytes = modelBytes(model);
  report.print(
    `${count(bytes.length)} bytes, ${count(gzipSync(bytes, { level: 9 }).length)} after gzip`,
  );
  report.print(`SHA-256 ${createHash("sha256").update(bytes).digest("hex")}`);
  return bytes;
}
