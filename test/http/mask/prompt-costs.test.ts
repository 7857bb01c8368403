// The billed costs of prompts on Cloudflare: calls of the namespace's object, rows read and written, and bytes stored.
// docs/operations.md computes them for a million prompts from the limits here.
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import page from "../../../docs/operations.md?raw";
import { newVault } from "../../support/namespaces.ts";
import { accepted, call, mask, PATHS, submit, unmask } from "../../support/requests.ts";
import { bindings } from "../../support/vault/fresh-registry.ts";

/** Prompts that are counted, and those of the page. */
const PROMPTS = 200;
const MILLION = 1_000_000;

/** A prompt of 1 KiB with five entities: four that stand in all of them, and one that is new. */
function promptOf(n: number): string {
  const text = `Maria Alvarez (maria.alvarez@example.com, 10.4.7.9, +1 212 555 0147) asks why nobody has answered her.
Please write a short and friendly answer for customer${n}@example.org that says what we have done so far, what happens next and by
when she will hear from us again. `;
  return text
    .padEnd(1_024, "Keep it short, and do not promise what we cannot do. ")
    .slice(0, 1_024);
}

/** Of one prompt. */
interface Cost {
  readonly requests: number;
  readonly read: number;
  readonly written: number;
  readonly bytes: number;
}

/** What each way of masking may cost at most, a little above what is measured. */
const CEILINGS = {
  "masked one by one": { requests: 1, read: 31, written: 2, bytes: 125 },
  "masked in requests of 200": { requests: 0.005, read: 4.2, written: 2, bytes: 125 },
  "masked in jobs of 200": { requests: 0.04, read: 7, written: 2.2, bytes: 1_500 },
  "unmasked one by one": { requests: 1, read: 16, written: 0, bytes: 0 },
} as const satisfies Record<string, Cost>;

/** Calls of a namespace's object, and what it reads, writes and stores, for each prompt. */
async function costOf(nid: string, action: () => Promise<unknown>): Promise<Cost> {
  const object = bindings.VAULT.getByName(nid);
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const counts = { requests: 0, before: 0 };
  const restore = await runInDurableObject(object, (instance, { storage: { sql } }) => {
    const exec = sql.exec.bind(sql);
    counts.before = sql.databaseSize;
    Object.assign(sql, {
      exec: (query: string, ...values: SqlStorageValue[]) => {
        const cursor = exec(query, ...values);
        cursors.push(cursor);
        return cursor;
      },
    });
    return countCalls(Object.getPrototypeOf(instance), (called) => {
      if (called === instance) counts.requests += 1;
    });
  });
  await action();
  restore();
  const bytes = await runInDurableObject(object, (_, { storage: { sql } }) => {
    Reflect.deleteProperty(sql, "exec");
    return sql.databaseSize - counts.before;
  });
  const sum = (of: (cursor: (typeof cursors)[number]) => number) =>
    cursors.reduce((total, cursor) => total + of(cursor), 0) / PROMPTS;
  return {
    requests: counts.requests / PROMPTS,
    read: sum(({ rowsRead }) => rowsRead),
    written: sum(({ rowsWritten }) => rowsWritten),
    bytes: bytes / PROMPTS,
  };
}

/** How often somebody asks whether a job has ended is for them to choose. */
const NOT_COUNTED = ["constructor", "readJobs"];

/** Have every method of an object's class say on which object it is called. Gives what takes that back. */
function countCalls(
  prototype: Record<string, unknown>,
  onCall: (called: unknown) => void,
): () => void {
  const names = Object.getOwnPropertyNames(prototype).filter((name) => !NOT_COUNTED.includes(name));
  const originals = names.map((name) => [name, prototype[name]] as const);
  for (const [name, method] of originals) {
    prototype[name] = function (this: unknown, ...given: unknown[]) {
      onCall(this);
      return (method as (...given: unknown[]) => unknown).apply(this, given);
    };
  }
  return () => {
    for (const [name, method] of originals) prototype[name] = method;
  };
}

const prompts = (from: number) => Array.from({ length: PROMPTS }, (_, i) => promptOf(from + i));
const items = (from: number) => prompts(from).map((value) => ({ value }));

/** A namespace that has already masked the values common to all prompts. */
async function warmVault() {
  const vault = await newVault();
  await mask(vault.token, [{ value: promptOf(0) }]);
  return vault;
}

const WAYS: Record<keyof typeof CEILINGS, () => Promise<Cost>> = {
  "masked one by one": async () => {
    const { nid, token } = await warmVault();
    return costOf(nid, async () => {
      for (const item of items(1)) await mask(token, [item]);
    });
  },
  "masked in requests of 200": async () => {
    const { nid, token } = await warmVault();
    return costOf(nid, () => mask(token, items(1)));
  },
  "masked in jobs of 200": async () => {
    const { nid, token } = await warmVault();
    return costOf(nid, async () => {
      const id = await submit(token, "mask", { mask: items(1) });
      // One question that waits: how often a job is polled is a matter of the machine.
      accepted(await call("GET", `${PATHS.jobs}/${id}/results?wait=30`, { token }));
    });
  },
  "unmasked one by one": async () => {
    const { nid, token } = await warmVault();
    const masked = await mask(token, items(1));
    return costOf(nid, async () => {
      for (const { token_value } of masked) await unmask(token, [token_value]);
    });
  },
};

describe("a million prompts of 1 KiB with five entities, four of them known", () => {
  it("have five", async () => {
    const { token } = await warmVault();
    const [masked] = await mask(token, [{ value: promptOf(1) }]);
    expect(masked?.individual_tokens).toHaveLength(5);
  });

  it.each(Object.entries(CEILINGS))("%s, cost what docs/operations.md says", async (way, most) => {
    const cost = await WAYS[way as keyof typeof CEILINGS]();
    console.log(`${way}: ${JSON.stringify(cost)}`);
    for (const unit of ["requests", "read", "written", "bytes"] as const) {
      expect(cost[unit], unit).toBeLessThanOrEqual(most[unit]);
      expect(cost[unit], unit).toBeGreaterThanOrEqual(0.4 * most[unit]);
    }
    expect(page).toContain(lineOf(way, most));
  });
});

/** A row of the page, in millions. */
function lineOf(way: string, { requests, read, written, bytes }: Cost): string {
  const cells = [requests, read, written, bytes].map((each) =>
    (each * MILLION).toLocaleString("en"),
  );
  return `| ${[way, ...cells].join(" | ")} |`;
}
