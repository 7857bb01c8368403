// A service with several cells, and namespaces with one masked value each.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readRecord } from "../../../scripts/run/serve/data-lock.ts";
import { listObjects } from "../../../scripts/run/serve/object-files.ts";
import { newToken, send } from "./api-client.ts";
import { nidOf, query, registryPath } from "./object-files.ts";
import { startScript } from "./run-script.ts";
import { type Service, type ServiceOptions, type SharedService, startService } from "./service.ts";

/** Enough names of namespaces that each of two or three cells gets some. */
export const NAMES = Array.from({ length: 8 }, (_, i) => `tenant ${i}`);

/** A namespace's name, a token for it, and the token of its value. */
export type Tenant = { name: string; token: string; masked: string };

/** Like `startService`, with this many cells. */
export const startCells = (count: number, options: ServiceOptions = {}) =>
  startService({ ...options, args: ["--cells", String(count), ...(options.args ?? [])] });

const cellFolder = ({ dataDir }: Service, cell: number) =>
  cell === 0 ? dataDir : join(dataDir, `cell-${cell}`);

/** Process id of a cell's runtime. */
export const workerdOf = (service: Service, cell: number) =>
  readRecord(cellFolder(service, cell))?.workerd?.pid ?? 0;

/** Number of namespaces with a database in a cell. */
export const vaultsIn = (service: Service, cell: number) =>
  listObjects(cellFolder(service, cell), "Vault").length;

/** Whether a cell's Registry knows a token's namespace. */
export function isIn(service: Service, cell: number, token: string): boolean {
  const path = registryPath(cellFolder(service, cell), token);
  const sql = `SELECT 1 FROM namespace WHERE nid = '${nidOf(token)}'`;
  return existsSync(path) && query(path, sql).length === 1;
}

/** Numbers of the cells that know a token's namespace. */
export const cellsOf = (service: Service, cells: number, token: string) =>
  Array.from({ length: cells }, (_, cell) => cell).filter((cell) => isIn(service, cell, token));

/** Move a namespace with `npm run cells`. */
export async function move({ dataDir }: Service, name: string, to: number) {
  const script = startScript("cells.ts", ["move", name, "--to", String(to), "--data", dataDir]);
  const { code } = await script.ended;
  return { code, said: script.stdout() + script.stderr() };
}

/** Create a namespace per name, with one masked value in each. */
export function fill(service: SharedService, names = NAMES): Promise<Tenant[]> {
  return Promise.all(
    names.map(async (name) => {
      const token = await newToken(service, name, "app", ["mask", "unmask"]);
      const mask = [{ value: `secret of ${name}`, token_name: "Text Token" }];
      const { body } = await send(service, token, "mask", { mask });
      return { name, token, masked: body.data[0].token_value };
    }),
  );
}

/** Unmask a namespace's value. */
export const unmaskOf = (service: SharedService, { token, masked }: Tenant) =>
  send(service, token, "unmask", { unmask: [{ token_value: masked }] });

/** Check that each namespace still has its value. */
export async function expectAll(service: Service, tenants: Tenant[]): Promise<void> {
  for (const tenant of tenants) {
    const { status, body } = await unmaskOf(service, tenant);
    expect([status, body.data?.[0]?.value]).toEqual([200, `secret of ${tenant.name}`]);
  }
}

/** The health check's `data`. */
export async function healthOf({ url }: Service) {
  const answer = await fetch(`${url}/healthz`);
  return ((await answer.json()) as { data: { status: string; restarts: number } }).data;
}
