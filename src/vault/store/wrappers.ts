// SQL of `wrapper`: every wrapper that a policy of the namespace ever had. Rows are never changed.
import { pack, statementRuns } from "./rows.ts";

/** A wrapper as stored: sealed, told from others by its digest. */
export interface SealedWrapper {
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

const INSERT = `INSERT OR IGNORE INTO wrapper (digest, sealed)
  SELECT substr(?1, j.key * 16 + 1, 16), substr(?2, j.value / 131072 + 1, j.value % 131072)
  FROM json_each(?3) AS j`;

/** Reads and writes wrappers. */
export class WrapperStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** All wrappers, in no order. */
  all(): SealedWrapper[] {
    const rows = this.#sql.exec<{ digest: ArrayBuffer; sealed: ArrayBuffer }>(
      "SELECT digest, sealed FROM wrapper",
    );
    return rows.toArray().map(({ digest, sealed }) => ({
      digest: new Uint8Array(digest),
      sealed: new Uint8Array(sealed),
    }));
  }

  /** Keep wrappers; one that is there already stays. */
  add(wrappers: readonly SealedWrapper[]): void {
    for (const run of statementRuns(wrappers, ({ sealed }) => sealed.length)) {
      const digests = pack(run.map(({ digest }) => digest)).bytes;
      const { bytes, places } = pack(run.map(({ sealed }) => sealed));
      this.#sql.exec(INSERT, digests, bytes, JSON.stringify(places));
    }
  }
}
