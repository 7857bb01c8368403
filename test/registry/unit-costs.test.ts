// The costs of namespaces for their Registry: requests, rows written and bytes, counted in real objects used by real
// Vaults. docs/operations.md computes the load of a million namespaces from the limits here; the last test prints it.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import page from "../../docs/operations.md?raw";
import { REGISTRIES, registryOfName } from "../../src/core/registries.ts";
import { setFailpointHook } from "../../src/platform/failpoint.ts";
import { maskAt, NOON } from "../support/vault/erasing.ts";
import {
  freshRegistry,
  type RegistryUnderTest,
  registryNumbered,
  registryOf,
} from "../support/vault/fresh-registry.ts";
import {
  count,
  ended,
  freshVault,
  maskItems,
  maskValues,
  rows,
  runAlarmUntil,
  submit,
} from "../support/vault/fresh-vault.ts";
import { eraseValues } from "../support/vault/person.ts";

interface Cost {
  readonly requests: number;
  readonly written: number;
}

/** What each may cost at most, a little above what is measured. */
const CEILINGS = {
  "a namespace is made": { requests: 1, written: 3 },
  "a namespace starts": { requests: 1, written: 1 },
  "a job, until its result is purged": { requests: 4, written: 7 },
  "a run of the standing retention": { requests: 10, written: 10 },
  "an erasure of one person": { requests: 12, written: 15 },
  "a day of its audit": { requests: 1, written: 2 },
} as const satisfies Record<string, Cost>;

const NID = "lower(hex(randomblob(16)))";
const HASH = "lower(hex(randomblob(32)))";
const TRACKING_ID = "lower(hex(randomblob(25)))";
const FINISHED = `{"accepted":1795453966749,"effective":1795453966878,"mappings":1000,"destroyedKeys":[{"day":20780,"version":1}],
"quarantined":0}`;
const SEARCHED = `{"accepted":1795453966749,"effective":1795453966878,"mappings":1000,"destroyedKeys":[],"quarantined":0,"matches":
{"exact":1,"normalised":0,"contained":0,"keptShared":0,"pairs":0,"jobs":0,"openJobs":0},"replay":{"sha256":["${"0".repeat(64)}"]},
"search":{"sha256":["${"0".repeat(64)}"]}}`;
/** A namespace's entries lie together: a hundred of each. */
const entries = (...details: readonly string[]) =>
  details.map(
    (
      text,
      i,
    ) => `INSERT INTO ledger SELECT printf('%032x', (i / 100) * 7919), ${i + 1} + (i % 100) * ${details.length}, ${TRACKING_ID},
      'accepted', 'retention', 1795453966749, 131077, 1795453966749, '${text}', ${HASH}, ${HASH} FROM n`,
  );

/** Bytes that each may take at most, a little above what is measured, and how it is stored. */
const BYTES = {
  "a namespace": {
    most: 500,
    rows: [
      `INSERT INTO namespace SELECT ${NID}, ${NID}, NULL, ${TRACKING_ID}, 1795453966749, 0 FROM n`,
      `INSERT INTO id_ceiling SELECT ${NID}, 131077 FROM n`,
      `INSERT INTO due_work SELECT ${NID}, 1795453966749 + i FROM n`,
    ],
  },
  "the ledger entry of a day of its audit": {
    most: 500,
    rows: entries(`{"hash":"${"0".repeat(64)}"}`),
  },
  "both ledger entries of a retention": { most: 1_000, rows: entries("{}", FINISHED) },
  "both ledger entries of an erasure of one person": {
    most: 1_600,
    rows: entries(`{"replay":{"sha256":["${"0".repeat(64)}"]}}`, SEARCHED),
  },
} as const;

/** How much of the above is stored to measure it. */
const COPIES = 5_000;
/** The namespaces of the page, and what is theirs of one Registry. */
const NAMESPACES = 1_000_000;
const PER_REGISTRY = NAMESPACES / REGISTRIES;
const DAY_SECONDS = 86_400;

/** Due times are reported to the Registry in the background. */
const LATER_MS = 200;

afterEach(() => setFailpointHook(null));

/** What a Registry is asked and writes during an action. */
async function costOf(
  { object }: RegistryUnderTest,
  action: () => Promise<unknown>,
): Promise<Cost> {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  let requests = 0;
  setFailpointHook(async (point) => {
    await scheduler.wait(0);
    if (point === "registry.called") requests += 1;
  });
  await runInDurableObject(object, (_, { storage: { sql } }) => {
    const exec = sql.exec.bind(sql);
    const counted = (query: string, ...values: SqlStorageValue[]) => {
      const cursor = exec(query, ...values);
      cursors.push(cursor);
      return cursor;
    };
    Object.assign(sql, { exec: counted });
  });
  await action();
  await scheduler.wait(LATER_MS);
  setFailpointHook(null);
  const written = await runInDurableObject(object, (_, { storage: { sql } }) => {
    Reflect.deleteProperty(sql, "exec");
    return cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0);
  });
  return { requests, written };
}

const ACTIONS: Record<keyof typeof CEILINGS, () => Promise<Cost>> = {
  "a namespace is made": async () => {
    const number = registryOfName(crypto.randomUUID());
    const nameThere = (): string => {
      const name = crypto.randomUUID();
      return registryOfName(name) === number ? name : nameThere();
    };
    const registry = registryNumbered(number);
    // The first makes the tables.
    await registry.calls.makeNamespace(nameThere(), null);
    return costOf(registry, () => registry.calls.makeNamespace(nameThere(), null));
  },
  "a namespace starts": async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    await evictDurableObject(vault.object);
    return costOf(registryOf(vault), () => maskValues(vault, ["b"]));
  },
  "a job, until its result is purged": async () => {
    const vault = await freshVault();
    await maskValues(vault, ["value 0"]);
    return costOf(registryOf(vault), async () => {
      await ended(vault, await submit(vault, maskItems(3)));
      await scheduler.wait(LATER_MS);
      await rows(vault, "UPDATE job SET due = 1, finished = 1");
      await runAlarmUntil(vault, async () => (await count(vault, "job")) === 0);
    });
  },
  "a run of the standing retention": async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON, ["old"]);
    await vault.calls.setRetention(vault.caller, 1);
    await rows(vault, "UPDATE setting SET value = 1 WHERE name = 'retention_due'");
    await scheduler.wait(LATER_MS);
    await evictDurableObject(vault.object);
    const isDone = async () => (await count(vault, "deletion WHERE state = 'SUCCESS'")) === 1;
    return costOf(registryOf(vault), () => runAlarmUntil(vault, isDone));
  },
  "an erasure of one person": async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann"]);
    return costOf(registryOf(vault), () => eraseValues(vault, "Ann"));
  },
  "a day of its audit": async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    const { tokenId: token_id, userId: user } = vault.caller;
    const record = { time: "2026-01-01T00:00:00.000Z", request_id: "1", token_id, user };
    const records = [
      { ...record, operation: "PUT /api/vault/mask", outcome: "ok", duration_ms: 1 },
    ];
    const keep = (sender: string) => vault.calls.recordAudit({ sender, records, unchecked: [] });
    return costOf(registryOf(vault), async () => {
      for (const sender of ["first", "second", "third"]) await keep(sender);
    });
  },
};

describe("what a Registry is asked and writes", () => {
  // Again, for an object of an earlier test may call just then, woken by its alarm.
  it.each(Object.entries(ACTIONS))("when %s", { retry: 3 }, async (name, measure) => {
    const ceiling = CEILINGS[name as keyof typeof CEILINGS];
    const cost = await measure();
    console.log(`${name}: ${cost.requests} requests, ${cost.written} rows`);
    expect(cost.requests, "requests").toBeLessThanOrEqual(ceiling.requests);
    expect(cost.written, "rows").toBeLessThanOrEqual(ceiling.written);
  });
});

describe("what a Registry stores", () => {
  it.each(Object.entries(BYTES))("of %s", async (name, { most, rows: statements }) => {
    const registry = freshRegistry();
    await registry.calls.makeNamespace("first", null);
    const bytes = await runInDurableObject(registry.object, (_, { storage: { sql } }) => {
      const before = sql.databaseSize;
      for (const statement of statements) {
        sql.exec(
          `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${COPIES - 1}) ${statement}`,
        );
      }
      return (sql.databaseSize - before) / COPIES;
    });
    console.log(`${name}: ${Math.round(bytes)} bytes`);
    expect(bytes).toBeGreaterThan(most / 2);
    expect(bytes).toBeLessThanOrEqual(most);
  });
});

describe("a million namespaces", () => {
  it("cost each Registry what docs/operations.md says", () => {
    const retained = BYTES["both ledger entries of a retention"].most;
    const audited = BYTES["the ledger entry of a day of its audit"].most;
    const erased = BYTES["both ledger entries of an erasure of one person"].most;
    const lines = [
      line("is started", CEILINGS["a namespace starts"], 0),
      line("is asked anything, and its audit kept", CEILINGS["a day of its audit"], audited),
      line("has a job done", CEILINGS["a job, until its result is purged"], 0),
      line("applies its standing retention", CEILINGS["a run of the standing retention"], retained),
      line("erases one person", CEILINGS["an erasure of one person"], erased),
    ];
    console.log(lines.join("\n"));
    for (const text of lines) expect(page).toContain(text);
    expect(page).toContain(`${megabytes(BYTES["a namespace"].most)} MB at rest`);
  });
});

/** A row of the page: what each namespace does once a day. */
function line(what: string, { requests, written }: Cost, bytes: number): string {
  const perSecond = ((requests * PER_REGISTRY) / DAY_SECONDS).toFixed(1);
  const cells = [what, perSecond, counted(written * PER_REGISTRY), `${megabytes(bytes)} MB`];
  return `| ${cells.join(" | ")} | ${counted((bytes * PER_REGISTRY * 365) / 1e6)} MB |`;
}

const counted = (number: number) => Math.round(number).toLocaleString("en");

/** Of all namespaces of a Registry, of so many bytes each. */
const megabytes = (bytes: number) => Math.round((bytes * PER_REGISTRY) / 1e6);
