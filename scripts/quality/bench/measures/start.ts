// What is loaded and what that costs: size of the bundle, and the first request of a fresh process.

import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { listModules } from "../../../run/build/bundle.ts";
import { CommandFailure } from "../../../run/cli/command.ts";
import { waitUntilHealthy } from "../../../run/cli/health.ts";
import { floorCall, Namespace, newValue } from "../callers.ts";
import { Connections } from "../load.ts";
import { type Bench, type Finding, inTurns, ratios } from "../measure.ts";
import type { Server } from "../stage.ts";

const MB = 1_000_000;
const MODEL = ".bin";
const PATIENCE_MS = 10_000;

/** Compressed megabytes of the bundle, with or without the tagger's model. */
export async function bundleSize({ stage }: Bench, withModel: boolean): Promise<Finding> {
  const folder = await stage.release();
  const modules = listModules(folder).filter((name) => withModel || extname(name) !== MODEL);
  const sizes = modules.map((name) => gzipSync(readFileSync(join(folder, name))).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return {
    runs: [bytes / MB],
    detail: modules.length === 1 ? "1 module" : `${modules.length} modules`,
  };
}

/** A mask of one value, the first request to a process. */
export async function firstRequest(bench: Bench): Promise<Finding> {
  const { stage } = bench;
  const data = stage.newData();
  const server = await stage.product(data);
  const namespace = await Namespace.open(server.port, data.secrets.VAULT_MASTER_KEY, "first");
  await server.stop();
  const floorFolder = stage.newFolder();
  const pairs = await inTurns(
    { ...bench, scale: { ...bench.scale, parts: 1 } },
    async () => timeOf(await stage.freshProduct(data), namespace.mask([newValue()])),
    async () => timeOf(await stage.floor(floorFolder), floorCall("first", "mask", [newValue()])),
  );
  return ratios(pairs, (ms) => `${ms.toFixed(1)} ms`);
}

/**
 * Milliseconds of the first request to a server that has just become ready: serve names its address when
 * GET /healthz has answered 200, so that much has happened before any caller comes. The floor answers it as well.
 */
async function timeOf(server: Server, request: Buffer): Promise<number> {
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const unhealthy = await waitUntilHealthy(url, PATIENCE_MS, AbortSignal.timeout(PATIENCE_MS));
    if (unhealthy !== null) throw new CommandFailure(`A server is not ready: ${unhealthy}`);
    const started = performance.now();
    const connections = await Connections.open(server.port, 1);
    await connections.send(request);
    connections.close();
    return performance.now() - started;
  } finally {
    await server.stop();
  }
}
