// SQL of `policy_version`: what a policy says, sealed in two parts, for its present version and for those
// that an open job began with.
import { Store } from "../../platform/store.ts";

/** A definition as stored. */
export interface SealedDefinition extends Record<string, SqlStorageValue> {
  /** Everything but the lists. */
  outline: ArrayBuffer;
  /** Words of custom entities, allowed and denied values. */
  lists: ArrayBuffer;
}

/** The outline of a policy's present version. */
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
  /** Keep a version of a policy. */
  add(
    policy: number,
    version: number,
    { outline, lists }: Record<"outline" | "lists", Uint8Array<ArrayBuffer>>,
  ): void {
    this.sql.exec(
      "INSERT INTO policy_version (policy, version, outline, lists) VALUES (?, ?, ?, ?)",
      policy,
      version,
      outline,
      lists,
    );
  }

  /** A version of a policy, or null when it is no longer there. */
  find(policy: number, version: number): SealedDefinition | null {
    return this.first<SealedDefinition>(
      "SELECT outline, lists FROM policy_version WHERE policy = ? AND version = ?",
      policy,
      version,
    );
  }

  /** Outlines of policies behind an id, at most `limit`; ends once they have `maxBytes` together. */
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

  /**
   * Delete the versions of a policy that are not its present one and that no open job began with.
   * Overwritten in place first: a deleted cell's bytes stay in its page.
   */
  dropUnneeded(policy: number): void {
    this.sql.exec(OVERWRITE_UNNEEDED, policy);
    this.sql.exec(DELETE_UNNEEDED, policy);
  }
}
