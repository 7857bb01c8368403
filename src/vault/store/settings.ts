// SQL of `setting`: the few single values of a namespace. Also computes when its next work is due, from some of them,
// its jobs and its deletions.
import { Store } from "../../platform/store.ts";
import type { VaultFigures } from "../usage-rpc.ts";
import { CONVERSATION_DUE } from "./conversations.ts";
import { IS_OPEN, OPEN_DELETIONS } from "./deletions.ts";
import { CALLBACK_DUE } from "./job-callbacks.ts";

/** Names of settings. */
export type SettingName =
  | "nid"
  | "next_mapping_id"
  | "watermark"
  | "erased_before"
  | "ledger_position"
  | "ledger_read"
  | "held"
  | "retention_days"
  | "retention_due"
  | "closed"
  | "storage_warned"
  | "formed_tokens_since"
  | "book_version"
  | "default_policy"
  | "precise_types"
  | "root_oldest"
  | "root_newest"
  | "root_check"
  | "blinding_version"
  | "blinding_stage"
  | "blinding_cursor"
  | "blinding_last"
  | "blinding_due"
  | "conversation_bytes"
  | "audit_floor"
  | "audit_floor_hash"
  | "audit_bytes"
  | "audit_anchored"
  | "requests_per_second"
  | "values_per_second"
  | `values_owed_${string}`
  | `values_unmasked_${string}`
  | `token_ceiling_${number}`;

class DamagedSetting extends Error {
  constructor() {
    super("a setting is no number");
    this.name = "DamagedSetting";
  }
}

const PUT =
  "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/** Reads and writes settings. */
export class SettingStore extends Store {
  /** A setting as text, or null when it was never set. */
  text(name: SettingName): string | null {
    const value = this.#read(name);
    return value === null ? null : String(value);
  }

  /**
   * A setting as a number, or null when it was never set. When it is not a number, gives `ifDamaged`; without that it
   * throws DamagedSetting, because nothing may be computed from it.
   */
  number(name: SettingName, ifDamaged?: number): number | null {
    const value = this.#read(name);
    if (value === null || typeof value === "number") return value;
    if (ifDamaged === undefined) throw new DamagedSetting();
    return ifDamaged;
  }

  isOn(name: SettingName): boolean {
    return isOn(this.#read(name));
  }

  /** True while a legal hold stops deletions from taking effect and proceeding; also for a damaged setting. */
  get isHeld(): boolean {
    return this.isOn("held");
  }

  put(name: SettingName, value: string | number): void {
    this.sql.exec(PUT, name, value);
  }

  remove(name: SettingName): void {
    this.sql.exec("DELETE FROM setting WHERE name = ?", name);
  }

  /** Delete counts of owed and of unmasked values from before an instant (milliseconds since 1970). */
  forgetCountsBefore(instant: number): void {
    this.sql.exec(FORGET_OWED, instant);
    this.sql.exec(FORGET_UNMASKED, instant);
  }

  #read(name: SettingName): SqlStorageValue {
    return this.value<SqlStorageValue>("SELECT value FROM setting WHERE name = ?", name);
  }
}

function isOn(setting: SqlStorageValue): boolean {
  return setting !== null && setting !== 0;
}

/** Counts of tokens and of the namespace; "`" follows "_" in ASCII. The value ends with the count's time. */
const FORGET_OWED = `DELETE FROM setting WHERE name >= 'values_owed_' AND name < 'values_owed\`'
  AND CAST(substr(value, instr(value, ' ') + 1) AS INTEGER) < ?`;
/** The value begins with the count's time; a damaged one stays. */
const FORGET_UNMASKED = `DELETE FROM setting WHERE name >= 'values_unmasked_' AND name < 'values_unmasked\`'
  AND CAST(value AS INTEGER) > 0 AND CAST(value AS INTEGER) < ?`;

/** A deletion in ACCEPTING is due at once; a held one, as soon as the hold has ended. */
const DUE = `SELECT (SELECT min(due) FROM job) AS job,
    (SELECT accepted FROM ${OPEN_DELETIONS} AND state IN ('ACCEPTING', 'HELD') ORDER BY serial LIMIT 1) AS accepting,
    (SELECT min(coalesce(due, 0)) FROM ${OPEN_DELETIONS} AND state IN ('PENDING', 'IN-PROGRESS')) AS deletion,
    (SELECT min(coalesce(due, 0)) FROM deletion INDEXED BY deletion_counting
      WHERE state = 'COUNTING') AS dryRun,
    (${CONVERSATION_DUE}) AS conversation,
    (${CALLBACK_DUE}) AS callback,
    max(iif(name = 'held', value, NULL)) AS held,
    max(iif(name = 'retention_days', value, NULL)) AS retentionDays,
    max(iif(name = 'retention_due', value, NULL)) AS retentionDue
  FROM setting WHERE name IN ('held', 'retention_days', 'retention_due')`;

/** The values that due times follow from. */
interface DueRow {
  job: number | null;
  accepting: number | null;
  deletion: number | null;
  dryRun: number | null;
  conversation: number | null;
  callback: number | null;
  held: SqlStorageValue;
  retentionDays: number | null;
  retentionDue: number | null;
}

const WAITING_JOBS = `SELECT state, count(*) AS count, min(submitted) AS oldest FROM job INDEXED BY job_open
  WHERE state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS') AND state <> 'RECEIVING' GROUP BY state`;
const WAITING_DELETIONS = `SELECT state, count(*) AS count, min(accepted) AS oldest
  FROM ${OPEN_DELETIONS} GROUP BY state`;

/** Longer than any pause before another try. A longer one, between renewals of the index, is then found and made anew. */
const LONGEST_PAUSE_MS = 10 * 60_000;
/** The longest pause between two tries of a callback. */
const LONGEST_CALLBACK_PAUSE_MS = 30 * 3_600_000;
const BRING_FORWARD = [
  `UPDATE job INDEXED BY job_open SET due = ?1
    WHERE state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS') AND due > ?2`,
  `UPDATE deletion INDEXED BY deletion_open SET due = ?1 WHERE ${IS_OPEN} AND due > ?2`,
  `UPDATE deletion INDEXED BY deletion_counting SET due = ?1 WHERE state = 'COUNTING' AND due > ?2`,
  `UPDATE job_callback SET due = ?1 WHERE due > ?2 + ${LONGEST_CALLBACK_PAUSE_MS}`,
];

/** Reads due times, and waiting work. */
export class DueStore extends Store {
  /** Jobs and deletions that have not ended; reads only those. */
  waiting(): Pick<VaultFigures, "jobs" | "deletions"> {
    return { jobs: this.rows(WAITING_JOBS), deletions: this.rows(WAITING_DELETIONS) };
  }

  /** Make work due now that is due later than any pause leads to: the clock was ahead when that time was set. */
  bringForward(now: number): void {
    for (const statement of BRING_FORWARD) this.sql.exec(statement, now, now + LONGEST_PAUSE_MS);
  }

  /** The earliest due time (milliseconds since 1970), or null. A hold stops deletions and the standing retention. */
  next(): number | null {
    const row = this.one<DueRow>(DUE);
    const isHeld = isOn(row.held);
    const deletion = isHeld ? null : (row.accepting ?? row.deletion);
    const retention = !isHeld && (row.retentionDays ?? 0) > 0 ? row.retentionDue : null;
    const all = [row.job, deletion, row.dryRun, row.conversation, row.callback, retention];
    const times = all.filter((time) => typeof time === "number");
    return times.length === 0 ? null : Math.min(...times);
  }
}
