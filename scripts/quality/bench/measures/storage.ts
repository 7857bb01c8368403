// Sizes: bytes of mappings on the disk, rows written for them (which the platform bills), and the bundle.

import { extname, join } from "node:path";
import { gzipSize, listModules } from "../../../run/build/bundle.ts";
import { count } from "../../../run/cli/report.ts";
import { classFolder, listObjects, withDatabase } from "../../../run/serve/object-files.ts";
import { BATCH, BATCH_CONNECTIONS, Namespace, newLists, newValues } from "../callers.ts";
import { Client } from "../client.ts";
import type { Bench, Finding } from "../measure.ts";

/** Requests of 1,000 values per measurement. */
const REQUESTS = { bytes: 200, rows: 100 };
const QUICK_REQUESTS = { bytes: 5, rows: 5 };

/** Bytes per mapping: the database of a full namespace minus that of an empty one. */
export async function bytesPerMapping({ stage, scale, report }: Bench): Promise<Finding> {
  const requests = (scale.isQuick ? QUICK_REQUESTS : REQUESTS).bytes;
  const mappings = requests * BATCH;
  const server = await stage.start("product");
  try {
    const client = new Client(server.port, BATCH_CONNECTIONS);
    const namespace = await Namespace.open(client, server.data, "filled");
    await Namespace.open(client, server.data, "empty");
    for (let sent = 0; sent < requests; sent += BATCH_CONNECTIONS) {
      const lists = newLists(Math.min(BATCH_CONNECTIONS, requests - sent));
      await client.sendAll(lists.map((list) => namespace.mask(list)));
      report.progress(sent + lists.length, requests);
    }
  } finally {
    await server.stop();
  }
  const { folder } = server.data;
  const sizes = listObjects(folder, "Vault").map((name) =>
    databaseBytes(join(classFolder(folder, "Vault"), name)),
  );
  const bytes = Math.max(...sizes) - Math.min(...sizes);
  return { runs: [bytes / mappings], detail: `${count(mappings)} mappings, ${count(bytes)} bytes` };
}

/** Bytes of the used pages of a closed database. */
function databaseBytes(path: string): number {
  return withDatabase(path, {}, (database) => {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const pragma = (name: string) =>
      Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
  });
}

/** Rows written per value by the first and the second masking of values of a kind. */
async function rowsWritten(bench: Bench, tokenName: string): Promise<[number, number]> {
  const requests = (bench.scale.isQuick ? QUICK_REQUESTS : REQUESTS).rows;
  const server = await bench.stage.start("inside");
  try {
    const client = new Client(server.port, 1);
    const namespace = await Namespace.open(client, server.data, "counted");
    const calls = newLists(requests).map((list) => namespace.mask(list, tokenName));
    const counted = async (): Promise<number> => {
      await client.send(namespace.inside("written", null));
      await client.sendAll(calls);
      return Number(await client.send(namespace.inside("written", null))) / (requests * BATCH);
    };
    // The day's key and the first range of ids are not counted.
    await client.send(namespace.mask(newValues(BATCH), tokenName));
    return [await counted(), await counted()];
  } finally {
    await server.stop();
  }
}

/** Rows written by the first ("new") or second masking of values, by token name. */
export async function rows(
  bench: Bench,
  tokenName: "Text Token" | "Numeric Token",
  time: "new" | "repeated",
): Promise<Finding> {
  const written = await bench.once(`rows ${tokenName}`, () => rowsWritten(bench, tokenName));
  const figure = written[time === "new" ? 0 : 1];
  // A request writes its counters once for all its values.
  const exact = `${figure.toFixed(4)} exactly; ${tokenName}, 1,000 a request`;
  return { runs: [Math.round(figure * 100) / 100], detail: exact };
}

/** Compressed size of the core bundle in megabytes, with or without the English model. */
export async function bundleSize({ stage }: Bench, withModel: boolean): Promise<Finding> {
  const folder = await stage.bundle("core");
  const modules = listModules(folder).filter((name) => withModel || extname(name) !== ".bin");
  const detail = modules.length === 1 ? "1 module" : `${modules.length} modules`;
  return { runs: [gzipSize(folder, modules) / 1_000_000], detail };
}
