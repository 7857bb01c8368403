// Synchronous requests of 1,000 new values, repeated values or tokens, into namespaces that are new or
// already hold millions of mappings; and a process's first request.

import { BATCH, FloorObject, Namespace, newLists, newValue, newValues } from "../callers.ts";
import { type Call, Client } from "../client.ts";
import { type Bench, batchRate, beside, type Finding, newRate, type Side } from "../measure.ts";
import type { Data, Kind } from "../stage.ts";
import { quantile } from "../statistics.ts";
import { FILLED, filled } from "./filled.ts";

/** Rows of the large namespace, as a multiple of a deletion's rows. */
const TIMES = 5;

/** Each part uses a new object: a large one would measure the disk, which is what `maskNewLarge` is for. */
export function maskNew(bench: Bench): Promise<Finding> {
  let part = 0;
  return beside(bench, async ({ client, open }) => async () => {
    part += 1;
    const masker = await open(`new-${part}`);
    await client.send(masker.mask(newValues(BATCH)));
    return newRate(client, masker, bench.scale.requests);
  });
}

/** Mask known values. Fails when a side returns other tokens, because its figure would be meaningless. */
export function maskRepeated(bench: Bench): Promise<Finding> {
  return beside(bench, async ({ client, open }) => {
    const masker = await open("batches");
    const known = newLists(bench.scale.requests);
    for (const list of known) {
      const tokens = masker.tokensIn(await client.send(masker.mask(list)));
      const again = masker.tokensIn(await client.send(masker.again(list)));
      if (tokens.join() !== again.join()) throw new Error("a known value got another token");
    }
    const calls = known.map((list) => masker.again(list));
    return () => batchRate(client, calls);
  });
}

/** Unmask tokens. */
export function unmask(bench: Bench): Promise<Finding> {
  return beside(bench, async ({ client, open }) => {
    const masker = await open("batches");
    const calls: Call[] = [];
    for (const list of newLists(bench.scale.requests)) {
      const call = masker.unmask(masker.tokensIn(await client.send(masker.mask(list))));
      const values = masker.valuesIn(await client.send(call));
      if (values.join() !== list.join()) throw new Error("unmask gave other values");
      calls.push(call);
    }
    return () => batchRate(client, calls);
  });
}

/** Mask new values in a namespace with millions of mappings. */
export async function maskNewLarge(bench: Bench): Promise<Finding> {
  const rows = TIMES * bench.scale.rows;
  const data = {
    product: await filled(bench, "product", rows, "passes"),
    floor: await filled(bench, "floor", rows, "passes"),
  };
  const prepare = async ({ client, open }: Side) => {
    const masker = await open(FILLED);
    return () => newRate(client, masker, bench.scale.requests);
  };
  return beside(bench, prepare, { data });
}

/** Time of a ready process's first mask of one value, for a namespace on its disk, relative to the floor's. */
export async function firstRequest({ stage, scale, report }: Bench): Promise<Finding> {
  const started = { product: await stage.start("product"), floor: await stage.start("floor") };
  const client = new Client(started.product.port, 1);
  const namespace = await Namespace.open(client, started.product.data, "first");
  await Promise.all([started.product.stop(), started.floor.stop()]);
  const timeOf = async (kind: Kind, data: Data, call: Call): Promise<number> => {
    const server = await stage.start(kind, data);
    const own = new Client(server.port, 1);
    const sent = performance.now();
    await own.send(call);
    const took = performance.now() - sent;
    own.close();
    await server.stop();
    return took;
  };
  const times = { product: [] as number[], floor: [] as number[] };
  for (let pair = 1; pair <= scale.pairs; pair++) {
    const product = namespace.mask([newValue()]);
    const floor = new FloorObject("first").mask([newValue()]);
    times.product.push(await timeOf("product", started.product.data, product));
    times.floor.push(await timeOf("floor", started.floor.data, floor));
    report.progress(pair, scale.pairs);
  }
  const ms = (all: readonly number[]) => `${quantile(all, 0.5).toFixed(1)} ms`;
  return {
    runs: times.product.map((took, i) => took / (times.floor[i] ?? Number.NaN)),
    detail: `${ms(times.product)} against ${ms(times.floor)}`,
  };
}
