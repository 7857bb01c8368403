// What the Worker and Vault objects may ask of the Registry object: types only.
import type { VaultError } from "../core/errors.ts";
import type { Result } from "../core/result.ts";

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
}
