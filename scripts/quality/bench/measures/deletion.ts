// Deletion by age of everything in a large namespace: alone, beside the floor's batched DELETE, and under load.
// One round serves two rows.

import { floorCall, type Namespace } from "../callers.ts";
import { firstMatch, getRequest } from "../connection.ts";
import { Connections, type Load } from "../load.ts";
import { type Bench, type Finding, ratios } from "../measure.ts";
import type { ProductServer } from "../stage.ts";
import { quantile } from "../statistics.ts";
import { FILLED, filledFloor, filledProduct } from "./filled.ts";
import { latency, singleMasks } from "./jobs.ts";
import { peakMib, residentMib } from "./memory.ts";
import { perSecond } from "./sync.ts";

/** What one round gives; rates are mappings per second. */
interface Round {
  readonly product: number;
  readonly floor: number;
  /** Growth of the process in MiB; null where the system does not tell. */
  readonly memory: number | null;
  readonly idle: Load;
  readonly during: Load;
}

/** Each look costs the service a request; a deletion of a million takes seconds. */
const POLL_MS = 20;
const DAY_MS = 86_400_000;
const DELETE = "/api/vault/namespace/delete/personal-data-mapping";
/**
 * Rows of one DELETE. With indexes at random each DELETE touches nearly every page of them, so the floor is
 * faster with large ones (docs/performance.md); in the orders of the tables it makes no difference.
 */
const FLOOR_BATCH = 100_000;

function rounds(bench: Bench): Promise<Round[]> {
  return bench.once("deletions", async () => {
    const { rows, pairs } = bench.scale;
    await filledProduct(bench, rows, "random");
    await filledFloor(bench, rows, "random");
    const all: Round[] = [];
    for (let run = 1; run <= pairs; run++) {
      const early = run % 2 === 0 ? await floorRate(bench) : null;
      const { product, memory } = await deleteAlone(bench);
      const floor = early ?? (await floorRate(bench));
      all.push({ product, memory, floor, ...(await deleteUnderLoad(bench)) });
      bench.report.progress(run, pairs);
    }
    return all;
  });
}

/** Run something on a copy of the filled namespace. */
async function onCopy<T>(
  bench: Bench,
  run: (server: ProductServer, namespace: Namespace) => Promise<T>,
): Promise<T> {
  const { data, namespace } = await filledProduct(bench, bench.scale.rows, "random");
  const copy = bench.stage.copyOf(data);
  const server = await bench.stage.product(copy);
  try {
    return await run(server, namespace.at(server.port));
  } finally {
    await server.stop();
    bench.stage.remove(copy.folder);
  }
}

function deleteAlone(bench: Bench): Promise<{ product: number; memory: number | null }> {
  return onCopy(bench, async (server, namespace) => {
    // A process that has served requests, as in practice.
    await singleMasks(namespace, (ms) => ms > bench.scale.loadMs);
    const before = residentMib(server.pid);
    const rate = await deleteAll(bench, namespace);
    const peak = peakMib(server.pid);
    return { product: rate, memory: before === null || peak === null ? null : peak - before };
  });
}

function deleteUnderLoad(bench: Bench): Promise<{ idle: Load; during: Load }> {
  return onCopy(bench, async (_, namespace) => {
    const { loadMs } = bench.scale;
    await singleMasks(namespace, (ms) => ms > loadMs);
    const idle = await singleMasks(namespace, (ms) => ms > 3 * loadMs);
    let isOver = false;
    const deleting = deleteAll(bench, namespace).finally(() => {
      isOver = true;
    });
    const [during] = await Promise.all([singleMasks(namespace, () => isOver), deleting]);
    return { idle, during };
  });
}

/** Delete everything up to now; gives mappings per second, from the request to SUCCESS. */
async function deleteAll(bench: Bench, namespace: Namespace): Promise<number> {
  const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const connections = await Connections.open(namespace.port, 1);
  const started = performance.now();
  const answer = await connections.send(namespace.put(DELETE.slice(11), { data: { date } }));
  connections.close();
  const { tracking_id } = JSON.parse(answer).data;
  const path = `/api/vault/namespace/job-status?tracking_id=${tracking_id}`;
  const look = getRequest(path, namespace.token);
  for (;;) {
    const state = await firstMatch(namespace.port, look, /"status":"([A-Z-]+)"/);
    if (state === "SUCCESS") break;
    if (state === "FAILED") throw new Error("the deletion failed");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return bench.scale.rows / ((performance.now() - started) / 1000);
}

async function floorRate(bench: Bench): Promise<number> {
  const copy = bench.stage.copyFolder(await filledFloor(bench, bench.scale.rows, "random"));
  const server = await bench.stage.floor(copy);
  try {
    const connections = await Connections.open(server.port, 1);
    const started = performance.now();
    const rows = Number(await connections.send(floorCall(FILLED, "clear", FLOOR_BATCH)));
    connections.close();
    return rows / ((performance.now() - started) / 1000);
  } finally {
    await server.stop();
    bench.stage.remove(copy);
  }
}

/** Mappings per second as a share of the floor's, and what the process grew by. */
export async function deletionShare(bench: Bench): Promise<Finding> {
  const all = await rounds(bench);
  const grown = all.flatMap(({ memory }) => memory ?? []);
  const memory = grown.length === 0 ? "" : `; memory +${quantile(grown, 0.5).toFixed(0)} MiB`;
  const { runs, detail } = ratios(all, perSecond);
  return { runs, detail: detail + memory };
}

/** p99 of single masks during a deletion. */
export async function deletionLatency(bench: Bench): Promise<Finding> {
  return latency(await rounds(bench));
}
