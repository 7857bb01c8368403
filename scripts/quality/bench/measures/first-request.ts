// The first request to a process that has just become ready, into a namespace that is on its disk already.

import { FloorObject, Namespace, newValue } from "../callers.ts";
import { type Call, Client } from "../client.ts";
import type { Bench, Finding } from "../measure.ts";
import type { Data, Kind } from "../stage.ts";
import { quantile } from "../statistics.ts";

const NAME = "first";

/** A mask of one value, product and floor in turns, in times the floor takes. */
export async function firstRequest({ stage, scale, report }: Bench): Promise<Finding> {
  const started = { product: await stage.start("product"), floor: await stage.start("floor") };
  const client = new Client(started.product.port, 1);
  const namespace = await Namespace.open(client, started.product.data, NAME);
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
    const floor = new FloorObject(NAME).mask([newValue()]);
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
