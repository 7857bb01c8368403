// Namespaces and floors with many mappings, made once a run of the benchmark and copied for each use.

import { BATCH, floorCall, Namespace, newValues } from "../callers.ts";
import { Connections } from "../load.ts";
import type { Bench } from "../measure.ts";
import type { ProductData } from "../stage.ts";

/** Rows of one call. */
const ROWS_PER_CALL = 50_000;

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
export function filledProduct(bench: Bench, rows: number): Promise<FilledProduct> {
  return bench.once(`product of ${rows}`, async () => {
    const data = bench.stage.newData();
    const server = await bench.stage.inside(data);
    try {
      const master = data.secrets.VAULT_MASTER_KEY;
      const namespace = await Namespace.open(server.port, master, FILLED);
      const connections = await Connections.open(server.port, 1);
      // Makes the day's key.
      await connections.send(namespace.mask(newValues(BATCH)));
      await inCalls(bench, rows, (count) => connections.send(namespace.door("fill", count)));
      return { data, namespace };
    } finally {
      await server.stop();
    }
  });
}

/** Folder of a stopped floor with an object of so many mappings. */
export function filledFloor(bench: Bench, rows: number): Promise<string> {
  return bench.once(`floor of ${rows}`, async () => {
    const server = await bench.stage.floor();
    try {
      const connections = await Connections.open(server.port, 1);
      await inCalls(bench, rows, (count) => connections.send(floorCall(FILLED, "fill", count)));
      return server.folder;
    } finally {
      await server.stop();
    }
  });
}

async function inCalls(
  { report }: Bench,
  rows: number,
  call: (count: number) => Promise<unknown>,
): Promise<void> {
  for (let done = 0; done < rows; done += ROWS_PER_CALL) {
    await call(Math.min(ROWS_PER_CALL, rows - done));
    report.progress(Math.min(rows, done + ROWS_PER_CALL), rows);
  }
}
