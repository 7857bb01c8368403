// Data folders with many mappings, made once per benchmark run and copied for each use.

import { BATCH, type Fill, FloorObject, Namespace, newValues } from "../callers.ts";
import { Client } from "../client.ts";
import type { Bench } from "../measure.ts";
import type { Data } from "../stage.ts";

const ROWS_PER_CALL = 50_000;
const PASSES = 10;

/**
 * The order of keys. "random": as in masking, where consecutive keys are far apart in the index, so that each row
 * costs a page of the log. "passes": ten passes over the index, each in index order; the pages end up about as
 * full as in random order, fifty times sooner. Use it only where stored rows are never deleted.
 */
export type Arrival = "random" | "passes";

/** Name of the filled namespace, and of the floor's object. */
export const FILLED = "filled";

/**
 * Data of a stopped product or floor with this many mappings. The product's are stored by its own statements, with
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
      // Creates the day's key.
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
