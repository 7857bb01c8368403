// Deletion by age of a whole large namespace: alone, compared with the floor's batched DELETE, and under
// load. One round serves two rows of the table.

import { DAY_MS } from "../../../../src/core/time.ts";
import { FloorObject, Namespace } from "../callers.ts";
import { Client } from "../client.ts";
import { type Bench, type Figures, type Finding, type Pair, ratios } from "../measure.ts";
import type { Server } from "../stage.ts";
import {
  besideSingleMasks,
  type Felt,
  latency,
  singleMasksFor,
  untilSuccess,
} from "./background.ts";
import { FILLED, filled } from "./filled.ts";

type Round = Pair & Felt;

/**
 * Rows per DELETE. With indexes in random order, each DELETE touches nearly every index page, so the floor is
 * faster with large batches; in the tables' own order it makes no difference.
 */
const FLOOR_BATCH = 100_000;

function rounds(bench: Bench): Promise<Round[]> {
  return bench.once("deletions", async () => {
    const { rows, pairs } = bench.scale;
    await filled(bench, "product", rows, "random");
    await filled(bench, "floor", rows, "random");
    const all: Round[] = [];
    for (let run = 1; run <= pairs; run++) {
      const early = run % 2 === 0 ? await floorRate(bench) : null;
      const product = await deleteAlone(bench);
      const floor = early ?? (await floorRate(bench));
      all.push({ product, floor, ...(await deleteUnderLoad(bench)) });
      bench.report.progress(run, pairs);
    }
    return all;
  });
}

/** Run with the product on a copy of the filled namespace, after it has served some requests. */
async function onCopy<T>(
  bench: Bench,
  run: (server: Server, client: Client, namespace: Namespace) => Promise<T>,
): Promise<T> {
  const { rows, loadMs } = bench.scale;
  const data = await filled(bench, "product", rows, "random");
  return bench.stage.onCopy("product", data, async (server) => {
    const client = new Client(server.port, 1);
    const namespace = await Namespace.open(client, server.data, FILLED);
    await singleMasksFor(server, namespace, loadMs);
    return run(server, client, namespace);
  });
}

/** Mappings per second. */
function deleteAlone(bench: Bench): Promise<number> {
  return onCopy(bench, async (_, client, namespace) => {
    return bench.scale.rows / (await deleteAll(client, namespace));
  });
}

function deleteUnderLoad(bench: Bench): Promise<Felt> {
  return onCopy(bench, (server, client, namespace) => {
    const idleMs = 3 * bench.scale.loadMs;
    return besideSingleMasks(server, namespace, idleMs, () => deleteAll(client, namespace));
  });
}

/** Delete everything; returns the seconds from the request to SUCCESS. */
async function deleteAll(client: Client, namespace: Namespace): Promise<number> {
  const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const path = "namespace/delete/personal-data-mapping";
  const started = performance.now();
  const { data } = JSON.parse(await client.send(namespace.put(path, { data: { date } })));
  const look = namespace.get(`namespace/job-status?tracking_id=${data.tracking_id}`);
  await untilSuccess(client, look);
  return (performance.now() - started) / 1000;
}

async function floorRate(bench: Bench): Promise<number> {
  const data = await filled(bench, "floor", bench.scale.rows, "random");
  return bench.stage.onCopy("floor", data, async ({ port }) => {
    const started = performance.now();
    const answer = await new Client(port, 1).send(new FloorObject(FILLED).clear(FLOOR_BATCH));
    return Number(answer) / ((performance.now() - started) / 1000);
  });
}

/** Deleted mappings per second as a share of the floor's. */
export async function deletionShare(bench: Bench): Promise<Figures> {
  return ratios(await rounds(bench));
}

/** p99 of single masks during a deletion. */
export async function deletionLatency(bench: Bench): Promise<Finding> {
  return latency(await rounds(bench));
}
