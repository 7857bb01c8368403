// bench/RESULTS.md: the last full run, and what it was run on.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, release, type as systemType, totalmem } from "node:os";
import { join } from "node:path";
import { count } from "../../run/cli/report.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import type { Scale } from "./measure.ts";
import { markdownTable, type Outcome } from "./table.ts";

const GIB = 1024 ** 3;

/** Write the results of a run; gives the file's path below the project. */
export function writeResults(outcomes: readonly Outcome[], scale: Scale, minutes: number): string {
  const path = join("bench", "RESULTS.md");
  const text = `# Results

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, in ${minutes.toFixed(0)} minutes. Absolute numbers belong to
this machine; the ratios are what counts. Product (under \`serve\`) and floor (\`bench/floor\`) took turns in the same
run, and each ratio is of one such pair. Spread: how far the middle half of the runs lies apart. A goal that is
missed by no more than the spread does not fail the run.

- Machine: ${machine()}
- Runtime: ${runtime()}
- Scale: ${scaleText(scale)}

${markdownTable(outcomes)}

What each row does is in \`scripts/quality/bench/measures/\`; what was tried, and what it gave, in \`docs/performance.md\`.
Peak memory is read from /proc, so that row needs Linux; elsewhere it is skipped.
`;
  writeFileSync(join(PROJECT_ROOT, path), text);
  return path;
}

function machine(): string {
  const all = cpus();
  const memory = (totalmem() / GIB).toFixed(0);
  return `${all.length} cores (${all[0]?.model.trim() ?? "unknown"}), ${memory} GiB, ${systemType()} ${release()}`;
}

function runtime(): string {
  const fromWrangler = createRequire(
    createRequire(import.meta.url).resolve("wrangler/package.json"),
  );
  const { version } = fromWrangler("workerd/package.json") as { version: string };
  return `workerd ${version}; client on Node ${process.versions.node}`;
}

function scaleText({ pairs, parts, rows, jobItems, requests }: Scale): string {
  const full =
    rows === 1_000_000
      ? ""
      : " **(scaled down by --rows: the goals are for 1,000,000 and 5,000,000)**";
  return (
    `${pairs} pairs of ${parts} parts; ${count(requests)} requests of 1,000 items a part; jobs of ${count(jobItems)}; deletions of ` +
    `${count(rows)} mappings, ${count(5 * rows)} for the large fill${full}`
  );
}
