// What the Worker and Vault objects may ask of the Registry object: types only.
import type { VaultError } from "../core/errors.ts";
import type { Result } from "../core/result.ts";
import type { LedgerEntry, LedgerFacts } from "../erasure/ledger-entry.ts";

/** One namespace of the deployment. */
export interface NamespaceRecord {
  readonly name: string;
  /** Random 128-bit id of this incarnation, 32 hexadecimal digits; the Vault object's name. */
  readonly nid: string;
  /** Where the Vault object must stay, null for anywhere. */
  readonly jurisdiction: string | null;
  /** Tracking id of its creation. */
  readonly creationTrackingId: string;
}

/** A receipt to take back in; parts as base64, none for an erasure by age. */
export interface ReplayRequest {
  readonly receipt: string;
  readonly search: readonly string[];
  readonly found: readonly string[];
}

/** What taking receipts back in came to: each job, and the namespaces that have to look. */
export interface ReplayOutcome {
  readonly jobs: readonly { readonly trackingId: string; readonly isNew: boolean }[];
  readonly places: readonly { readonly nid: string; readonly jurisdiction: string | null }[];
}

/** Whether a namespace lives; `undecided` while its deletion is being accepted. */
export type NamespaceLifecycle = "kept" | "undecided" | "deleted";

/** Creation or deletion of a namespace for its follower. Times are milliseconds since 1970. */
export interface NamespaceJobView {
  readonly trackingId: string;
  readonly kind: "creation" | "deletion";
  /** The namespace's name, which may be another's by now. */
  readonly name: string;
  readonly state: "HELD" | "PENDING" | "IN-PROGRESS" | "SUCCESS";
  readonly requested: number;
  readonly started: number | null;
  readonly finished: number | null;
  readonly cleared: number;
  /** Null while a hold keeps the deletion from taking effect. */
  readonly total: number | null;
  /** Compact JWS, once a deletion has succeeded. */
  readonly receipt: string | null;
}

/** How far the counter of a namespace's token space may have gone. */
export interface TokenCeiling {
  readonly space: number;
  readonly ceiling: number;
}

/** What the Registry knows of a namespace. */
export interface NamespaceState {
  /** Number of its last ledger entry, 0 when there is none. */
  readonly position: number;
  /** Ids up to here may have been given out. */
  readonly idCeiling: number;
  readonly tokenCeilings: readonly TokenCeiling[];
  /** Named as in older versions, which a rollout has beside this one; so is `RegistryRpc.standing`. */
  readonly fate: NamespaceLifecycle;
  readonly isHeld: boolean;
  /** When it next has work, as noted here (milliseconds since 1970); null for none. */
  readonly due: number | null;
  /** What `idCeiling` was raised to for whoever asked; null where it was not. */
  readonly raisedTo: number | null;
}

/** Ids a Vault is going to want: `count` of them, none below `from`. */
export interface WantedIds {
  readonly from: number;
  readonly count: number;
}

/** Calls the Registry answers. */
export interface RegistryRpc {
  /** True when the Registry answers; writes nothing. */
  ping(): Promise<boolean>;
  /**
   * The namespace of that name, made when there is none. A jurisdiction is for good: fails with
   * `invalid_field` for another one, `jurisdiction_unsupported` where the runtime has none.
   */
  openNamespace(
    name: string,
    jurisdiction: string | null,
  ): Promise<Result<NamespaceRecord & { readonly isNew: boolean }, VaultError>>;
  /** The namespace of that name. Fails with `namespace_unknown`. */
  findNamespace(name: string): Promise<Result<NamespaceRecord, VaultError>>;
  /** The namespace of that nid. Fails with `namespace_unknown`. */
  readNamespace(nid: string): Promise<Result<NamespaceRecord, VaultError>>;
  /** Namespaces after a name, in order of name. */
  listNamespaces(afterName: string, limit: number): Promise<NamespaceRecord[]>;
  /** A Vault object says when it next has work (milliseconds since 1970), null for none. */
  noteDue(nid: string, due: number | null): Promise<void>;
  /** Wake Vault objects whose work is overdue, and go on with deletions of namespaces. Gives how many woke. */
  wakeOverdue(): Promise<number>;

  /**
   * Add to a namespace's erasure ledger; the entry that is there for the same job and phase, if any.
   * `replay` is what repeats an erasure of single mappings: one sealed part (under 1 MB), or how many
   * parts of it have been staged.
   */
  appendLedger(
    nid: string,
    facts: LedgerFacts,
    replay?: Uint8Array | number | null,
  ): Promise<LedgerEntry>;
  /** Keep a replay part (under 1 MB) for the entry that is appended next; part 0 begins anew. */
  stageReplay(nid: string, part: number, sealed: Uint8Array): Promise<void>;
  /** A replay part of an entry; null when it is over its time. */
  ledgerReplay(nid: string, position: number, part: number): Promise<ArrayBuffer | null>;
  /** Ledger entries behind a position, oldest first, at most `limit`. */
  ledgerSince(nid: string, position: number, limit: number): Promise<LedgerEntry[]>;
  /**
   * Entries of all namespaces, also of those that are no more, by nid and position: at most `limit` behind the
   * one named.
   */
  ledgerPage(
    afterNid: string,
    afterPosition: number,
    limit: number,
  ): Promise<(LedgerEntry & { readonly nid: string })[]>;
  /** Positions of a job's entries; null where it has none. */
  positionsOfJob(
    nid: string,
    trackingId: string,
  ): Promise<{ readonly accepted: number | null; readonly finished: number | null }>;
  /**
   * Write what receipts state into the ledger again. Fails with `receipt_invalid`,
   * `replay_parts_missing` or `namespace_unknown` and the receipt's index; then none was written.
   */
  replayReceipts(requests: readonly ReplayRequest[]): Promise<Result<ReplayOutcome, VaultError>>;
  /**
   * What a Vault must know before it serves. With `wanted` the id ceiling is raised in the same call, by that many
   * above what it was; the answer says how it was before. Then it writes one row.
   */
  standing(nid: string, wanted?: WantedIds | null): Promise<NamespaceState>;
  /** A Vault is going to be held, or no longer: a restored copy of it asks here. */
  noteHold(nid: string, isHeld: boolean): Promise<void>;
  /** A Vault is going to give out mapping ids up to this one. */
  raiseIdCeiling(nid: string, ceiling: number): Promise<void>;
  /** A Vault is going to give out places of its token spaces below these ceilings. */
  raiseTokenCeilings(nid: string, ceilings: readonly TokenCeiling[]): Promise<void>;
  /** Keep the public key (JSON text of a JWK) that has signed receipts. */
  keepReceiptKey(kid: string, jwk: string): Promise<void>;
  /** JSON texts of all public keys that have signed receipts. */
  receiptKeys(): Promise<string[]>;

  /**
   * Accept the deletion of a whole namespace; it is in effect when this answers, unless a hold keeps it.
   * An open one is given again. Fails with `namespace_unknown`, or `unavailable`: it may still go ahead.
   */
  deleteNamespace(name: string): Promise<Result<NamespaceJobView, VaultError>>;
  /** A hold has ended: a deletion it kept comes into effect. Null when there is none. */
  resumeDeletion(nid: string): Promise<Result<NamespaceJobView | null, VaultError>>;
  /** Creation or deletion of a namespace. Fails with `tracking_id_unknown`. */
  readNamespaceJob(trackingId: string): Promise<Result<NamespaceJobView, VaultError>>;
}
