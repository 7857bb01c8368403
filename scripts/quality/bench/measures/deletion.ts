// Deletion by age of everything in a large namespace: alone, beside the floor's batched DELETE, and under load.
// One round serves two rows.

import { FloorObject, Namespace } from "../callers.ts";
import { Client } from "../client.ts";
import { type Bench, type Finding, type Pair, ratios } from "../measure.ts";
import { quantile } from "../statistics.ts";
import {
  besideSingleMasks,
  type Felt,
  latency,
  singleMasksFor,
  untilSuccess,
} from "./background.ts";
import { FILLED, filled } from "./filled.ts";
import { peakMib, residentMib } from "./memory.ts";

/** What the product alone gives: mappings per second, and growth in MiB, null where the system does not tell. */
interface Alone {
  readonly product: number;
  readonly memory: number | null;
}

type Round = Pair & Alone & Felt;

const DAY_MS = 86_400_000;
/**
 * Rows of one DELETE. With indexes at random each DELETE touches nearly every page of them, so the floor is
 * faster with large ones (docs/performance.md); in the orders of the tables it makes no difference.
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
      const alone = await deleteAlone(bench);
      const floor = early ?? (await floorRate(bench));
      all.push({ ...alone, floor, ...(await deleteUnderLoad(bench)) });
      bench.report.progress(run, pairs);
    }
    return all;
  });
}

async function deleteAlone(bench: Bench): Promise<Alone> {
  const { rows, loadMs } = bench.scale;
  const data = await filled(bench, "product", rows, "random");
  return bench.stage.onCopy("product", data, async (server) => {
    const client = new Client(server.port, 1);
    const namespace = await Namespace.open(client, server.data, FILLED);
    // A process that has served requests, as in practice.
    await singleMasksFor(server, namespace, loadMs);
    const before = residentMib(server.pid);
    const seconds = await deleteAll(client, namespace);
    const peak = peakMib(server.pid);
    const memory = before === null || peak === null ? null : peak - before;
    return { product: rows / seconds, memory };
  });
}

async function deleteUnderLoad(bench: Bench): Promise<Felt> {
  const { rows, loadMs } = bench.scale;
  const data = await filled(bench, "product", rows, "random");
  return bench.stage.onCopy("product", data, async (server) => {
    const client = new Client(server.port, 1);
    const namespace = await Namespace.open(client, server.data, FILLED);
    await singleMasksFor(server, namespace, loadMs);
    return besideSingleMasks(server, namespace, 3 * loadMs, () => deleteAll(client, namespace));
  });
}

/** Delete everything up to now; gives the seconds from the request to SUCCESS. */
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

/** Mappings per second as a share of the floor's, and what the process grew by. */
export async function deletionShare(bench: Bench): Promise<Finding> {
  const all = await rounds(bench);
  const grown = all.flatMap(({ memory }) => memory ?? []);
  const memory = grown.length === 0 ? "" : `; memory +${quantile(grown, 0.5).toFixed(0)} MiB`;
  const { runs, detail } = ratios(all);
  return { runs, detail: detail + memory };
}

/** p99 of single masks during a deletion. */
export async function deletionLatency(bench: Bench): Promise<Finding> {
  return latency(await rounds(bench));
}
