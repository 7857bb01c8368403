// bench/RESULTS.md: the last full run, and what it was run on.

import { writeFileSync } from "node:fs";
import { cpus, release, type as systemType, totalmem } from "node:os";
import { join } from "node:path";
import { count } from "../../run/cli/report.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import { installedWorkerd } from "../../run/serve/workerd-process.ts";
import type { Scale } from "./measure.ts";
import { markdownTable, type Outcome } from "./table.ts";

const GIB = 1024 ** 3;

/** Write the results of a run; gives the file's path below the project. */
export function writeResults(outcomes: readonly Outcome[], scale: Scale, minutes: number): string {
  const path = join("bench", "RESULTS.md");
  const { pairs, parts, requests, jobItems, rows } = scale;
  const [core] = cpus();
  const machine = `${cpus().length} cores (${core?.model.trim()}), ${(totalmem() / GIB).toFixed(0)} GiB`;
  const text = `# Results

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, in ${minutes.toFixed(0)} minutes. Absolute numbers belong to
this machine; the ratios are what counts. Product (under \`serve\`) and floor (\`bench/floor\`) took turns in the same
run, and each ratio is of one such pair. Spread: how far the middle half of the runs lies apart. A goal that is
missed by no more than the spread does not fail the run. Goals are for deletions of 1,000,000 mappings.

- Machine: ${machine}, ${systemType()} ${release()}
- Runtime: workerd ${installedWorkerd().version}; client on Node ${process.versions.node}
- Scale: ${pairs} pairs of ${parts} parts; ${requests} requests of 1,000 items a part; jobs of ${count(jobItems)}; deletions of ${count(rows)} mappings, ${count(5 * rows)} for the large fill

${markdownTable(outcomes)}

What each row does is in \`scripts/quality/bench/measures/\`; what was tried, and what it gave, in \`docs/performance.md\`.
Peak memory is read from /proc, so that row needs Linux; elsewhere it is skipped.
`;
  writeFileSync(join(PROJECT_ROOT, path), text);
  return path;
}
