// npm run bench:tokens: how fast tokens of every kind are made and read back, in one thread.

import { type BenchKind, benchKinds, measureKind } from "../quality/bench/token-kinds.ts";
import { EXIT, parseOptions, runCommand, wholeNumber } from "../run/cli/command.ts";
import { count, Report } from "../run/cli/report.ts";

const GOAL = 300_000;
/** Faster than the clock can tell. */
const MOST_TOLD = 5_000_000;

const HELP = `Measure how many tokens of every token name and format one thread makes and reads back.

  npm run bench:tokens               all kinds, about half a minute
  npm run bench:tokens -- --quick    fewer tokens and runs, some seconds

  --tokens N   tokens of each kind in one run (100,000)
  --runs N     runs; kinds take turns, the table shows medians (7)
Made: the form is picked for the value and the token spelt. Read back, without the look-ups in storage: a
token that carries an id gives it and is compared with its value; of one that has a row of its own it is
found out that it carries none, which is all that happens before the row is looked up.
A second is one of this thread's processor time, so that other programs disturb little.
The spread of a rate is how far the middle half of its runs lies apart. The goal is ${count(GOAL)}/s each way.
Exit codes: 0 all kinds reach the goal, 1 one misses it by more than its spread, 64 wrong usage.`;

/** A median with the distance between its quartiles. */
interface Rate {
  readonly median: number;
  readonly spread: number;
}

await runCommand(async () => {
  const options = parseOptions(HELP, {
    tokens: { type: "string" },
    runs: { type: "string" },
    quick: { type: "boolean" },
  });
  const [tokens, runs] = options.quick ? ["20000", "3"] : ["100000", "7"];
  return measure(
    wholeNumber("tokens", options.tokens ?? tokens, 1_000, 10_000_000),
    wholeNumber("runs", options.runs ?? runs, 1, 1_000),
  );
});

async function measure(tokens: number, runs: number): Promise<number> {
  const report = new Report(process.stdout);
  const kinds = benchKinds();
  const made = kinds.map((): number[] => []);
  const read = kinds.map((): number[] => []);
  const tell = () => `${count(kinds.length)} kinds, ${count(tokens)} tokens each`;
  const warmUp = async () => {
    for (const kind of kinds) measureKind(kind, tokens);
  };
  await report.step("Warm up", warmUp, tell);
  const measureAll = async () => {
    for (let run = 0; run < runs; run++) {
      for (const [i, kind] of kinds.entries()) {
        const rates = measureKind(kind, tokens);
        made[i]?.push(rates.made);
        read[i]?.push(rates.read);
      }
      report.progress(run + 1, runs);
    }
  };
  await report.step(`Measure ${runs} times`, measureAll, tell);
  const rows = kinds.map((kind, i) => ({ kind, made: rateOf(made[i]), read: rateOf(read[i]) }));
  report.print(table(rows));
  const slow = rows.filter((row) => misses(row.made) || misses(row.read));
  const names = slow.map(({ kind }) => kind.name).join(", ");
  report.print(slow.length === 0 ? "\nAll kinds reach the goal." : `\nToo slow: ${names}`);
  return slow.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Of the runs next to a quartile, not between two: a rate that the clock cannot tell is infinite. */
function rateOf(rates: readonly number[] = []): Rate {
  const sorted = rates.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), spread: at(0.75) - at(0.25) };
}

function misses({ median, spread }: Rate): boolean {
  return median + spread < GOAL;
}

function table(rows: readonly { kind: BenchKind; made: Rate; read: Rate }[]): string {
  const line = (name: string, made: string, read: string) =>
    `${name.padEnd(44)}${made.padStart(22)}${read.padStart(22)}`;
  const rate = (of: Rate) =>
    of.median > MOST_TOLD
      ? `over ${count(MOST_TOLD)}`
      : `${misses(of) ? "! " : ""}${count(of.median)} ± ${count(of.spread).padStart(7)}`;
  const lines = rows.map(({ kind, made, read }) => line(kind.name, rate(made), rate(read)));
  return ["", line("Kind", "made/s ± spread", "read back/s ± spread"), ...lines].join("\n");
}
