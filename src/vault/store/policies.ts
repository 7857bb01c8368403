// SQL of `policy`: one row per policy that exists (what a policy says is in `policy_version`), and of `wrapper`.
import { Store } from "../../platform/store.ts";
import { pack, statementRuns } from "./rows.ts";

/** A policy as stored: the name is sealed, and found by its digest. */
export interface PolicyRow extends Record<string, SqlStorageValue> {
  id: number;
  version: number;
  name: ArrayBuffer;
}

/** A policy to keep; its definition is kept apart. */
export interface NewPolicy {
  readonly id: number;
  readonly version: number;
  readonly nameDigest: Uint8Array<ArrayBuffer>;
  readonly name: Uint8Array<ArrayBuffer>;
}

/** Reads and writes policies. */
export class PolicyStore extends Store {
  /** How many there are. */
  count(): number {
    return this.value<number>("SELECT count(*) AS n FROM policy") ?? 0;
  }

  /** The policy with that id, or null. */
  find(id: number): PolicyRow | null {
    return this.first<PolicyRow>("SELECT id, version, name FROM policy WHERE id = ?", id);
  }

  /** The policy whose name has that digest, or null. */
  findByName(nameDigest: Uint8Array<ArrayBuffer>): PolicyRow | null {
    return this.first<PolicyRow>(
      "SELECT id, version, name FROM policy WHERE name_digest = ?",
      nameDigest,
    );
  }

  /** All policies, in order of creation: ids only rise. */
  all(): PolicyRow[] {
    return this.sql.exec<PolicyRow>("SELECT id, version, name FROM policy ORDER BY id").toArray();
  }

  /** Keep a new policy. */
  add({ id, version, nameDigest, name }: NewPolicy): void {
    this.sql.exec(
      "INSERT INTO policy (id, name_digest, version, name) VALUES (?, ?, ?, ?)",
      id,
      nameDigest,
      version,
      name,
    );
  }

  /** Give a policy another version, and perhaps another name. */
  change({ id, version, nameDigest, name }: NewPolicy): void {
    this.#overwriteName(id);
    this.sql.exec(
      "UPDATE policy SET version = ?, name_digest = ?, name = ? WHERE id = ?",
      version,
      nameDigest,
      name,
      id,
    );
  }

  /** Forget a policy. Overwritten in place first: a deleted cell's bytes stay in its page. */
  remove(id: number): void {
    this.#overwriteName(id);
    this.sql.exec("DELETE FROM policy WHERE id = ?", id);
  }

  #overwriteName(id: number): void {
    this.sql.exec("UPDATE policy SET name = randomblob(length(name)) WHERE id = ?", id);
  }
}

/** A wrapper as stored: sealed, known by its digest. */
export interface SealedWrapper {
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

const ADD_WRAPPERS = `INSERT OR IGNORE INTO wrapper (digest, sealed)
  SELECT substr(?1, j.key * 16 + 1, 16), substr(?2, j.value / 131072 + 1, j.value % 131072)
  FROM json_each(?3) AS j`;

/** Reads and writes the wrappers that a policy of the namespace ever had; rows are never changed. */
export class WrapperStore extends Store {
  /** All wrappers, in no order. */
  all(): SealedWrapper[] {
    const rows = this.sql.exec<{ digest: ArrayBuffer; sealed: ArrayBuffer }>(
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
      this.sql.exec(ADD_WRAPPERS, digests, bytes, JSON.stringify(places));
    }
  }
}
