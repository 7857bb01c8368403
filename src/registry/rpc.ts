// What the Worker and Vault objects may ask of the Registry object: types only.
import type { VaultError } from "../core/errors.ts";
import type { ListedOperator, Operator } from "../core/operators.ts";
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
  /** Namespaces that are to read their ledger again from behind a position, whatever they have read. */
  readonly places: readonly {
    readonly nid: string;
    readonly jurisdiction: string | null;
    readonly behind: number;
  }[];
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
  /** Named as in older versions, which a rollout has beside this one. */
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

/** Only of the Registry asked, or, of the first one, of all that are used. */
export type Scope = "here" | "everywhere";

/** A receipt whose signature and parts are good. */
export interface CheckedReceipt {
  readonly nid: string;
  readonly facts: LedgerFacts;
  readonly search: readonly Uint8Array<ArrayBuffer>[];
  readonly found: readonly Uint8Array<ArrayBuffer>[];
}

/** A receipt that the ledger has. */
export interface ReplayedReceipt {
  readonly isNew: boolean;
  /** Of its first entry; null for the deletion of a namespace. */
  readonly position: number | null;
}

/** A rotation as far as it is. Times are milliseconds since 1970. */
export interface RotationView {
  readonly trackingId: string;
  /** The version that everything is to be wrapped with, and the oldest that something may still be. */
  readonly version: number;
  readonly oldest: number;
  readonly requested: number;
  readonly finished: number | null;
  /** Namespaces that were visited in this round, and what was found in them. */
  readonly namespaces: number;
  readonly wrapped: number;
  readonly unreadable: number;
  /** Code of the failure of a namespace that will be visited again; null: none has failed. */
  readonly problem: string | null;
}

/**
 * Calls a Registry answers. What is about one namespace can be asked of any, and is answered by the one that
 * core/registries.ts names: asking that one saves a call.
 */
export interface RegistryRpc extends OperatorListRpc {
  /** True when the Registry answers, or which version of the root key is missing, in words; writes nothing. */
  ping(): Promise<true | string>;
  /**
   * The namespace of that name, made when there is none. A jurisdiction is for good: fails with
   * `invalid_field` for another one, `jurisdiction_unsupported` where the runtime has none.
   */
  makeNamespace(
    name: string,
    jurisdiction: string | null,
  ): Promise<Result<NamespaceRecord & { readonly isNew: boolean }, VaultError>>;
  /** The namespace of that name. Fails with `namespace_unknown`. */
  findNamespace(name: string): Promise<Result<NamespaceRecord, VaultError>>;
  /** The namespace of that nid. Fails with `namespace_unknown`. */
  readNamespace(nid: string): Promise<Result<NamespaceRecord, VaultError>>;
  /** Namespaces after a name, in order of the bytes of their names. */
  listNamespaces(afterName: string, limit: number, scope?: Scope): Promise<NamespaceRecord[]>;
  /** The first one: the last rotation of keys, or null; with `isWanted` one is begun, unless it is open. */
  keyRotation(isWanted: boolean): Promise<RotationView | null>;
  /** The first one: public keys of receipts, also of versions of the root key that are gone, as JSON of JWKs. */
  receiptKeys(): Promise<string[]>;
  /** A Vault object says when it next has work (milliseconds since 1970), null for none. */
  noteDue(nid: string, due: number | null): Promise<void>;
  /** Wake Vault objects whose work is overdue, and go on with deletions of namespaces. Gives how many woke. */
  wakeOverdue(): Promise<number>;
  /** The first one: numbers of all that were made. */
  usedRegistries(): Promise<number[]>;

  /**
   * Add to a namespace's erasure ledger; the entry that is there for the same job and phase, if any. The replay parts
   * that it names are with their keeper before.
   */
  appendLedger(nid: string, facts: LedgerFacts): Promise<LedgerEntry>;
  /** A replay part of an entry that an earlier version has written; null when it is over its time. */
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
    scope?: Scope,
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
  /** Write what one receipt states into the ledger again, unless it is there. */
  replayReceipt(nid: string, receipt: CheckedReceipt): Promise<Result<ReplayedReceipt, VaultError>>;
  /**
   * What a Vault must know before it serves. With `wanted` the id ceiling is raised in the same call, by that many
   * above what it was; the answer says how it was before. Then it writes one row.
   */
  namespaceState(nid: string, wanted?: WantedIds | null): Promise<NamespaceState>;
  /** A Vault is going to be held, or no longer: a restored copy of it asks here. */
  noteHold(nid: string, isHeld: boolean): Promise<void>;
  /** A Vault is going to give out mapping ids up to this one. */
  raiseIdCeiling(nid: string, ceiling: number): Promise<void>;
  /** A Vault is going to give out places of its token spaces below these ceilings. */
  raiseTokenCeilings(nid: string, ceilings: readonly TokenCeiling[]): Promise<void>;

  /**
   * Accept the deletion of a whole namespace; it is in effect when this answers, unless a hold keeps it.
   * An open one is given again. Fails with `namespace_unknown`, `idempotency_key_reused`, `namespace_deletion_open`, or
   * `unavailable`: it may still go ahead. With a nid the Registry is asked that the nid names.
   */
  deleteNamespace(
    name: string,
    nid?: string | null,
    request?: Uint8Array | null,
  ): Promise<Result<NamespaceJobView, VaultError>>;
  /** The deletion that such a request has begun, of whatever name. Fails with `namespace_unknown`. */
  findDeletion(request: Uint8Array, scope?: Scope): Promise<Result<NamespaceJobView, VaultError>>;
  /** A hold has ended: a deletion it kept comes into effect. Null when there is none. */
  resumeDeletion(nid: string): Promise<Result<NamespaceJobView | null, VaultError>>;
  /** Creation or deletion of a namespace. Fails with `tracking_id_unknown`. */
  readNamespaceJob(
    trackingId: string,
    scope?: Scope,
  ): Promise<Result<NamespaceJobView, VaultError>>;
}

/** What one Registry is asked about one namespace, and answers for its own. */
export type RoutedVerbs = Omit<RegistryRpc, "replayReceipts" | keyof OperatorListRpc>;

/** The first Registry alone: which credentials of operators are good. */
export interface OperatorListRpc {
  /** Put an operator on the list. */
  addOperator(operator: Operator): Promise<void>;
  /** All on the list, oldest first. */
  listOperators(): Promise<ListedOperator[]>;
  /** Whether an operator is on the list. */
  hasOperator(id: string): Promise<boolean>;
  /** Take an operator off the list; false when it was not on it. */
  removeOperator(id: string): Promise<boolean>;
}

/** What keeps the replay parts of one namespace answers. Every call can be made again. */
export interface ReplayKeeperRpc {
  /** Keep a part (under 1 MB) until an instant (milliseconds since 1970). */
  keepPart(sha256: string, sealed: Uint8Array, until: number): Promise<void>;
  /** The part of this SHA-256 (hexadecimal digits); null when it is over its time. */
  findPart(sha256: string): Promise<ArrayBuffer | null>;
  /** The namespace is no more: drop all. */
  dropParts(): Promise<void>;
}

/**
 * What the former version calls by other names; it runs beside this one while this one is rolled out. Callers of this
 * version use the new names, which no object of the former one has: there is none but the first that may answer.
 */
export interface FormerRegistryRpc {
  /** See RegistryRpc.makeNamespace. */
  openNamespace: RegistryRpc["makeNamespace"];
  /** See RegistryRpc.namespaceState. */
  standing: RegistryRpc["namespaceState"];
}

/** All else that is known of a namespace when it is handed over: rows of each table as JSON. */
export interface HandedRows {
  readonly namespace: string;
  readonly deletion: string;
  readonly idCeiling: string;
  readonly tokenCeilings: string;
  readonly due: string;
}

/** What Registries ask of each other. Everything can be asked again. */
export interface RegistryPeerRpc {
  /** The first one: the Registry of that number has tables from now on. True when nothing waits to be handed over. */
  join(number: number): Promise<boolean>;
  /** The first one: send what is known of this namespace to its Registry. True when nothing waits any more. */
  handOver(nid: string): Promise<boolean>;
  /** The same, by name. */
  handOverName(name: string): Promise<boolean>;
  /** From the first one: ledger entries (rows as JSON), before `adoptRest`. */
  adoptLedger(nid: string, rows: string): Promise<void>;
  /** From the first one: a replay part, before `adoptRest`. */
  adoptPart(
    nid: string,
    place: { readonly position: number; readonly part: number },
    sealed: Uint8Array,
    until: number,
  ): Promise<void>;
  /** From the first one: all else. From now on the namespace is answered for here. */
  adoptRest(nid: string, rows: HandedRows): Promise<void>;
  /**
   * A namespace that must stay where this Registry is: made, unless it is there. Null once it has been deleted.
   */
  adoptNamespace(
    record: NamespaceRecord,
  ): Promise<(NamespaceRecord & { readonly isNew: boolean }) | null>;
  /** From the first one: another Registry keeps the namespace of this name. */
  adoptName(name: string, nid: string): Promise<void>;
}
