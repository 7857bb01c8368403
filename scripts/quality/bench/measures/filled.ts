// Data folders with many mappings, made once a run of the benchmark and copied for each use.

import { BATCH, type Fill, FloorObject, Namespace, newValues } from "../callers.ts";
import { Client } from "../client.ts";
import type { Bench } from "../measure.ts";
import type { Data } from "../stage.ts";

/** Rows of one call. */
const ROWS_PER_CALL = 50_000;
const PASSES = 10;

/**
 * How keys arrive. "random": as when values are masked, so that neighbours in time are apart in the index; each
 * row then costs a page of the log. "passes": in ten passes over the index, each in its order; its pages end up
 * about as full as after random arrival, fifty times sooner. Only where what is stored is never deleted.
 */
export type Arrival = "random" | "passes";

/** Name of the filled namespace, and of the floor's object. */
export const FILLED = "filled";

/**
 * Data of a stopped product or floor with so many mappings. The product's are stored by its own statements, with
 * random digests and sealed values: masking five million values would take as long as the rest of the benchmark.
 */
export function filled(
  bench: Bench,
  kind: "product" | "floor",
  rows: number,
  arrival: Arrival,
): Promise<Data> {
  return bench.once(`${kind} of ${rows}, ${arrival}`, async () => {
    const server = await bench.stage.start(kind === "product" ? "inside" : "floor");
    try {
      const client = new Client(server.port, 1);
      const masker =
        kind === "product"
          ? await Namespace.open(client, server.data, FILLED)
          : new FloorObject(FILLED);
      // Makes the day's key.
      await client.send(masker.mask(newValues(BATCH)));
      let done = 0;
      for (const fill of fills(rows, arrival)) {
        await client.send(masker.fill(fill));
        done += fill.rows;
        bench.report.progress(done, rows);
      }
      return server.data;
    } finally {
      await server.stop();
    }
  });
}

function* fills(rows: number, arrival: Arrival): Generator<Fill> {
  const perPass = arrival === "random" ? rows : Math.ceil(rows / PASSES);
  for (let left = rows; left > 0; left -= perPass) {
    const ofPass = Math.min(perPass, left);
    for (let from = 0; from < ofPass; from += ROWS_PER_CALL) {
      const count = Math.min(ROWS_PER_CALL, ofPass - from);
      yield { rows: count, from, of: arrival === "random" ? 0 : ofPass };
    }
  }
}
