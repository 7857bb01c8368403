// Namespaces and floors with many mappings, made once a run of the benchmark and copied for each use.

import { BATCH, floorCall, Namespace, newValues } from "../callers.ts";
import { Connections } from "../load.ts";
import type { Bench } from "../measure.ts";
import type { ProductData } from "../stage.ts";

/** Rows of one call. */
const ROWS_PER_CALL = 50_000;

/**
 * How keys arrive. "random": as when values are masked, so that neighbours in time are apart in the index; each
 * row then costs a page of the log. "passes": in ten passes over the index, each in its order; its pages end up
 * about as full as after random arrival, fifty times sooner. Only where what is stored is never deleted.
 */
export type Arrival = "random" | "passes";

const PASSES = 10;

/** A stopped product with a filled namespace. */
export interface FilledProduct {
  readonly data: ProductData;
  readonly namespace: Namespace;
}

/** Name of the filled object of a floor. */
export const FILLED = "filled";

/**
 * A product with a namespace of so many mappings. They are stored by the product's own statements, with random
 * digests and sealed values: masking five million values would take as long as the rest of the benchmark.
 */
export function filledProduct(
  bench: Bench,
  rows: number,
  arrival: Arrival,
): Promise<FilledProduct> {
  return bench.once(`product of ${rows}, ${arrival}`, async () => {
    const data = bench.stage.newData();
    const server = await bench.stage.inside(data);
    try {
      const master = data.secrets.VAULT_MASTER_KEY;
      const namespace = await Namespace.open(server.port, master, FILLED);
      const connections = await Connections.open(server.port, 1);
      // Makes the day's key.
      await connections.send(namespace.mask(newValues(BATCH)));
      await inCalls(bench, rows, arrival, (fill) => connections.send(namespace.door("fill", fill)));
      return { data, namespace };
    } finally {
      await server.stop();
    }
  });
}

/** Folder of a stopped floor with an object of so many mappings. */
export function filledFloor(bench: Bench, rows: number, arrival: Arrival): Promise<string> {
  return bench.once(`floor of ${rows}, ${arrival}`, async () => {
    const server = await bench.stage.floor();
    try {
      const connections = await Connections.open(server.port, 1);
      await inCalls(bench, rows, arrival, (fill) =>
        connections.send(floorCall(FILLED, "fill", fill)),
      );
      return server.folder;
    } finally {
      await server.stop();
    }
  });
}

async function inCalls(
  { report }: Bench,
  rows: number,
  arrival: Arrival,
  call: (fill: { rows: number; from: number; of: number }) => Promise<unknown>,
): Promise<void> {
  const perPass = arrival === "random" ? rows : Math.ceil(rows / PASSES);
  for (let pass = 0; pass * perPass < rows; pass++) {
    const ofPass = Math.min(perPass, rows - pass * perPass);
    for (let from = 0; from < ofPass; from += ROWS_PER_CALL) {
      const count = Math.min(ROWS_PER_CALL, ofPass - from);
      await call({ rows: count, from, of: arrival === "random" ? 0 : ofPass });
      report.progress(pass * perPass + from + count, rows);
    }
  }
}
