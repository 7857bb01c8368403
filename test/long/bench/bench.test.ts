// npm run bench: the figures it computes from runs, and a smoke run with real processes.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { MEASURES } from "../../../scripts/quality/bench/measures.ts";
import { judge, quantile, summarize } from "../../../scripts/quality/bench/statistics.ts";
import {
  markdownTable,
  type Outcome,
  textTable,
  verdictOf,
} from "../../../scripts/quality/bench/table.ts";
import { cleanUp, startScript, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { fc } from "../../support/properties.ts";

afterEach(cleanUp);

/** Command lines of running processes that name a folder, where the system shows them. */
function runningIn(folder: string): string[] {
  if (!existsSync("/proc/self/cmdline")) return [];
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.map(commandLine).filter((line) => line.includes(folder));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(join("/proc", pid, "cmdline"), "utf8");
  } catch {
    return "";
  }
}

describe("figures", () => {
  it("median and spread are those of the middle half", () => {
    expect(summarize([9, 1, 8, 2, 7, 3, 6, 4, 5])).toEqual({ median: 5, spread: 4 });
    expect(summarize([1, 2, 3, 4])).toEqual({ median: 2.5, spread: 1.5 });
    expect(summarize([7])).toEqual({ median: 7, spread: 0 });
    expect(summarize([]).median).toBeNaN();
  });

  it("a quantile lies between its neighbours, whatever the order, and leaves the list alone", () => {
    const list = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1 });
    fc.assert(
      fc.property(list, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const before = [...values];
        const found = quantile(values, share);
        expect(values).toEqual(before);
        expect(quantile(values.toReversed(), share)).toBe(found);
        const below = values.filter((value) => value < found - 1e-9).length;
        expect(below).toBeLessThanOrEqual(Math.ceil(share * (values.length - 1)));
        expect(values.some((value) => value <= found)).toBe(true);
        expect(values.some((value) => value >= found)).toBe(true);
      }),
    );
  });

  it.each([
    [{ median: 0.85, spread: 0 }, { least: 0.85 }, "met"],
    [{ median: 0.9, spread: 0.5 }, { least: 0.85 }, "met"],
    [{ median: 0.75, spread: 0.25 }, { least: 1 }, "close"],
    [{ median: 0.7, spread: 0.25 }, { least: 1 }, "missed"],
    [{ median: 2, spread: 0 }, { most: 2 }, "met"],
    [{ median: 2.25, spread: 0.25 }, { most: 2 }, "close"],
    [{ median: 2.5, spread: 0.25 }, { most: 2 }, "missed"],
    [{ median: Number.NaN, spread: Number.NaN }, { most: 2 }, "missed"],
  ] as const)("%o against %o is %s", (summary, goal, verdict) => {
    expect(judge(summary, goal)).toBe(verdict);
  });
});

describe("the table", () => {
  const measure = { name: "speed", what: "how fast", goal: { least: 1 }, unit: "of it" };
  const outcomes: Outcome[] = [
    { measure, finding: { runs: [0.5, 0.5, 0.5], detail: "1/s against 2/s" } },
    { measure, finding: { skipped: "needs /proc" } },
    { measure, failure: "the server was gone" },
    { measure: { ...measure, goal: { most: 8 } }, finding: { runs: [7], detail: "7 ms" } },
    { measure: { ...measure, goal: null }, finding: { runs: [3], detail: "3 ms" } },
  ];

  it("counts what broke as missed, and what was skipped not at all", () => {
    expect(outcomes.map(verdictOf)).toEqual(["missed", null, "missed", "met", null]);
  });

  it("says figures, verdicts and reasons", () => {
    const [head, first, second, third, fourth, last] = textTable(outcomes, true).split("\n");
    expect(head?.split(/ {2,}/)).toEqual([
      "name",
      "goal",
      "result",
      "spread",
      "runs",
      "verdict",
      "detail",
    ]);
    const cells = ["speed", ">= 1", "0.50", "0.00", "3", "MISSED", "1/s against 2/s"];
    expect(first?.split(/ {2,}/)).toEqual(cells);
    expect(second).toMatch(/skipped +needs \/proc$/);
    expect(third).toMatch(/BROKEN +the server was gone$/);
    expect(fourth?.split(/ {2,}/).slice(1, 3)).toEqual(["<= 8", "7.00"]);
    expect(last?.split(/ {2,}/)).toEqual(["speed", "-", "3.00", "0.00", "1", "not judged", "3 ms"]);
    expect(textTable(outcomes, false)).toContain("not judged");
    const columns = markdownTable(outcomes).split("\n");
    expect(new Set(columns.map((line) => line.split("|").length))).toEqual(new Set([9]));
  });
});

describe("the command", () => {
  /** A quick run of these measures; it judges nothing and leaves nothing. */
  async function quickRun(names: readonly string[], args: readonly string[]): Promise<void> {
    const folder = temporaryFolder();
    const bench = startScript("bench/bench.ts", ["--quick", ...args], { TMPDIR: folder });
    const { code } = await bench.ended;
    expect(code, bench.stdout() + bench.stderr()).toBe(0);
    const [, ...rows] = bench.stdout().trim().split("\n");
    const cells = rows.map((row) => row.split(/ {2,}/));
    expect(cells.map(([name]) => name)).toEqual(names);
    for (const [name, , ratio, spread, runs, verdict, detail] of cells) {
      // Peak memory is read from /proc.
      if (name === "job-memory" && !existsSync("/proc/self/status")) continue;
      expect([name, spread, runs, verdict]).toEqual([name, "0.00", "1", "not judged"]);
      expect([name, Number(ratio) >= 0, detail === ""]).toEqual([name, true, false]);
    }
    const [first] = cells;
    expect(Number(first?.[2])).toBeGreaterThan(0);
    expect(first?.[6]).toMatch(/^[\d,]+\/s against [\d,]+\/s$/);
    expect(bench.stderr()).toContain("1 of 1");
    expect(readdirSync(folder)).toEqual([]);
  }

  it("measures batches and a deletion", () => {
    const names = ["mask-new", "deletion"];
    return quickRun(
      names,
      names.flatMap((name) => ["--only", name]),
    );
  });

  it.runIf(process.env["LONG_TESTS"] === "1")("measures everything", () =>
    quickRun(
      MEASURES.map(({ name }) => name),
      [],
    ),
  );

  it("stops what it started when it is asked to stop", async () => {
    const folder = temporaryFolder();
    const args = ["--quick", "--only", "mask-new-large", "--rows", "500000"];
    const bench = startScript("bench/bench.ts", args, { TMPDIR: folder });
    await waitFor("it measures", () => bench.stderr().includes("of 2,500,000"), 60_000);
    bench.child.kill("SIGTERM");
    const { code } = await bench.ended;
    expect(code, bench.stderr()).toBe(1);
    expect(bench.stderr()).toContain("Stopped before the end");
    expect(readdirSync(folder)).toEqual([]);
    expect(runningIn(folder)).toEqual([]);
  });

  it("knows its measures", async () => {
    const bench = startScript("bench/bench.ts", ["--only", "speed"]);
    const { code } = await bench.ended;
    expect(code).toBe(64);
    expect(bench.stderr()).toContain('There is no measure "speed"');
  });
});
