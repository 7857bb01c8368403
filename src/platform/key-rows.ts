// Rows of keys that are destroyed some day, of which nothing may stay in the file.
//
// SQLite does not overwrite what it leaves behind: when it moves a row to another page, or frees a page, the old bytes stay. So
// these rows never move and are never deleted: they are appended, keep their length, and a destroyed key becomes zero bytes in
// its place, which the next key of that length takes. Their table begins with two rows that fill a page each, so that its first
// page, which SQLite copies when the table outgrows it, never had a key. (sqlite.org/fileformat2.html, "B-tree Pages";
// `balance_deeper`, `balance_quick` and `btreeOverwriteCell` in SQLite's btree.c.)
import { Store } from "./store.ts";

/** A table of such rows, with columns `id`, `is_free` and one for the key. */
interface KeyTable {
  readonly table: string;
  readonly column: string;
}

/** The statements that make such a table in an empty database, its index and its first rows. */
export function keyTableSchema({ table, column }: KeyTable): string {
  return `
CREATE TABLE ${table} (
  id INTEGER PRIMARY KEY,
  is_free INTEGER NOT NULL,
  ${column} BLOB NOT NULL
) STRICT;
CREATE INDEX ${table}_free ON ${table} (length(${column}), id) WHERE is_free = 1;
INSERT INTO ${table} VALUES (1, 0, zeroblob(3000)), (2, 0, zeroblob(3000));
`;
}

/** Destroys the keys of rows that a WHERE after it selects. */
export const destroyKeys = ({ table, column }: KeyTable) =>
  `UPDATE ${table} SET is_free = 1, ${column} = zeroblob(length(${column}))`;

/** Stores and destroys keys. */
export class KeyRows extends Store {
  readonly #add: string;
  readonly #destroy: string;

  constructor(sql: SqlStorage, names: KeyTable) {
    super(sql);
    const { table, column } = names;
    // Takes a free row of the same length, else appends one. Only a row of zeros is free, whatever its mark says.
    this.#add = `INSERT INTO ${table} (id, is_free, ${column}) VALUES (
        (SELECT min(id) FROM ${table} WHERE is_free = 1 AND length(${column}) = length(?1)
          AND ${column} = zeroblob(length(${column}))), 0, ?1)
      ON CONFLICT (id) DO UPDATE SET is_free = 0, ${column} = excluded.${column} RETURNING id`;
    this.#destroy = `${destroyKeys(names)} WHERE id IN (SELECT value FROM json_each(?))`;
  }

  /** Store a key; returns its row's id, by which something else names it from then on. */
  add(key: Uint8Array): number {
    return this.one<{ id: number }>(this.#add, key).id;
  }

  /** Destroy keys. Nothing may name their rows after this transaction: other keys take them. */
  destroy(ids: readonly number[]): void {
    this.sql.exec(this.#destroy, JSON.stringify(ids));
  }
}
