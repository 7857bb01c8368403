// What the Worker and the Registry may ask of a Vault object: types only. Everything is plain data, or the
// byte stream of a submission; failures are results, because a thrown error loses its type on the way.
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
import type { AnchorPositions, AnchorView } from "../erasure/anchor.ts";
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

/** Answer of every call. */
export type Reply<T> = Result<T, VaultError>;

/** Who asks, from a token whose signature and dates the Worker has checked. */
export interface Caller {
  readonly tokenId: string;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  /** Of the token alone; the namespace may have others. */
  readonly limits?: RateLimits;
  /** What holds it back when it unmasks; absent: nothing. */
  readonly brakes?: UnmaskBrakes;
  /** It has said why it asks; told of those alone who are held back. */
  readonly hasReason?: boolean;
}

/** A caller that is let in, unless it has to wait first. */
export interface Admission {
  /** Of each limit that it comes under. */
  readonly standings: readonly RateStanding[];
  /** 0: it need not wait, and what it asked for has been counted. */
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
  /** Of this token alone; absent: none. */
  readonly limits?: RateLimits;
  /** Of a token that may unmask; absent: none. */
  readonly brakes?: UnmaskBrakes;
}

/** An issued token, enough to sign it again. */
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
  /** The entity type that each value's mapping records, or null; absent: none of them any. */
  readonly entities?: readonly (EntityName | null)[];
  readonly policySetVersion: PlannedWith;
}

/** What to unmask. */
export interface UnmaskQuestion {
  readonly tokens: readonly string[];
  /** The id that each of them carries, 0 for none, as this namespace's cipher reads it; absent: not read yet. */
  readonly carried?: readonly number[];
  /** Positions in `tokens` of texts that also stand for themselves when auto-detect once left them alone. */
  readonly wholeTexts?: readonly number[];
  /** Ids that free-length tokens in free text carry. */
  readonly ids?: readonly number[];
  /** Tokens from this position on are numbers of documents and only stand for numbers. */
  readonly numbersFrom?: number;
  /** Position in `tokens` of the whole text that each id stands in, -1 for none. */
  readonly wholeTextOf?: readonly number[];
  /** Of who is held back: the built-in tags that `tokens` and `ids` stand in, null for none; absent: not told. */
  readonly tags?: AskedTags;
  /** Version of the policy set this was planned with; absent inside the vault, where it is not checked here. */
  readonly policySetVersion?: number;
}

/** What closing a namespace came to: nothing while it is held, else what there is to destroy. */
export type ClosureReply =
  | { readonly isHeld: true }
  | {
      readonly isHeld: false;
      readonly mappings: number;
      readonly dayKeys: readonly { readonly day: number; readonly version: number }[];
    };

/** Calls a Vault object answers. A caller whose token is not active gets `unauthenticated`. */
export interface VaultRpc {
  /**
   * Operator: issue a token; creates the namespace's tables and keys when they are missing. Fails with
   * `namespace_being_deleted` when this nid is: its name will soon have another.
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

  /** Operator: what is to be watched of this namespace. Fails with `namespace_unknown`. */
  readFigures(): Promise<Reply<VaultFigures>>;
  /** Operator: set or end the legal hold. Fails with `namespace_unknown` when there is none here. */
  setHold(isOn: boolean): Promise<Reply<null>>;

  /** Operator: limits of the namespace as a whole; a change replaces them. Fails with `namespace_unknown`. */
  rateLimits(change: RateLimits | null): Promise<Reply<RateLimits>>;

  /**
   * Whether the caller may be worked for at all: on the allow list of a namespace that may serve, and within its limits. Counts
   * what it asks for.
   */
  admit(caller: Caller, cost?: RateCost): Promise<Reply<Admission>>;
  /**
   * Tokens of a batch, in order. Writes mappings for values that have none. Fails with `policy_changed`,
   * having written nothing, when the batch was planned with another version of the policy set.
   */
  mask(caller: Caller, batch: MaskBatch): Promise<Reply<string[]>>;
  /**
   * What texts and ids stand for, position by position; null for nothing alive that the caller may see. Fails with
   * `policy_changed` as `mask` does, and with `reason_required` or `unmask_limit_reached`.
   */
  unmask(caller: Caller, question: UnmaskQuestion): Promise<Reply<UnmaskAnswer>>;
  /** Remember which tokens a conversation has sent, and no others. Fails with `storage_full`. */
  rememberConversation(caller: Caller, note: ConversationNote): Promise<Reply<null>>;
  /** Those that still stand for something, none when it is unknown; for who may unmask. Fails as `unmask` does. */
  recallConversation(caller: Caller, conversation: string): Promise<Reply<FoundValue[]>>;
  /**
   * Accept a background job. Fails with `too_many_jobs`, `rate_limited`, `storage_full` or `policy_unknown`. Gives the
   * tracking id.
   */
  submitJob(
    caller: Caller,
    submission: JobSubmission,
    payload: ReadableStream<Uint8Array>,
  ): Promise<Reply<string>>;
  /**
   * What a mask or unmask is planned with: with this policy, or the default policy. Fails with
   * `policy_unknown`.
   */
  readPolicySet(caller: Caller, policyName: string | null): Promise<Reply<PolicySetView>>;
  /** Names of the policies, in order of creation. */
  listPolicies(caller: Caller): Promise<Reply<string[]>>;
  /**
   * Policies behind an id, by id. Their words and their lists of allowed and denied values are left
   * empty; a page also ends at about 4 MB.
   */
  readPolicies(caller: Caller, afterId: number, limit: number): Promise<Reply<PolicyView[]>>;
  /**
   * Keep a new policy; its definition has been checked. Fails with `policy_exists`, `too_many_policies`,
   * `too_many_wrappers` or `storage_full`.
   */
  createPolicy(caller: Caller, definition: PolicyDefinition): Promise<Reply<PolicyView>>;
  /**
   * Replace a policy's definition. Fails with `policy_changed` when `version` is not the present one or
   * a new wrapper would not be told from one that another policy has had since, `policy_unknown`, `policy_exists` when another has the new name, `too_many_wrappers` or `storage_full`.
   */
  replacePolicy(
    caller: Caller,
    id: number,
    version: number,
    definition: PolicyDefinition,
  ): Promise<Reply<PolicyView>>;
  /** Forget a policy; its tokens stay. Fails with `policy_unknown`, or `policy_is_default`. */
  deletePolicy(caller: Caller, name: string): Promise<Reply<null>>;
  /** Have requests that name no policy use this one; null: the one without a name. Fails with `policy_unknown`. */
  chooseDefaultPolicy(caller: Caller, name: string | null): Promise<Reply<null>>;
  /**
   * Jobs in the order asked for, null for an unknown id. Fails with `forbidden` when one of them
   * may not be read, `result_too_large` when the results would not fit one answer.
   */
  readJobs(
    caller: Caller,
    trackingIds: readonly string[],
    includeInput: boolean,
  ): Promise<Reply<(JobView | null)[]>>;
  /** Resolves when these jobs have ended, as far as the caller may read them, or after so many milliseconds. */
  awaitJobs(caller: Caller, trackingIds: readonly string[], ms: number): Promise<Reply<null>>;
  /**
   * End an open job, for its submitter or who has `metadata_change`; gives its state afterwards. Fails with
   * `tracking_id_unknown` or `forbidden`.
   */
  cancelJob(caller: Caller, trackingId: string): Promise<Reply<JobView["state"]>>;
  /** Jobs that the caller may read, without what was submitted. Fails with `forbidden` or `invalid_page_token`. */
  listJobs(caller: Caller, query: JobQuery): Promise<Reply<JobPage>>;
  /**
   * Items of a chunk, as JSON texts joined by commas. One call a chunk: a reader that is slow, or gone, holds nothing
   * open in the object. Fails with `forbidden`, or with `erased` when the job's data has gone since it was looked at.
   */
  readJobChunk(caller: Caller, chunk: JobChunk): Promise<Reply<Uint8Array>>;
  /** Keep audit records, which the Worker has of requests it let in. Fails with `namespace_unknown`. */
  recordAudit(sent: SentRecords): Promise<Reply<null>>;
  /** Part of the audit: from behind a batch on, or from the one that a UTC day (a number since 1970) begins behind. */
  readAudit(caller: Caller, from: AuditPosition): Promise<Reply<AuditPage>>;
  /** What was counted of requests. Fails with `namespace_unknown`. */
  readUsage(by: UsageGrouping, query: UsageQuery): Promise<Reply<UsageView[]>>;
  /**
   * Accept a deletion of mappings, or of audit records, by age; asked for again with the same key, it is the one of then. Fails with a code about
   * the age, `idempotency_key_reused`, or `unavailable`.
   */
  requestDeletion(
    caller: Caller,
    age: Age,
    request?: RepeatableRequest,
    target?: AgeTarget,
  ): Promise<Reply<DeletionView>>;
  /** What a deletion by age would cover; starts nothing. */
  previewDeletion(caller: Caller, age: Age, target?: AgeTarget): Promise<Reply<DeletionPreview>>;
  /** Accept an erasure by value, token or attribute likewise; its exact matches are gone with the answer. */
  requestErasure(
    caller: Caller,
    person: PersonQuery,
    request?: RepeatableRequest,
  ): Promise<Reply<DeletionView>>;
  /**
   * What such an erasure would find; of a large namespace the job that counts it. Fails with `too_many_deletions`.
   */
  previewErasure(
    caller: Caller,
    person: PersonQuery,
  ): Promise<Reply<PersonPreview | StartedDryRun>>;
  /** A deletion of this namespace. Fails with `tracking_id_unknown`. */
  readDeletion(caller: Caller, trackingId: string): Promise<Reply<DeletionView>>;
  /** Set the standing retention in days, null for none; gives what it would clear at once. */
  setRetention(caller: Caller, days: number | null): Promise<Reply<DeletionPreview>>;
  /** The standing retention. */
  readRetention(caller: Caller): Promise<Reply<RetentionView>>;
  /**
   * Operator: read the ledger again from behind a position, and repeat what it knows and this namespace does not. Where both
   * were restored, and not to the same moment, what stands behind the position may be other than what was read there.
   */
  recheckLedger(behind: number): Promise<Reply<null>>;
  /**
   * Operator: what it takes to serve again after `ledger_ahead` or `replay_expired`; with the positions of what was
   * shown it is done. Fails with `anchor_changed` when they are others by now.
   */
  reAnchor(confirmed: AnchorPositions | null): Promise<Reply<AnchorView>>;
  /** The sealed parts that repeat an erasure after a restore, as base64. */
  readReplay(caller: Caller, trackingId: string): Promise<Reply<ReplayView>>;
  /**
   * Wrap keys with this version of the root key, until all are or so many that it is somebody else's turn. Fails with
   * `namespace_unknown`, or `root_key_mismatch`.
   */
  wrapKeysAnew(version: number): Promise<Reply<KeysWrapped>>;
  /** Look after work that is due, in case an alarm was lost. False when there is no namespace here. */
  wake(): Promise<boolean>;

  /** From another Vault that opens where only so many may be open: close as soon as nothing is under way. */
  closeSoon(): Promise<void>;

  /**
   * The Registry: close the namespace for good, unless it is held. From the answer on nothing here serves
   * or works. Can be asked again: what it gives is the same until the namespace is destroyed.
   */
  closeNamespace(): Promise<Reply<ClosureReply>>;
  /** The Registry: destroy keys and data of a namespace whose deletion is in effect. Can be asked again. */
  destroyNamespace(): Promise<Reply<null>>;
}
