// Runs the floor of a deletion in a workerd of its own: the product's tables, deleted in batches.

import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { VAULT_MIGRATIONS } from "../../src/vault/schema/migrations.ts";
import { PROJECT_ROOT } from "../cli/tool.ts";
import { findWorkerd } from "../serve/workerd-binary.ts";
import { HttpCaller } from "./http.ts";

const ROWS_PER_CALL = 50_000;

/** Rows a second that plain batched deletes reach, by rows of a batch. */
export type BareRates = { batch: number; rowsPerSecond: number }[];

/** Fill bare tables and delete all of it, once with each size of batch. */
export async function measureBare(
  folder: string,
  rows: number,
  batches: readonly number[],
): Promise<BareRates> {
  const bare = await startBare(folder);
  try {
    let statements = VAULT_MIGRATIONS.map(({ sql }) => sql);
    const rates: BareRates = [];
    for (const batch of batches) {
      for (let from = 0; from < rows; from += ROWS_PER_CALL) {
        await bare.call("fill", statements, from, Math.min(rows, from + ROWS_PER_CALL));
        statements = [];
      }
      const started = performance.now();
      await bare.call("delete", rows, batch);
      rates.push({ batch, rowsPerSecond: rows / ((performance.now() - started) / 1000) });
    }
    return rates;
  } finally {
    await bare.stop();
  }
}

async function startBare(folder: string) {
  mkdirSync(join(folder, "data"), { recursive: true });
  copyFileSync(join(PROJECT_ROOT, "scripts", "bench", "bare-delete.js"), join(folder, "bare.js"));
  const port = await freePort();
  writeFileSync(join(folder, "bare.capnp"), configOf(folder, port));
  const child = spawn(findWorkerd(), ["serve", join(folder, "bare.capnp")], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // Whatever becomes of us, it does not stay behind.
  process.once("exit", () => child.kill("SIGKILL"));
  const caller = new HttpCaller(`http://127.0.0.1:${port}`, 1);
  const call = async (name: string, ...args: unknown[]): Promise<void> => {
    const { status } = await caller.send("PUT", "/", "", { call: name, args });
    if (status !== 200) throw new Error(`the bare worker answered ${status}`);
  };
  for (let tries = 0; ; tries++) {
    try {
      await call("delete", 0, 1);
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(50);
    }
  }
  return {
    call,
    async stop() {
      caller.close();
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function configOf(folder: string, port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "bare", worker = .bare),
    (name = "disk", disk = (path = "${join(folder, "data")}", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "bare")],
);
const bare :Workerd.Worker = (
  modules = [(name = "bare.js", esModule = embed "bare.js")],
  compatibilityDate = "2026-01-01",
  durableObjectNamespaces = [(className = "Bare", uniqueKey = "bare", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [(name = "BARE", durableObjectNamespace = "Bare")],
);
`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return typeof address === "object" && address !== null ? address.port : 0;
}
