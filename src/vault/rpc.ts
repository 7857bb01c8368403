// The Vault object's RPC interface for the Worker and the Registry: types only. All arguments and replies are plain
// data, except a submission's byte stream. Failures are results, because a thrown error loses its type across RPC.
import type { AuditPage, AuditPosition, SentRecords } from "../core/audit.ts";
import type { UnmaskBrakes } from "../core/brakes/unmask-brakes.ts";
import type { ConversationNote } from "../core/conversation.ts";
import type { EntityName } from "../core/entities.ts";
import type { VaultError } from "../core/errors.ts";
import type { Permission } from "../core/permissions.ts";
import type { PlannedWith, PolicyDefinition, PolicySetView, PolicyView } from "../core/policy.ts";
import type { RateCost, RateLimits, RateStanding } from "../core/rate-limits.ts";
import type { Result } from "../core/result.ts";
import type { Age } from "../core/time.ts";
import type { AnchorPositions, AnchorView } from "../erasure/ledger-entry.ts";
import type { AskedTags } from "../masking/unmask/plan-unmask.ts";
import type { FoundValue, UnmaskAnswer } from "../masking/unmask/restore-texts.ts";
import type {
  AgeTarget,
  DeletionPreview,
  DeletionView,
  PersonPreview,
  PersonQuery,
  RepeatableRequest,
  ReplayView,
  RetentionView,
  StartedDryRun,
} from "./deletion-rpc.ts";
import type { JobChunk, JobPage, JobQuery, JobSubmission, JobView } from "./job-rpc.ts";
import type {
  KeysWrapped,
  UsageGrouping,
  UsageQuery,
  UsageView,
  VaultFigures,
} from "./usage-rpc.ts";

/** Reply to every call. */
export type Reply<T> = Result<T, VaultError>;

/** The caller, as stated in a namespace token whose signature and dates the Worker has checked. */
export interface Caller {
  readonly tokenId: string;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  /** Limits of this token alone; the namespace may have its own. */
  readonly limits?: RateLimits;
  /** Unmask brakes of the token; absent: none. */
  readonly brakes?: UnmaskBrakes;
  /** The request gave a reason; set only for callers with unmask brakes. */
  readonly hasReason?: boolean;
}

/** The decision to admit a caller, possibly only after a wait. */
export interface Admission {
  /** One for each limit that applies to the caller. */
  readonly standings: readonly RateStanding[];
  /** 0: the caller may proceed, and the cost of its request has been counted. */
  readonly waitSeconds: number;
}

/** What a namespace token allows; dates are `YYYY-MM-DD` in UTC, both inclusive. */
export interface TokenGrant {
  readonly userId: string;
  readonly permissions: readonly Permission[];
  readonly startDate: string;
  readonly endDate: string;
  /** Policy of requests that name none; absent: the namespace's default one. */
  readonly policyName?: string;
  /** Limits of this token alone; absent: none. */
  readonly limits?: RateLimits;
  /** Unmask brakes of a token that may unmask; absent: none. */
  readonly brakes?: UnmaskBrakes;
}

/** An issued token with all that is needed to sign it again. */
export interface IssuedToken extends TokenGrant {
  readonly tokenId: string;
  readonly active: boolean;
  /** Position in the namespace's list, for paging. */
  readonly serial: number;
}

/** Values to mask, column by column. */
export interface MaskBatch {
  readonly values: readonly string[];
  readonly kinds: readonly number[];
  /** JSON text of each value's attributes, or null. */
  readonly attributes: readonly (string | null)[];
  /** Entity type that each value's mapping records, null for none; absent: none for every value. */
  readonly entities?: readonly (EntityName | null)[];
  readonly policySetVersion: PlannedWith;
}

/** What to unmask. */
export interface UnmaskQuestion {
  readonly tokens: readonly string[];
  /** The id carried by each token, 0 for none, as decrypted by this namespace's cipher; absent: not decrypted yet. */
  readonly carried?: readonly number[];
  /** Positions in `tokens` of whole texts, which are their own value when auto-detect once left them unchanged. */
  readonly wholeTexts?: readonly number[];
  /** Ids carried by free-length tokens in free text. */
  readonly ids?: readonly number[];
  /** Tokens from this position on are numbers in JSON documents, and match only mappings of numbers. */
  readonly numbersFrom?: number;
  /** For each id, the position in `tokens` of the whole text that contains it; -1 for none. */
  readonly wholeTextOf?: readonly number[];
  /** For callers with unmask brakes: the built-in tags around `tokens` and `ids`, null for none; absent: not given. */
  readonly tags?: AskedTags;
  /** Policy-set version that the plan used; absent for calls inside the vault, which do not check it here. */
  readonly policySetVersion?: number;
}

/** Reply to closing a namespace: held, or what is to be destroyed. */
export type ClosureReply =
  | { readonly isHeld: true }
  | {
      readonly isHeld: false;
      readonly mappings: number;
      readonly dayKeys: readonly { readonly day: number; readonly version: number }[];
    };

/** RPC methods of a Vault object. A caller whose token is not active gets `unauthenticated`. */
export interface VaultRpc {
  /**
   * Operator: issue a token; creates the namespace's tables and keys when they are missing. Fails with
   * `namespace_being_deleted` when this nid's deletion was requested: the same name will soon get another nid.
   */
  issueToken(nid: string, grant: TokenGrant): Promise<Reply<IssuedToken>>;
  /** Operator: the newest active token of a user. Fails with `token_unknown`. */
  findToken(userId: string): Promise<Reply<IssuedToken>>;
  /** Operator: one token, active or not. Fails with `token_unknown`. */
  readToken(tokenId: string): Promise<Reply<IssuedToken>>;
  /** Operator: tokens after a serial number, oldest first. */
  listTokens(afterSerial: number, limit: number): Promise<Reply<IssuedToken[]>>;
  /** Operator: revoke a token at once. Fails with `token_unknown` unless it was active. */
  deactivateToken(tokenId: string): Promise<Reply<null>>;

  /** Operator: figures for monitoring this namespace. Fails with `namespace_unknown`. */
  readFigures(): Promise<Reply<VaultFigures>>;
  /** Operator: set or end the legal hold. Fails with `namespace_unknown`. */
  setHold(isOn: boolean): Promise<Reply<null>>;

  /** Operator: read, or with `change` replace, the limits of the whole namespace. Fails with `namespace_unknown`. */
  rateLimits(change: RateLimits | null): Promise<Reply<RateLimits>>;

  /** Admit the caller: its token must be on the allow list, and the namespace serve. Counts `cost` against rate limits. */
  admit(caller: Caller, cost?: RateCost): Promise<Reply<Admission>>;
  /**
   * Mask a batch; gives its tokens in order. Writes mappings for values that have none. Fails with `policy_changed`,
   * having written nothing, when the batch was planned with another version of the policy set.
   */
  mask(caller: Caller, batch: MaskBatch): Promise<Reply<string[]>>;
  /**
   * Values of tokens and ids, position by position; null for one without a live mapping that the caller may see.
   * Fails with `policy_changed` like `mask`, and with `reason_required` or `unmask_limit_reached`.
   */
  unmask(caller: Caller, question: UnmaskQuestion): Promise<Reply<UnmaskAnswer>>;
  /** Remember which tokens a conversation has sent, without their values. Fails with `storage_full`. */
  rememberConversation(caller: Caller, note: ConversationNote): Promise<Reply<null>>;
  /** A conversation's tokens that still have a value, for callers that may unmask. Fails as `unmask` does. */
  recallConversation(caller: Caller, conversation: string): Promise<Reply<FoundValue[]>>;
  /** Accept a job; its tracking id. Fails with `too_many_jobs`, `rate_limited`, `storage_full`, `policy_unknown`. */
  submitJob(
    caller: Caller,
    submission: JobSubmission,
    payload: ReadableStream<Uint8Array>,
  ): Promise<Reply<string>>;
  /** The policy set, with the named policy or the default one, to plan by. Fails with `policy_unknown`. */
  readPolicySet(caller: Caller, policyName: string | null): Promise<Reply<PolicySetView>>;
  /** Names of the policies, in order of creation. */
  listPolicies(caller: Caller): Promise<Reply<string[]>>;
  /** Policies after an id, without words and lists of allowed and denied values. A page also ends at about 4 MB. */
  readPolicies(caller: Caller, afterId: number, limit: number): Promise<Reply<PolicyView[]>>;
  /**
   * Store a new policy, whose definition the Worker has checked. Fails with `policy_exists`, `too_many_policies`,
   * `too_many_wrappers` or `storage_full`.
   */
  createPolicy(caller: Caller, definition: PolicyDefinition): Promise<Reply<PolicyView>>;
  /**
   * Replace a policy's definition. Fails with `policy_changed` when `version` is not the current one or a new wrapper
   * conflicts with another policy's since then, `policy_unknown`, `policy_exists` when another has the new name,
   * `too_many_wrappers` or `storage_full`.
   */
  replacePolicy(
    caller: Caller,
    id: number,
    version: number,
    definition: PolicyDefinition,
  ): Promise<Reply<PolicyView>>;
  /** Delete a policy; its tokens stay valid. Fails with `policy_unknown` or `policy_is_default`. */
  deletePolicy(caller: Caller, name: string): Promise<Reply<null>>;
  /** Set the policy for requests that name none; null: the unnamed one. Fails with `policy_unknown`. */
  chooseDefaultPolicy(caller: Caller, name: string | null): Promise<Reply<null>>;
  /**
   * Jobs in the order of `trackingIds`, null for an unknown id. Fails with `forbidden` when the caller may not read
   * one of them, and with `result_too_large` when the results would not fit in one answer.
   */
  readJobs(
    caller: Caller,
    trackingIds: readonly string[],
    includeInput: boolean,
  ): Promise<Reply<(JobView | null)[]>>;
  /** Resolves when those of these jobs that the caller may read have ended, or after `ms` milliseconds. */
  awaitJobs(caller: Caller, trackingIds: readonly string[], ms: number): Promise<Reply<null>>;
  /** Cancel an open job; its new state. Fails with `tracking_id_unknown`, or `forbidden` (mayCancel). */
  cancelJob(caller: Caller, trackingId: string): Promise<Reply<JobView["state"]>>;
  /** Jobs that the caller may read, without their input. Fails with `forbidden` or `invalid_page_token`. */
  listJobs(caller: Caller, query: JobQuery): Promise<Reply<JobPage>>;
  /**
   * Items of a chunk, as JSON texts joined by commas. One call per chunk, so that a slow or lost reader holds nothing open
   * in the object. Fails with `forbidden`, or with `erased` when the job's data has gone since the reader saw it.
   */
  readJobChunk(caller: Caller, chunk: JobChunk): Promise<Reply<Uint8Array>>;
  /** Store audit records that the Worker made of admitted requests. Fails with `namespace_unknown`. */
  recordAudit(sent: SentRecords): Promise<Reply<null>>;
  /** Part of the audit log: after a given batch, or from the start of a UTC day (a number since 1970). */
  readAudit(caller: Caller, from: AuditPosition): Promise<Reply<AuditPage>>;
  /** Counts of requests. Fails with `namespace_unknown`. */
  readUsage(by: UsageGrouping, query: UsageQuery): Promise<Reply<UsageView[]>>;
  /**
   * Accept a deletion of mappings, or of audit records, by age; repeated with the same key, it gives the first one's
   * view. Fails with a code about the age, `idempotency_key_reused`, or `unavailable`.
   */
  requestDeletion(
    caller: Caller,
    age: Age,
    request?: RepeatableRequest,
    target?: AgeTarget,
  ): Promise<Reply<DeletionView>>;
  /** Preview of a deletion by age; starts nothing. */
  previewDeletion(caller: Caller, age: Age, target?: AgeTarget): Promise<Reply<DeletionPreview>>;
  /** Accept an erasure by value, token or attribute in the same way; its exact matches are deleted before the answer. */
  requestErasure(
    caller: Caller,
    person: PersonQuery,
    request?: RepeatableRequest,
  ): Promise<Reply<DeletionView>>;
  /** Preview of such an erasure; in a large namespace, the job that counts. Fails with `too_many_deletions`. */
  previewErasure(
    caller: Caller,
    person: PersonQuery,
  ): Promise<Reply<PersonPreview | StartedDryRun>>;
  /** One deletion of this namespace. Fails with `tracking_id_unknown`. */
  readDeletion(caller: Caller, trackingId: string): Promise<Reply<DeletionView>>;
  /** Set the standing retention in days, null for none; gives a preview of what it clears at once. */
  setRetention(caller: Caller, days: number | null): Promise<Reply<DeletionPreview>>;
  readRetention(caller: Caller): Promise<Reply<RetentionView>>;
  /**
   * Operator: read the ledger again after position `after`, and repeat the erasures this namespace lacks. When both
   * were restored, to different moments, entries after that position may differ from those read before.
   */
  recheckLedger(after: number): Promise<Reply<null>>;
  /**
   * Operator: the plan for serving again after `ledger_ahead` or `replay_expired`; carried out when `confirmed` has
   * the positions of the plan shown. Fails with `anchor_changed` when they have changed since.
   */
  reAnchor(confirmed: AnchorPositions | null): Promise<Reply<AnchorView>>;
  /** The sealed parts that repeat this erasure after a restore, as base64. */
  readReplay(caller: Caller, trackingId: string): Promise<Reply<ReplayView>>;
  /** Wrap a call's share of keys with this root key version. Fails with `namespace_unknown`, `root_key_mismatch`. */
  wrapKeysAnew(version: number): Promise<Reply<KeysWrapped>>;
  /** Check for due work, in case an alarm was lost. False when this object has no namespace. */
  wake(): Promise<boolean>;

  /** Called by another Vault object that opens where open objects are limited: close once no call is under way. */
  closeSoon(): Promise<void>;

  /**
   * For the Registry: close the namespace for good, unless it is held, here or in the Registry. After the answer nothing
   * here serves or works. Repeatable: gives the same reply until the namespace is destroyed.
   */
  closeNamespace(isHeldInRegistry?: boolean): Promise<Reply<ClosureReply>>;
  /** For the Registry: destroy keys and data of a namespace whose deletion is in effect. Repeatable. */
  destroyNamespace(): Promise<Reply<null>>;
}
