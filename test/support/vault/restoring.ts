// Restores an older copy of a namespace's database by hand.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { type OpenVault, rows, tablesOf } from "./fresh-vault.ts";

/** Rows by table. */
export type Copy = Record<string, Record<string, SqlStorageValue>[]>;

/** Every row of every table. */
export async function copyOf(vault: OpenVault): Promise<Copy> {
  const copy: Copy = {};
  for (const table of await tablesOf(vault))
    copy[table] = await rows(vault, `SELECT * FROM ${table}`);
  return copy;
}

/** Restore a copy, and make the object forget everything newer. */
export async function restore(vault: OpenVault, copy: Copy): Promise<void> {
  // Otherwise work in progress would continue in the restored copy.
  await evictDurableObject(vault.object).catch(() => undefined);
  await runInDurableObject(vault.object, async (_, { storage }) => {
    await storage.deleteAlarm();
    storage.transactionSync(() => {
      for (const [table, kept] of Object.entries(copy)) {
        storage.sql.exec(`DELETE FROM ${table}`);
        for (const row of kept) {
          const marks = Object.keys(row).map(() => "?");
          const sql = `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${marks})`;
          storage.sql.exec(sql, ...Object.values(row));
        }
      }
    });
  });
  await evictDurableObject(vault.object);
}

/** A copy of a namespace under a hold: dead mappings stay dead, and no slice removes them. */
export function withHold(copy: Copy): Copy {
  return { ...copy, setting: [...(copy["setting"] ?? []), { name: "held", value: 1 }] };
}
