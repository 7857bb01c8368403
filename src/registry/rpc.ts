// What the Worker and Vault objects may ask of the Registry object: types only.
import type { VaultError } from "../core/errors.ts";
import type { Result } from "../core/result.ts";
import type { LedgerEntry, LedgerFacts } from "../retention/ledger-entry.ts";

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
  /** Wake Vault objects whose work is overdue. Gives how many were woken. */
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
  /** What a Vault must know before it serves: the ledger's length and the highest id given out. */
  standing(nid: string): Promise<{ readonly position: number; readonly idCeiling: number }>;
  /** A Vault is going to give out mapping ids up to this one. */
  raiseIdCeiling(nid: string, ceiling: number): Promise<void>;
  /** Keep the public key (JSON text of a JWK) that has signed receipts. */
  keepReceiptKey(kid: string, jwk: string): Promise<void>;
  /** JSON texts of all public keys that have signed receipts. */
  receiptKeys(): Promise<string[]>;
}
