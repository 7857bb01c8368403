// Cost of new values in a large namespace: their rate as a share of the rate in empty namespaces of the same
// process, and the pages written to the disk for each.

import { BATCH, BATCH_CONNECTIONS, Namespace, newLists, newValues } from "../callers.ts";
import { Client } from "../client.ts";
import {
  type Bench,
  batchRate,
  type Figures,
  type Finding,
  inTurns,
  newRate,
  ratios,
} from "../measure.ts";
import { FILLED, filled } from "./filled.ts";
import { figureOf } from "./memory.ts";

const PAGE_BYTES = 4_096;

/** The rate beside `mappings` mappings, compared with empty namespaces. */
export async function growth(bench: Bench, mappings: number): Promise<Finding> {
  return (await measured(bench, mappings)).rates;
}

/** Pages written per new value beside `mappings` mappings, to the -wal file and to the database. */
export async function pageWrites(bench: Bench, mappings: number): Promise<Finding> {
  if (bytesWritten(process.pid) === null) {
    return { skipped: "needs /proc, which this system lacks" };
  }
  const runs = (await measured(bench, mappings)).pages;
  return { runs, detail: `of ${PAGE_BYTES} bytes; all that the process writes` };
}

/** Measures both figures at once; each row of the table uses one. */
function measured(bench: Bench, mappings: number): Promise<{ rates: Figures; pages: number[] }> {
  return bench.once(`growth ${mappings}`, async () => {
    const { scale, stage } = bench;
    const data = await filled(bench, "product", mappings, "passes");
    const server = await stage.start("product", data);
    try {
      const client = new Client(server.port, BATCH_CONNECTIONS);
      const large = await Namespace.open(client, data, FILLED);
      const pages: number[] = [];
      const atMany = async () => {
        const calls = newLists(scale.requests).map((list) => large.mask(list));
        const before = bytesWritten(server.pid) ?? 0;
        const rate = await batchRate(client, calls);
        const bytes = (bytesWritten(server.pid) ?? 0) - before;
        pages.push(bytes / PAGE_BYTES / (calls.length * BATCH));
        return rate;
      };
      let empties = 0;
      const atNone = async () => {
        empties += 1;
        const empty = await Namespace.open(client, data, `empty-${mappings}-${empties}`);
        await client.send(empty.mask(newValues(BATCH)));
        return newRate(client, empty, scale.requests);
      };
      const pairs = await inTurns(bench, atMany, atNone);
      // The mean of all parts but the warm-up, because only some requests move the log to the file.
      const parts = pages.slice(1);
      const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
      return { rates: ratios(pairs), pages: [mean] };
    } finally {
      await server.stop();
    }
  });
}

/** Bytes that a process has written in its life, not only to files; null where the system does not report it. */
function bytesWritten(pid: number): number | null {
  return figureOf(pid, "io", /^wchar: (\d+)$/m);
}
