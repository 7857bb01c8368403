// Requests of one value or one text, over one connection and over 16, compared with a bare call of the
// floor's object, or with the floor's masking.

import { readFileSync } from "node:fs";
import { newValue, SINGLE_CONNECTIONS } from "../callers.ts";
import type { Call, Load } from "../client.ts";
import { type Bench, beside, type Finding, type Side } from "../measure.ts";
import { quantile } from "../statistics.ts";

/** Kinds of requests with one value. */
export type Single = "unmask" | "known" | "prompt" | "new";

/** 200 letters with one entity. */
const PROMPT =
  "Please summarise the notes of last week's meeting and send them to Sarah O'Connell before we talk about the budget, the roadmap for the coming quarter and what the support team has asked of us today.";
/** Clock ticks per second of process times (Linux, `getconf CLK_TCK`). */
const TICKS = 100;

/** Rate over 16 connections; the detail shows request times over one connection and over 16. */
export async function single(bench: Bench, what: Single): Promise<Finding> {
  const { loadMs } = bench.scale;
  const times = { product: newTimes(), floor: newTimes() };
  const prepare = async (side: Side) => {
    const make = await callsOf(side, what);
    const { alone, among } = times[side.kind];
    const load = (connections: number) => side.client.sendFor(loadMs / 2, make, connections);
    return async () => {
      alone.push(await load(1));
      const many = await load(SINGLE_CONNECTIONS);
      among.push(many);
      return many.perSecond;
    };
  };
  const { runs, detail } = await beside(bench, prepare, { connections: SINGLE_CONNECTIONS });
  const { product, floor } = times;
  const both = (share: "p50" | "p99", of: "alone" | "among") =>
    `${medianOf(product[of], share)} (${medianOf(floor[of], share)})`;
  const percentiles = (of: "alone" | "among") => `${both("p50", of)}, ${both("p99", of)}`;
  return {
    runs,
    detail: `${detail}; p50, p99 in ms over one connection ${percentiles("alone")}, over 16 ${percentiles("among")}`,
  };
}

/** CPU time of one unmask, Worker and object together, relative to a bare call's; Linux only. */
export async function singleCpu(bench: Bench): Promise<Finding> {
  if (process.platform !== "linux") return { skipped: "needs /proc" };
  const cpu = { product: [] as number[], floor: [] as number[] };
  const prepare = async (side: Side) => {
    const make = await callsOf(side, "unmask");
    return async () => {
      const before = cpuSeconds(side.pid);
      let sent = 0;
      await side.client.sendFor(bench.scale.loadMs, () => {
        sent += 1;
        return make();
      });
      const each = (cpuSeconds(side.pid) - before) / sent;
      cpu[side.kind].push(each);
      return each;
    };
  };
  const { runs } = await beside(bench, prepare, { connections: SINGLE_CONNECTIONS });
  const ms = (all: readonly number[]) => `${(1_000 * quantile(all, 0.5)).toFixed(3)} ms`;
  return { runs, detail: `${ms(cpu.product)} against ${ms(cpu.floor)} of CPU a request` };
}

/** The request that is sent repeatedly, after one answer to it was checked. */
async function callsOf(side: Side, what: Single): Promise<() => Call> {
  if (side.kind === "floor") {
    const floor = await side.open("single");
    if (what === "new") return () => floor.mask([newValue()]);
    const bare = floor.bare(BODIES[what]);
    return () => bare;
  }
  const { client } = side;
  const namespace = await side.open("single");
  const value = newValue();
  const [token = ""] = namespace.tokensIn(await client.send(namespace.mask([value])));
  const calls = {
    unmask: namespace.unmask([token]),
    known: namespace.mask([value]),
    prompt: namespace.maskTexts([PROMPT]),
  };
  if (namespace.valuesIn(await client.send(calls.unmask))[0] !== value)
    throw new Error("unmask gave another value");
  const [masked = PROMPT] = namespace.tokensIn(await client.send(calls.prompt));
  if (masked.includes("Connell")) throw new Error("the name in the prompt was not found");
  return what === "new" ? () => namespace.mask([newValue()]) : () => calls[what];
}

/** Bodies of the bare calls, as long as the product's. */
const BODIES = {
  unmask: { unmask: [{ token_value: "x".repeat(24) }] },
  known: { mask: [{ value: "x".repeat(24), token_name: "Text Token" }] },
  prompt: { mask: [{ value: PROMPT }] },
};

const newTimes = () => ({ alone: [] as Load[], among: [] as Load[] });

function medianOf(loads: readonly Load[], share: "p50" | "p99"): string {
  const all = loads.map((load) => load[share]);
  return quantile(all, 0.5).toFixed(1);
}

/** User and system time of a process, in seconds (proc(5), /proc/pid/stat). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
