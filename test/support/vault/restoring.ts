// Restores an older copy of a namespace's database by hand.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { migrate } from "../../../src/platform/migrations.ts";
import { VAULT_MIGRATIONS } from "../../../src/vault/schema/migrations.ts";
import { rows, tablesOf } from "./fresh-vault.ts";

/** Rows by table. */
export type Copy = Record<string, Record<string, SqlStorageValue>[]>;

interface InObject {
  readonly object: DurableObjectStub;
}

/** Every row of every table. */
export async function copyOf(vault: InObject): Promise<Copy> {
  const copy: Copy = {};
  for (const table of await tablesOf(vault))
    copy[table] = await rows(vault, `SELECT * FROM ${table}`);
  return copy;
}

function write(storage: DurableObjectStorage, copy: Copy): void {
  for (const [table, kept] of Object.entries(copy)) {
    storage.sql.exec(`DELETE FROM ${table}`);
    for (const row of kept) {
      const marks = Object.keys(row).map(() => "?");
      const sql = `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${marks})`;
      storage.sql.exec(sql, ...Object.values(row));
    }
  }
}

/** Restore a copy, and make the object forget everything newer. */
export async function restore(vault: InObject, copy: Copy): Promise<void> {
  // Otherwise work in progress would continue in the restored copy.
  await evictDurableObject(vault.object).catch(() => undefined);
  await runInDurableObject(vault.object, async (_, { storage }) => {
    await storage.deleteAlarm();
    storage.transactionSync(() => write(storage, copy));
  });
  await evictDurableObject(vault.object);
}

/** Restore an emptied object's database from a copy. */
export async function putBack(vault: InObject, copy: Copy): Promise<void> {
  await runInDurableObject(vault.object, (_, { storage }) => {
    migrate(storage, VAULT_MIGRATIONS, 0);
    write(storage, copy);
  });
}

/** A copy of a namespace under a hold: dead mappings stay dead, and no slice removes them. */
export function withHold(copy: Copy): Copy {
  return { ...copy, setting: [...(copy["setting"] ?? []), { name: "held", value: 1 }] };
}
