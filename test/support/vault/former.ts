// The data of a version with only one Registry: everything about every namespace is in the first one.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { registryOfName, registryOfNid } from "../../../src/core/registries.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { migrate } from "../../../src/platform/migrations.ts";
import { REGISTRY_MIGRATIONS } from "../../../src/registry/schema/migrations.ts";
import { registryNumbered } from "./fresh-registry.ts";
import { rows } from "./fresh-vault.ts";

/** The last migration of versions with one Registry. */
const LAST_FORMER = 6;
/** Number of a former namespace's ledger entries: more than one message carries. */
export const FORMER_ENTRIES = 507;

/** A namespace created by a former version. */
export interface FormerNamespace {
  readonly name: string;
  readonly nid: string;
}

/** A nid whose Registry is neither the first nor the name's, or the one of this number. */
export function formerNid(name: string, number?: number): string {
  for (;;) {
    const nid = crypto.randomUUID().replaceAll("-", "");
    const at = registryOfNid(nid);
    if (number === undefined ? at !== 0 && at !== registryOfName(name) : at === number) return nid;
  }
}

/** Makes every handover by the first Registry's alarm fail; `then` can fail the move at other points. */
export function holdSweep(then: (point: string) => Promise<void> | void = () => undefined): void {
  setFailpointHook(async (point) => {
    await scheduler.wait(0);
    if (point === "handover.round") throw new Error("failpoint");
    await then(point);
  });
}

/**
 * Make the namespaces' Registries forget, in storage and memory, that the first one holds nothing any more. Also
 * those without tables: any call would make them learn it again.
 */
async function forgetSettled(formers: readonly FormerNamespace[]): Promise<void> {
  const theirs = formers.flatMap(({ name, nid }) => [registryOfName(name), registryOfNid(nid)]);
  await forget(0);
  await Promise.all([...new Set(theirs)].map(forget));
}

async function forget(number: number): Promise<void> {
  const { object } = registryNumbered(number);
  await runInDurableObject(object, (_, { storage }) => {
    const made = "SELECT 1 FROM sqlite_master WHERE name = 'setting'";
    if (storage.sql.exec(made).toArray().length > 0) storage.sql.exec("DELETE FROM setting");
  });
  await evictDurableObject(object);
}

/** Insert a namespace as a former version left it; the next call finds it in the first Registry. */
export async function addFormer(
  name: string = crypto.randomUUID(),
  nid: string = formerNid(name),
): Promise<FormerNamespace> {
  const former = await insertFormer(name, nid);
  await forgetSettled([former]);
  return former;
}

/** Insert several former namespaces. */
export async function addFormers(count: number): Promise<FormerNamespace[]> {
  const formers: FormerNamespace[] = [];
  for (let i = 0; i < count; i++) {
    const name = crypto.randomUUID();
    formers.push(await insertFormer(name, formerNid(name)));
  }
  await forgetSettled(formers);
  return formers;
}

async function insertFormer(name: string, nid: string): Promise<FormerNamespace> {
  const first = registryNumbered(0);
  // At the first insertion, creates the tables of a former version.
  await runInDurableObject(first.object, (_, { storage }) => {
    migrate(storage, REGISTRY_MIGRATIONS.slice(0, LAST_FORMER), 0);
  });
  const add = (query: string, ...values: SqlStorageValue[]) => rows(first, query, ...values);
  await add(
    "INSERT INTO namespace (name, nid, creation_tracking_id, created, held) VALUES (?, ?, ?, 5, 1)",
    name,
    nid,
    `created ${nid}`,
  );
  await add("INSERT INTO id_ceiling VALUES (?, 70)", nid);
  await add("INSERT INTO token_ceiling VALUES (?, 7, 77), (?, 8, 88)", nid, nid);
  await add("INSERT INTO due_work VALUES (?, 9000000000000)", nid);
  await add(
    `INSERT INTO ledger WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     SELECT ?, i, 'job ' || i, 'accepted', 'age', ?, NULL, 6, '{"a":"é"}', 'p', 'hash ' || i FROM n`,
    FORMER_ENTRIES,
    nid,
    Date.now(),
  );
  for (const part of [0, 1, 2]) {
    await add(
      "INSERT INTO ledger_replay VALUES (?, 2, ?, ?, 9000000000000)",
      nid,
      part,
      new Uint8Array(40).fill(part + 1).buffer,
    );
  }
  return { name, nid };
}
