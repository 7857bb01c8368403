// Random bytes in copies of a namespace's database are damaged. Each copy refuses or continues, but never gives a wrong
// answer: no token unmasks to another value, no erased token unmasks, and the process survives.

import { closeSync, cpSync, openSync, readSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { newToken, send, submit, untilEnded } from "../support/node/api-client.ts";
import { untilErased } from "../support/node/erasure.ts";
import { DAMAGES, randomNumbers, SEED, tell } from "../support/node/long/settings.ts";
import { objectPaths } from "../support/node/object-files.ts";
import { cleanUp, temporaryFolder } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

/** Namespaces of one folder, each of which is damaged in another way at each start. */
const NAMESPACES = 8;
const VALUES = 300;
const HEADER_BYTES = 100;

type Written = {
  token: string;
  values: Map<string, string>;
  dead: string[];
  job: string;
  path: string;
};

type Outcome = "right" | "refused" | "failed";
type Masked = { value: string; token_value: string };

async function write(service: Service, n: number): Promise<Omit<Written, "path">> {
  const token = await newToken(service, `damaged-${n}`, "app", [
    "mask",
    "unmask",
    "metadata_change",
  ]);
  const items = Array.from({ length: VALUES }, (_, i) => ({
    value: i % 3 === 0 ? `7${n}${String(i).padStart(6, "0")}` : `value ${n} ${i}`,
    token_name: i % 3 === 0 ? "Numeric Token" : "Text Token",
    ...(i % 5 === 0 ? { attributes: { ref: i } } : {}),
  }));
  const { body } = await send(service, token, "mask", { mask: items });
  const masked: Masked[] = body.data;
  const job = await submit(service, token, "mask", items.slice(0, 100));
  await untilEnded(service, token, job);
  const gone = masked.splice(0, 20);
  const data = { values: gone.map(({ value }) => value) };
  const erased = await send(service, token, "namespace/delete/by-value", { data });
  await untilErased(service, token, erased.body.data.tracking_id);
  const values = new Map(masked.map(({ value, token_value }) => [token_value, value]));
  return { token, values, dead: gone.map(({ token_value }) => token_value), job };
}

/** Damage a file in a way that is drawn; gives it in words. */
function damage(path: string, random: () => number): string {
  const { size } = statSync(path);
  const sort = random();
  if (sort < 0.1) {
    const left = Math.floor(random() * size);
    truncateSync(path, left);
    return `cut off at ${left} of ${size}`;
  }
  const count = sort < 0.5 ? 1 + Math.floor(random() * 3) : sort < 0.8 ? 200 : 4_096;
  const file = openSync(path, "r+");
  // A page as a whole, or bytes anywhere; the header only now and then, for it mostly just refuses.
  const least = random() < 0.1 ? 0 : HEADER_BYTES;
  const start = count === 4_096 ? 4_096 * Math.floor(random() * (size / 4_096)) : 0;
  for (let i = 0; i < count; i++) {
    const at = count === 4_096 ? start + i : least + Math.floor(random() * (size - least));
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, at);
    writeSync(file, Buffer.of((byte[0] ?? 0) ^ (1 << Math.floor(random() * 8))), 0, 1, at);
  }
  closeSync(file);
  return count === 4_096 ? `page ${start / 4_096}` : `${count} bytes of ${size}`;
}

/** Ask for everything; gives what was wrong, and how often it was right, refused or failed. */
async function judge(service: Service, written: Written, wrong: string[]) {
  const counts: Record<Outcome, number> = { right: 0, refused: 0, failed: 0 };
  const ask = async (...tokens: string[]): Promise<[Outcome, unknown[]]> => {
    const unmask = tokens.map((token_value) => ({ token_value }));
    const told = await send(service, written.token, "unmask", { unmask });
    if (told.status === 200) return ["right", told.body.data.map((one: Masked) => one.value)];
    return [told.status < 500 ? "refused" : "failed", []];
  };
  /** Together; and one by one when that is refused. */
  const check = async (tokens: string[]): Promise<void> => {
    const [outcome, values] = await ask(...tokens);
    if (outcome !== "right" && tokens.length > 1) {
      for (const token of tokens) await check([token]);
      return;
    }
    counts[outcome] += tokens.length;
    for (const [i, token] of tokens.entries()) {
      const value = written.values.get(token);
      if (outcome !== "right" || values[i] === value) continue;
      wrong.push(`${token} gave ${values[i]} instead of ${value}`);
    }
  };
  const known = [...written.values.keys()];
  for (let at = 0; at < known.length && counts.failed < 40; at += 20) {
    await check(known.slice(at, at + 20));
  }
  for (const token of written.dead) {
    const [outcome, given] = await ask(token);
    if (outcome === "right") wrong.push(`the erased ${token} gave ${given[0]}`);
  }
  const items = [...written.values].slice(0, 50).map(([, value]) => ({
    value,
    token_name: /^\d+$/.test(value) ? "Numeric Token" : "Text Token",
  }));
  const masked = await send(service, written.token, "mask", { mask: items });
  const tokens: string[] = masked.body.data?.map((one: Masked) => one.token_value) ?? [];
  for (const [i, token] of tokens.entries()) {
    const of = written.values.get(token);
    if (of !== undefined && of !== items[i]?.value)
      wrong.push(`${token} is of ${of}, given to another`);
    if (written.dead.includes(token)) wrong.push(`the erased ${token} was given again`);
    const [outcome, given] = await ask(token);
    if (outcome === "right" && given[0] !== items[i]?.value) {
      wrong.push(`${token} gave ${given[0]} when it was new`);
    }
  }
  const status = [{ tracking_id: written.job }];
  const job = (await send(service, written.token, "async-status", { status })).body.data?.[0];
  for (const one of job?.result ?? []) {
    const of = written.values.get(one.token_value);
    if (of !== undefined && of !== one.value) wrong.push(`job: ${one.token_value} of ${one.value}`);
  }
  return counts;
}

describe(`${DAMAGES} damaged copies (LONG_SEED=${SEED})`, () => {
  afterAll(cleanUp);

  it(
    "refuse or go on, and give no wrong answer",
    async () => {
      const random = randomNumbers(SEED);
      const first = await startService();
      const { secrets, dataDir } = first;
      const all: Written[] = [];
      for (let n = 0; n < NAMESPACES; n++) {
        const before = new Set(objectPaths(dataDir, "Vault"));
        const written = await write(first, n);
        const path = objectPaths(dataDir, "Vault").find((one) => !before.has(one)) ?? "";
        all.push({ ...written, path: path.slice(dataDir.length) });
      }
      await first.stop();
      const wrong: string[] = [];
      const total: Record<Outcome, number> = { right: 0, refused: 0, failed: 0 };
      for (let done = 0; done < DAMAGES && wrong.length === 0; done += NAMESPACES) {
        const copy = join(temporaryFolder(), "data");
        cpSync(join(dataDir, "objects"), join(copy, "objects"), { recursive: true });
        const how = all.map(({ path }) => damage(join(copy, path), random));
        const service = await startService({ dataDir: copy, secrets });
        for (const [n, written] of all.entries()) {
          const found: string[] = [];
          const counts = await judge(service, written, found).catch((error) => {
            throw new Error(`${how[n]}: ${error}\n${service.logs().slice(-2_000)}`);
          });
          wrong.push(...found.slice(0, 3).map((what) => `${how[n]}: ${what}`));
          for (const outcome of Object.keys(counts) as Outcome[]) total[outcome] += counts[outcome];
        }
        const health = await (await fetch(`${service.url}/healthz`)).json();
        expect(health, how.join("; ")).toMatchObject({ data: { restarts: 0 } });
        await service.kill9();
        if ((done / NAMESPACES) % 10 === 0)
          tell(`${done + NAMESPACES} damages: ${JSON.stringify(total)}`);
      }
      expect(wrong).toEqual([]);
      expect(total.right).toBeGreaterThan(100);
    },
    60_000 + DAMAGES * 20_000,
  );
});
