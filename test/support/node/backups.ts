// Makes and restores backups with the commands; masks values and checks that they can still be unmasked.

import { join } from "node:path";
import { expect } from "vitest";
import { send } from "./api-client.ts";
import type { Pair } from "./erasure.ts";
import { runHere } from "./run-here.ts";
import { temporaryFolder } from "./run-script.ts";
import type { Service } from "./service.ts";

/** Run a command to its end. */
export const run = (name: "backup" | "restore", ...args: string[]) => runHere(`${name}.ts`, args);

/** Back up a data folder; returns the file. */
export async function backup(dataDir: string, ...args: string[]): Promise<string> {
  const file = join(temporaryFolder(), "vault.tar");
  const { code, said } = await run("backup", "--data", dataDir, "--to", file, ...args);
  expect(code, said).toBe(0);
  return file;
}

/** Restore a file into a folder; returns what the command printed. */
export async function restore(file: string, dataDir: string, ...args: string[]): Promise<string> {
  const { code, said } = await run("restore", "--from", file, "--data", dataDir, ...args);
  expect(code, said).toBe(0);
  return said;
}

/** Mask these values as Text Token. */
export async function mask(service: Service, token: string, ...values: string[]): Promise<Pair[]> {
  const items = values.map((value) => ({ value, token_name: "Text Token" }));
  return (await send(service, token, "mask", { mask: items })).body.data;
}

/** Check that each token still unmasks to its value. */
export async function expectUnmasked(
  service: Service,
  token: string,
  pairs: Pair[],
): Promise<void> {
  const unmask = pairs.map(({ token_value }) => ({ token_value }));
  const back = await send(service, token, "unmask", { unmask });
  const values = back.body.data.map((item: Pair) => item.value);
  expect(values).toEqual(pairs.map(({ value }) => value));
}
