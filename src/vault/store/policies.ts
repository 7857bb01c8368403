// SQL of `policy`: one row per existing policy; of `policy_version`: sealed definitions in two parts, of each
// policy's current version and of versions that an open job began with; and of `wrapper`.
import { Store } from "../../platform/store.ts";
import { pack, statementRuns } from "./rows.ts";

/** A policy as stored: its name is sealed, and found by its digest. */
export interface PolicyRow {
  id: number;
  version: number;
  name: ArrayBuffer;
}

/** A policy to store; its definition is stored separately. */
export interface NewPolicy {
  readonly id: number;
  readonly version: number;
  readonly nameDigest: Uint8Array<ArrayBuffer>;
  readonly name: Uint8Array<ArrayBuffer>;
}

const ADD = "INSERT INTO policy (id, name_digest, version, name) VALUES (?, ?, ?, ?)";
const CHANGE = "UPDATE policy SET version = ?, name_digest = ?, name = ? WHERE id = ?";
const ADD_VERSION =
  "INSERT INTO policy_version (policy, version, outline, lists) VALUES (?, ?, ?, ?)";
const FIND_VERSION = "SELECT outline, lists FROM policy_version WHERE policy = ? AND version = ?";
const ALL_WRAPPERS = "SELECT digest, sealed FROM wrapper";

/** Reads and writes policies. */
export class PolicyStore extends Store {
  count(): number {
    return this.value<number>("SELECT count(*) AS n FROM policy") ?? 0;
  }

  find(id: number): PolicyRow | null {
    return this.first("SELECT id, version, name FROM policy WHERE id = ?", id);
  }

  findByName(nameDigest: Uint8Array<ArrayBuffer>): PolicyRow | null {
    return this.first("SELECT id, version, name FROM policy WHERE name_digest = ?", nameDigest);
  }

  /** All policies, in order of creation: ids only rise. */
  all(): PolicyRow[] {
    return this.rows("SELECT id, version, name FROM policy ORDER BY id");
  }

  add({ id, version, nameDigest, name }: NewPolicy): void {
    this.sql.exec(ADD, id, nameDigest, version, name);
  }

  /** Give a policy another version, and maybe another name. */
  change({ id, version, nameDigest, name }: NewPolicy): void {
    this.#overwriteName(id);
    this.sql.exec(CHANGE, version, nameDigest, name, id);
  }

  /** Delete a policy. Overwrites its name in place first: a deleted cell's bytes stay in its page. */
  remove(id: number): void {
    this.#overwriteName(id);
    this.sql.exec("DELETE FROM policy WHERE id = ?", id);
  }

  #overwriteName(id: number): void {
    this.sql.exec("UPDATE policy SET name = randomblob(length(name)) WHERE id = ?", id);
  }
}

/** A definition as stored. */
export interface SealedDefinition {
  /** Everything but the lists. */
  outline: ArrayBuffer;
  /** Words of custom entities, allowed and denied values. */
  lists: ArrayBuffer;
}

/** The outline of a policy's current version. */
export interface OutlineRow extends Record<string, SqlStorageValue> {
  id: number;
  version: number;
  outline: ArrayBuffer;
}

const OUTLINES = `SELECT p.id, p.version, v.outline FROM policy AS p
  CROSS JOIN policy_version AS v ON v.policy = p.id AND v.version = p.version
  WHERE p.id > ? ORDER BY p.id LIMIT ?`;

const IS_UNNEEDED = `policy = ?1
  AND NOT EXISTS (SELECT 1 FROM policy AS p WHERE p.id = ?1 AND p.version = policy_version.version)
  AND NOT EXISTS (SELECT 1 FROM job INDEXED BY job_open
    WHERE job.state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS')
      AND job.policy = ?1 AND job.policy_version = policy_version.version)`;
const OVERWRITE_UNNEEDED = `UPDATE policy_version
  SET outline = randomblob(length(outline)), lists = randomblob(length(lists)) WHERE ${IS_UNNEEDED}`;
const DELETE_UNNEEDED = `DELETE FROM policy_version WHERE ${IS_UNNEEDED}`;

/** Reads and writes versions of policies. */
export class PolicyVersionStore extends Store {
  add(
    policy: number,
    version: number,
    { outline, lists }: Record<"outline" | "lists", Uint8Array<ArrayBuffer>>,
  ): void {
    this.sql.exec(ADD_VERSION, policy, version, outline, lists);
  }

  /** A version of a policy, or null when it is not stored any more. */
  find(policy: number, version: number): SealedDefinition | null {
    return this.first(FIND_VERSION, policy, version);
  }

  /** Outlines of policies with ids above `afterId`, at most `limit`; ends when they would exceed `maxBytes` in total. */
  outlines(afterId: number, limit: number, maxBytes: number): OutlineRow[] {
    const page: OutlineRow[] = [];
    let bytes = 0;
    for (const row of this.sql.exec<OutlineRow>(OUTLINES, afterId, limit)) {
      bytes += row.outline.byteLength;
      if (page.length > 0 && bytes > maxBytes) break;
      page.push(row);
    }
    return page;
  }

  /** Delete versions that are not current and no open job uses; overwrites them first, as bytes stay in a page. */
  dropUnneeded(policy: number): void {
    this.sql.exec(OVERWRITE_UNNEEDED, policy);
    this.sql.exec(DELETE_UNNEEDED, policy);
  }
}

/** A wrapper as stored: sealed, identified by its digest. */
export interface SealedWrapper {
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

const ADD_WRAPPERS = `INSERT OR IGNORE INTO wrapper (digest, sealed)
  SELECT substr(?1, j.key * 16 + 1, 16), substr(?2, j.value / 131072 + 1, j.value % 131072)
  FROM json_each(?3) AS j`;

/** Reads and writes all wrappers that policies of the namespace ever had; rows are never changed. */
export class WrapperStore extends Store {
  all(): SealedWrapper[] {
    const rows = this.rows<{ digest: ArrayBuffer; sealed: ArrayBuffer }>(ALL_WRAPPERS);
    return rows.map(({ digest, sealed }) => ({
      digest: new Uint8Array(digest),
      sealed: new Uint8Array(sealed),
    }));
  }

  /** Store wrappers; existing ones stay. */
  add(wrappers: readonly SealedWrapper[]): void {
    for (const run of statementRuns(wrappers, ({ sealed }) => sealed.length)) {
      const digests = pack(run.map(({ digest }) => digest)).bytes;
      const { bytes, positions } = pack(run.map(({ sealed }) => sealed));
      this.sql.exec(ADD_WRAPPERS, digests, bytes, JSON.stringify(positions));
    }
  }
}
