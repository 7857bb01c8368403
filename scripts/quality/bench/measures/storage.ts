// What mappings cost on the disk: bytes, and rows written (which the platform bills).

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { count } from "../../../run/cli/report.ts";
import { classFolder, listObjects } from "../../../run/serve/object-files.ts";
import { BATCH, forBatches, Namespace, newValues } from "../callers.ts";
import { Connections } from "../load.ts";
import type { Bench, Finding } from "../measure.ts";

/** Mappings whose bytes are measured. */
const MAPPINGS = 200_000;
const QUICK_MAPPINGS = 5_000;
/** Requests whose written rows are counted. */
const COUNTED_REQUESTS = 100;
const QUICK_COUNTED_REQUESTS = 5;

/** Bytes of a full namespace's database beyond those of an empty one, per mapping. */
export async function bytesPerMapping({ stage, scale, report }: Bench): Promise<Finding> {
  const mappings = scale.isQuick ? QUICK_MAPPINGS : MAPPINGS;
  const server = await stage.product();
  const master = server.secrets.VAULT_MASTER_KEY;
  try {
    const namespace = await Namespace.open(server.port, master, "filled");
    await Namespace.open(server.port, master, "empty");
    const connections = await forBatches(server);
    const perStep = 10 * BATCH;
    for (let done = 0; done < mappings; done += perStep) {
      const left = Math.min(perStep, mappings - done) / BATCH;
      const bodies = Array.from({ length: left }, () => namespace.mask(newValues(BATCH)));
      await connections.sendAll(bodies);
      report.progress(done + left * BATCH, mappings);
    }
  } finally {
    await server.stop();
  }
  const folder = classFolder(server.folder, "Vault");
  const sizes = listObjects(server.folder, "Vault").map((name) =>
    databaseBytes(join(folder, name)),
  );
  const bytes = Math.max(...sizes) - Math.min(...sizes);
  return { runs: [bytes / mappings], detail: `${count(mappings)} mappings, ${count(bytes)} bytes` };
}

/** Bytes of a closed database's pages that are in use. */
function databaseBytes(path: string): number {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const pragma = (name: string) =>
      Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
  } finally {
    database.close();
  }
}

/** Rows that the first and second masking of values of a kind write, each per value. */
async function rowsWritten(bench: Bench, tokenName: string): Promise<[number, number]> {
  const requests = bench.scale.isQuick ? QUICK_COUNTED_REQUESTS : COUNTED_REQUESTS;
  const server = await bench.stage.inside();
  try {
    const master = server.secrets.VAULT_MASTER_KEY;
    const namespace = await Namespace.open(server.port, master, "counted");
    const connections = await Connections.open(server.port, 1);
    const bodies = Array.from({ length: requests }, () =>
      namespace.mask(newValues(BATCH), tokenName),
    );
    const counted = async (): Promise<number> => {
      await connections.send(namespace.door("written", null));
      await connections.sendAll(bodies);
      return Number(await connections.send(namespace.door("written", null)));
    };
    // The day's key and the first run of ids are not part of it.
    await connections.send(namespace.mask(newValues(BATCH), tokenName));
    const values = requests * BATCH;
    return [(await counted()) / values, (await counted()) / values];
  } finally {
    await server.stop();
  }
}

/** Rows that the first ("new") or second masking of values writes, by the family of their tokens. */
export async function rows(
  bench: Bench,
  tokenName: "Text Token" | "Numeric Token",
  time: "new" | "repeated",
): Promise<Finding> {
  const written = await bench.once(`rows ${tokenName}`, () => rowsWritten(bench, tokenName));
  const figure = written[time === "new" ? 0 : 1];
  // The counters of a request are written once for all of its values.
  const exact = `${figure.toFixed(4)} exactly; ${tokenName}, 1,000 a request`;
  return { runs: [Math.round(figure * 100) / 100], detail: exact };
}
