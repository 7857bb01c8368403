// An older copy of a namespace's database, put back by hand.
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

/** By hand: the database as it was when it was copied, and an object that knows nothing newer. */
export async function restore(vault: OpenVault, copy: Copy): Promise<void> {
  // What is under way there would go on in the copy.
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

/** The copy of a namespace under a hold: what it has made dead stays so, and no slice removes it. */
export function withHold(copy: Copy): Copy {
  return { ...copy, setting: [...(copy["setting"] ?? []), { name: "held", value: 1 }] };
}
