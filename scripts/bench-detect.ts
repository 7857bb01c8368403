// npm run bench:detect: how well and how fast auto-detect finds what the benchmark's records hold.

import { EXIT, parseOptions, runCommand } from "./cli/command.ts";
import {
  type GoldRecord,
  loadScorer,
  readBenchmark,
  requireBenchmark,
} from "./detect/benchmark.ts";
import { canonicalType } from "./detect/canonical-types.ts";
import { everyEntity } from "./detect/everything.ts";
import { scoreTable, sourceTable } from "./detect/tables.ts";

const HELP = `Score auto-detect on the labelled records of PII_BENCH (default ../shared/pii-bench).

  npm run bench:detect

Prints figures by type and by source, and the speed of one thread. The adversarial file is reported apart.
Exit codes: 0 done, 1 the data is not there, 64 wrong usage.`;

/** Hides values on purpose (base64, look-alike letters): told apart from the rest. */
const ADVERSARIAL = "pii-anon-adversarial";

await runCommand(async () => {
  const options = parseOptions(process.argv.slice(2), { help: { type: "boolean", short: "h" } });
  if (options.help) {
    console.log(HELP);
    return EXIT.ok;
  }
  const folder = requireBenchmark();
  const files = readBenchmark(folder);
  const score = await loadScorer(folder);
  const find = everyEntity();
  const predict = (records: readonly GoldRecord[]) =>
    new Map(
      records.map(({ id, text }) => {
        const spans = find(text).map(({ start, end, entityType }) => {
          return { start, end, type: canonicalType(entityType) };
        });
        return [id, { id, spans }];
      }),
    );
  const plain = [...files].filter(([name]) => name !== ADVERSARIAL);
  const records = plain.flatMap(([, list]) => list);
  const characters = records.reduce((sum, { text }) => sum + text.length, 0);
  predict(records.slice(0, 2_000));
  const started = performance.now();
  const predictions = predict(records);
  const seconds = (performance.now() - started) / 1000;
  console.log(scoreTable("all sources", score(records, predictions)));
  console.log(sourceTable(files, (list) => score(list, predict(list))));
  console.log(`\n${(characters / 1e6 / seconds).toFixed(2)} million characters/s in one thread`);
  return EXIT.ok;
});
