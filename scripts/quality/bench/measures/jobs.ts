// Background jobs compared with synchronous requests of the same namespace: a job's speed alone and under
// load, and its effect on single masks. One round serves three rows of the table. A job is timed from its
// acceptance, when its 6 MB have been checked and stored.

import { BATCH_CONNECTIONS, Namespace, newValues } from "../callers.ts";
import { type Call, Client } from "../client.ts";
import { type Bench, type Figures, type Finding, newRate, ratios } from "../measure.ts";
import type { Server } from "../stage.ts";
import { besideSingleMasks, type Felt, latency, untilSuccess } from "./background.ts";

/** Seconds of a job, and the rate of synchronous batches before and after it in the same namespace, in values per second. */
interface Compared {
  readonly sync: number;
  readonly job: number;
}

interface Round extends Felt {
  readonly alone: Compared;
  readonly underLoad: Compared;
}

const WARM_UP_ITEMS = 10_000;

/** Submit a job and wait for SUCCESS. Returns the seconds from its acceptance until SUCCESS was seen. */
export async function runJob(
  client: Client,
  namespace: Namespace,
  submission: Call,
): Promise<number> {
  const { data } = JSON.parse(await client.send(submission)) as { data: { tracking_id: string }[] };
  const accepted = performance.now();
  await untilSuccess(client, namespace.put("async-status", { status: data }));
  return (performance.now() - accepted) / 1000;
}

function rounds(bench: Bench): Promise<Round[]> {
  return bench.once("jobs", async () => {
    const server = await bench.stage.start("product");
    try {
      await round({ ...bench, scale: { ...bench.scale, jobItems: WARM_UP_ITEMS } }, server, 0);
      const all: Round[] = [];
      for (let run = 1; run <= bench.scale.pairs; run++) {
        all.push(await round(bench, server, run));
        bench.report.progress(run, bench.scale.pairs);
      }
      return all;
    } finally {
      await server.stop();
    }
  });
}

/**
 * Each round has one namespace for the job alone and one for the job under load, so that all start with empty
 * tables: writes take longer in fuller ones. The job runs between two runs of synchronous batches, so that
 * disturbances of the machine and the size of the tables affect both alike.
 */
async function round({ scale }: Bench, server: Server, run: number): Promise<Round> {
  const client = new Client(server.port, BATCH_CONNECTIONS);
  const [calm, busy] = [
    await Namespace.open(client, server.data, `alone-${run}`),
    await Namespace.open(client, server.data, `under-load-${run}`),
  ];
  const job = (namespace: Namespace) =>
    runJob(client, namespace, namespace.maskJob(newValues(scale.jobItems)));
  const syncRate = (namespace: Namespace) =>
    newRate(client, namespace, scale.parts * scale.requests);
  const calmBefore = await syncRate(calm);
  const alone = await job(calm);
  const calmAfter = await syncRate(calm);
  const busyBefore = await syncRate(busy);
  const idleMs = scale.parts * scale.loadMs;
  const { result, idle, during } = await besideSingleMasks(server, busy, idleMs, () => job(busy));
  const busyAfter = await syncRate(busy);
  client.close();
  return {
    alone: { sync: (calmBefore + calmAfter) / 2, job: alone },
    underLoad: { sync: (busyBefore + busyAfter) / 2, job: result },
    idle,
    during,
  };
}

/** Rate of a job, alone or beside 16 busy connections, as a share of that of synchronous batches. */
export async function jobShare(bench: Bench, which: "alone" | "underLoad"): Promise<Figures> {
  const all = (await rounds(bench)).map((one) => one[which]);
  const { jobItems } = bench.scale;
  return ratios(all.map(({ job, sync }) => ({ product: jobItems / job, floor: sync })));
}

/** p99 of single masks during a job. */
export async function jobLatency(bench: Bench): Promise<Finding> {
  return latency(await rounds(bench));
}
