// RPC interface of Registry objects, for the Worker, Vault objects and each other: types only.
import type { VaultError } from "../core/errors.ts";
import type { ListedOperator, Operator } from "../core/permissions.ts";
import type { Result } from "../core/result.ts";
import type { LedgerEntry, LedgerFacts } from "../erasure/ledger-entry.ts";

/** One namespace of the deployment. */
export interface NamespaceRecord {
  readonly name: string;
  /** Random 128-bit id of this incarnation, 32 hex digits; the Vault object's name. */
  readonly nid: string;
  /** Jurisdiction that the Vault object must stay in; null for any. */
  readonly jurisdiction: string | null;
  readonly creationTrackingId: string;
}

/** A receipt to replay, with its parts as base64 (none for an erasure by age). */
export interface ReplayRequest {
  readonly receipt: string;
  readonly search: readonly string[];
  readonly found: readonly string[];
}

/** Result of replaying receipts: each job, and the namespaces that must read their ledger again. */
export interface ReplayOutcome {
  readonly jobs: readonly { readonly trackingId: string; readonly isNew: boolean }[];
  /** Namespaces that must read their ledger again after position `behind`, whatever they have read. */
  readonly places: readonly {
    readonly nid: string;
    readonly jurisdiction: string | null;
    readonly behind: number;
  }[];
}

/** Whether a namespace exists; `undecided` while its deletion is being accepted. */
export type NamespaceLifecycle = "kept" | "undecided" | "deleted";

/** Creation or deletion of a namespace, as its readers see it. Times are milliseconds since 1970. */
export interface NamespaceJobView {
  readonly trackingId: string;
  readonly kind: "creation" | "deletion";
  /** The namespace's name, which another namespace may have by now. */
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

/** Limit up to which a namespace's token space may have been used. */
export interface TokenCeiling {
  readonly space: number;
  readonly ceiling: number;
}

/** What the Registry knows of a namespace. */
export interface NamespaceState {
  /** Position of its last ledger entry, 0 when there is none. */
  readonly position: number;
  /** Ids below this may have been given out. */
  readonly idCeiling: number;
  readonly tokenCeilings: readonly TokenCeiling[];
  /** The name is from older versions, which run beside this one during a rollout. */
  readonly fate: NamespaceLifecycle;
  readonly isHeld: boolean;
  /** When it next has work, as reported (milliseconds since 1970); null for none. */
  readonly due: number | null;
  /** What this call raised `idCeiling` to; null when it did not. */
  readonly raisedTo: number | null;
}

/** Ids a Vault will need: `count` of them, none below `from`. */
export interface WantedIds {
  readonly from: number;
  readonly count: number;
}

/** Ask only the called Registry, or, through the first one, all in use. */
export type Scope = "here" | "everywhere";

/** A receipt whose signature and parts were checked. */
export interface CheckedReceipt {
  readonly nid: string;
  readonly facts: LedgerFacts;
  readonly search: readonly Uint8Array<ArrayBuffer>[];
  readonly found: readonly Uint8Array<ArrayBuffer>[];
}

/** A receipt that is in the ledger. */
export interface ReplayedReceipt {
  readonly isNew: boolean;
  /** Position of its first entry; null for the deletion of a namespace. */
  readonly position: number | null;
}

/** The current state of a rotation. Times are milliseconds since 1970. */
export interface RotationView {
  readonly trackingId: string;
  /** The version to wrap every key with, and the oldest one that a key may still be wrapped with. */
  readonly version: number;
  readonly oldest: number;
  readonly requested: number;
  readonly finished: number | null;
  /** Namespaces visited in this round, and the counts from their visits. */
  readonly namespaces: number;
  readonly wrapped: number;
  readonly unreadable: number;
  /** Name and failure code of a namespace that will be visited again; null when none failed. */
  readonly problem: string | null;
}

/** RPC methods of a Registry. Any may be called about a namespace; the one of core/registries.ts answers without a hop. */
export interface RegistryRpc extends OperatorListRpc {
  /** True when the Registry works, or a sentence naming a missing root key version; writes nothing. */
  ping(): Promise<true | string>;
  /**
   * The namespace with this name, made if there is none. A jurisdiction is permanent: fails with `invalid_field` for
   * another one, `jurisdiction_unsupported` when the runtime has none.
   */
  makeNamespace(
    name: string,
    jurisdiction: string | null,
  ): Promise<Result<NamespaceRecord & { readonly isNew: boolean }, VaultError>>;
  /** The namespace with this name. Fails with `namespace_unknown`. */
  findNamespace(name: string): Promise<Result<NamespaceRecord, VaultError>>;
  /** The namespace with this nid. Fails with `namespace_unknown`. */
  readNamespace(nid: string): Promise<Result<NamespaceRecord, VaultError>>;
  /** Namespaces with names after `afterName`, in byte order. */
  listNamespaces(afterName: string, limit: number, scope?: Scope): Promise<NamespaceRecord[]>;
  /** First Registry: the latest key rotation, or null; `isWanted` starts one, unless one is open. */
  keyRotation(isWanted: boolean): Promise<RotationView | null>;
  /** First Registry: public keys of receipts, including those of removed root key versions, as JSON of JWKs. */
  receiptKeys(): Promise<string[]>;
  /** A Vault object reports when it next has work (milliseconds since 1970), null for none. */
  noteDue(nid: string, due: number | null): Promise<void>;
  /** Wake Vault objects whose work is overdue, and continue deletions of namespaces. Returns the number woken. */
  wakeOverdue(): Promise<number>;
  /** First Registry: numbers of all Registries that exist. */
  usedRegistries(): Promise<number[]>;

  /**
   * Append to a namespace's erasure ledger; gives the existing entry of the same job and phase, if any. The replay
   * parts that the entry names must be with their keeper already.
   */
  appendLedger(nid: string, facts: LedgerFacts): Promise<LedgerEntry>;
  /** A replay part of an entry that an earlier version wrote; null when it has expired. */
  ledgerReplay(nid: string, position: number, part: number): Promise<ArrayBuffer | null>;
  /** Ledger entries after a position, oldest first, at most `limit`. */
  ledgerSince(nid: string, position: number, limit: number): Promise<LedgerEntry[]>;
  /** Entries of all namespaces, including deleted ones, by nid and position: at most `limit` after the one given. */
  ledgerPage(
    afterNid: string,
    afterPosition: number,
    limit: number,
    scope?: Scope,
  ): Promise<(LedgerEntry & { readonly nid: string })[]>;
  /** Positions of a job's entries; null for one it does not have. */
  positionsOfJob(
    nid: string,
    trackingId: string,
  ): Promise<{ readonly accepted: number | null; readonly finished: number | null }>;
  /**
   * Write what receipts state into the ledger again. Fails with `receipt_invalid`, `replay_parts_missing` or
   * `namespace_unknown` and the receipt's index, having written nothing.
   */
  replayReceipts(requests: readonly ReplayRequest[]): Promise<Result<ReplayOutcome, VaultError>>;
  /** Write what one receipt states into the ledger again, unless it is there. */
  replayReceipt(nid: string, receipt: CheckedReceipt): Promise<Result<ReplayedReceipt, VaultError>>;
  /**
   * What a Vault must know before it serves. `wanted` raises the id ceiling in the same call, by `count` above its
   * former value, which the answer gives; that writes one row.
   */
  namespaceState(nid: string, wanted?: WantedIds | null): Promise<NamespaceState>;
  /** A Vault is about to set or end its hold; a restored copy of it will ask for this. */
  noteHold(nid: string, isHeld: boolean): Promise<void>;
  /** A Vault is about to give out mapping ids below this ceiling. */
  raiseIdCeiling(nid: string, ceiling: number): Promise<void>;
  /** A Vault is about to give out indexes of its token spaces below these ceilings. */
  raiseTokenCeilings(nid: string, ceilings: readonly TokenCeiling[]): Promise<void>;

  /**
   * Accept the deletion of a whole namespace, in effect once this answers, unless a hold prevents it; an open one is
   * given again. Fails with `namespace_unknown`, `idempotency_key_reused`, `namespace_deletion_open`, or
   * `unavailable`: it may still proceed. With a nid, the Registry that the nid names is asked.
   */
  deleteNamespace(
    name: string,
    nid?: string | null,
    request?: Uint8Array | null,
  ): Promise<Result<NamespaceJobView, VaultError>>;
  /** The deletion that a request with this digest started, whatever its name. Fails with `namespace_unknown`. */
  findDeletion(request: Uint8Array, scope?: Scope): Promise<Result<NamespaceJobView, VaultError>>;
  /** A hold has ended: the deletion it held takes effect. Null when there is none. */
  resumeDeletion(nid: string): Promise<Result<NamespaceJobView | null, VaultError>>;
  /** A creation or deletion of a namespace. Fails with `tracking_id_unknown`. */
  readNamespaceJob(
    trackingId: string,
    scope?: Scope,
  ): Promise<Result<NamespaceJobView, VaultError>>;
}

/** Calls about one namespace, which the responsible Registry answers. */
export type RoutedVerbs = Omit<RegistryRpc, "replayReceipts" | keyof OperatorListRpc>;

/** Only the first Registry: which operators' credentials are valid. */
export interface OperatorListRpc {
  addOperator(operator: Operator): Promise<void>;
  listOperators(): Promise<ListedOperator[]>;
  hasOperator(id: string): Promise<boolean>;
  /** Remove an operator from the list; false when it was not on it. */
  removeOperator(id: string): Promise<boolean>;
}

/** RPC methods of the keeper of one namespace's replay parts. Every call is repeatable. */
export interface ReplayKeeperRpc {
  /** Store a part (under 1 MB) until an instant (milliseconds since 1970). */
  keepPart(sha256: string, sealed: Uint8Array, until: number): Promise<void>;
  /** The part with this SHA-256 (hex); null when it has expired. */
  findPart(sha256: string): Promise<ArrayBuffer | null>;
  /** The namespace was deleted: delete all parts. */
  dropParts(): Promise<void>;
}

/**
 * Methods that the former version has under other names; it runs beside this one during a rollout. Callers of this
 * version use the new names, which no object of the former version has; of those only the first may answer.
 */
export interface FormerRegistryRpc {
  /** See RegistryRpc.makeNamespace. */
  openNamespace: RegistryRpc["makeNamespace"];
  /** See RegistryRpc.namespaceState. */
  standing: RegistryRpc["namespaceState"];
}

/** The rest of a namespace's rows for its hand-over, each table's as JSON. */
export interface HandedRows {
  readonly namespace: string;
  readonly deletion: string;
  readonly idCeiling: string;
  readonly tokenCeilings: string;
  readonly due: string;
}

/** RPC methods between Registries. Every call is repeatable. */
export interface RegistryPeerRpc {
  /** First Registry: record that a Registry has tables now. True when nothing is left to hand over. */
  join(number: number): Promise<boolean>;
  /** First Registry: send what it knows of this namespace to its Registry. True when nothing is left to hand over. */
  handOver(nid: string): Promise<boolean>;
  /** The same for the namespace with this name. */
  handOverName(name: string): Promise<boolean>;
  /** From the first Registry: ledger entries (rows as JSON), before `adoptRest`. */
  adoptLedger(nid: string, rows: string): Promise<void>;
  /** From the first Registry: a replay part, before `adoptRest`. */
  adoptPart(
    nid: string,
    partKey: { readonly position: number; readonly part: number },
    sealed: Uint8Array,
    until: number,
  ): Promise<void>;
  /** From the first Registry: the remaining rows. From now on this Registry answers for the namespace. */
  adoptRest(nid: string, rows: HandedRows): Promise<void>;
  /** Make a namespace that is bound to this Registry's jurisdiction, unless it is there. Null once it has been deleted. */
  adoptNamespace(
    record: NamespaceRecord,
  ): Promise<(NamespaceRecord & { readonly isNew: boolean }) | null>;
  /** From the first Registry: another Registry keeps the namespace with this name. */
  adoptName(name: string, nid: string): Promise<void>;
}
