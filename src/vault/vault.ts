// The Vault object, which holds one namespace. Each verb checks the caller and delegates. No error is thrown across
// RPC. Only the operator's issueToken creates tables.
import { DurableObject } from "cloudflare:workers";
import type { AuditPosition, SentRecords } from "../core/audit.ts";
import type { ConversationNote } from "../core/conversation.ts";
import type { PolicyDefinition } from "../core/policy.ts";
import type { RateCost, RateLimits } from "../core/rate-limits.ts";
import { ok } from "../core/result.ts";
import type { Age } from "../core/time.ts";
import type { AnchorPositions } from "../erasure/ledger-entry.ts";
import type { RawEnv } from "../platform/objects.ts";
import { figures, usageViews } from "./audit/usage-views.ts";
import type { AgeTarget, PersonQuery, RepeatableRequest } from "./deletion-rpc.ts";
import { recordHold } from "./erasure/namespace-destroyer.ts";
import { Host, type Verb } from "./host.ts";
import type { JobChunk, JobQuery, JobSubmission } from "./job-rpc.ts";
import { cancelJob } from "./jobs/job-purger.ts";
import { wrapKeysAnew } from "./keys/wrap-anew.ts";
import type { Caller, MaskBatch, Reply, TokenGrant, UnmaskQuestion, VaultRpc } from "./rpc.ts";
import type { KeysWrapped, UsageGrouping, UsageQuery, UsageView } from "./usage-rpc.ts";

/** The Vault object. Its public methods are RPC, described in VaultRpc; the docstrings here say what each writes. */
export class Vault extends DurableObject<RawEnv> implements VaultRpc {
  readonly #host: Host;

  constructor(ctx: DurableObjectState, env: RawEnv) {
    super(ctx, env);
    this.#host = new Host(ctx, env);
  }

  /** Writes the tables, keys and nid of a new namespace, and the token's row. */
  async issueToken(nid: string, grant: TokenGrant) {
    return this.#host.answer("issueToken", async () => {
      const made = await this.#host.create(nid);
      if (!made.ok) return made;
      return this.#host.whenOpen(
        async ({ tokens }) => ok(await tokens.issue(grant)),
        "namespace_being_deleted",
      );
    });
  }

  async findToken(userId: string) {
    return this.#host.operate("findToken", ({ tokens }) => tokens.newestOf(userId));
  }

  async readToken(tokenId: string) {
    return this.#host.operate("readToken", ({ tokens }) => tokens.find(tokenId));
  }

  async listTokens(afterSerial: number, limit: number) {
    return this.#host.operate("listTokens", ({ tokens }) => tokens.list(afterSerial, limit));
  }

  /** Writes one row. */
  async deactivateToken(tokenId: string) {
    return this.#host.operate("deactivateToken", async ({ tokens }) => tokens.deactivate(tokenId));
  }

  async readFigures() {
    return this.#host.operate("readFigures", figures, "namespace_unknown");
  }

  /** Writes one setting, also where the namespace cannot be opened; ending a hold also accepts what waited for it. */
  async setHold(isOn: boolean) {
    const hold: Verb<null> = async (namespace) => {
      const synced = await this.#host.sync(namespace);
      if (!synced.ok) return synced;
      return namespace.ledgerSync.setHold(isOn).finally(() => this.#host.armLater());
    };
    return this.#host.answer("setHold", async () => {
      await recordHold(this.ctx.storage, this.env, isOn);
      return this.#host.whenOpen(hold, "namespace_unknown");
    });
  }

  /** Writes two settings. */
  async rateLimits(change: RateLimits | null) {
    const replace: Verb<RateLimits> = async ({ limiter }) => ok(limiter.namespaceLimits(change));
    return this.#host.operate("rateLimits", replace, "namespace_unknown");
  }

  async admit(caller: Caller, cost: RateCost = {}) {
    return this.#host.admit("admit", caller, async ({ limiter }) => ok(limiter.take(caller, cost)));
  }

  /** Writes two rows per new free-length mapping, three per fixed-shape one. */
  async mask(caller: Caller, batch: MaskBatch) {
    return this.#host.admit("mask", caller, ({ masker }) => masker.answer(batch));
  }

  async unmask(caller: Caller, question: UnmaskQuestion) {
    return this.#host.admit("unmask", caller, ({ unmasker }) => unmasker.answer(caller, question));
  }

  /** Writes one row and a setting; the first conversation of an hour arms the alarm that will forget it. */
  async rememberConversation(caller: Caller, note: ConversationNote) {
    return this.#host.admitWork("rememberConversation", caller, ({ memory }) =>
      memory.remember(note),
    );
  }

  async recallConversation(caller: Caller, name: string) {
    return this.#host.admit("recallConversation", caller, ({ memory }) =>
      memory.recall(caller, name),
    );
  }

  async readPolicySet(caller: Caller, policyName: string | null) {
    return this.#host.admit("readPolicySet", caller, ({ policies }) => policies.read(policyName));
  }

  async listPolicies(caller: Caller) {
    return this.#host.admit("listPolicies", caller, async ({ policies }) =>
      ok(await policies.names()),
    );
  }

  async readPolicies(caller: Caller, afterId: number, limit: number) {
    return this.#host.admit("readPolicies", caller, ({ policies }) =>
      policies.page(afterId, limit),
    );
  }

  /** Writes the policy, its version, its new wrappers and a setting. */
  async createPolicy(caller: Caller, definition: PolicyDefinition) {
    return this.#host.admit("createPolicy", caller, ({ policies }) => policies.create(definition));
  }

  /** Writes the same as createPolicy, and deletes the previous version. */
  async replacePolicy(caller: Caller, id: number, version: number, definition: PolicyDefinition) {
    return this.#host.admit("replacePolicy", caller, ({ policies }) =>
      policies.replace(id, version, definition),
    );
  }

  /** Deletes the policy and its versions, and writes a setting. */
  async deletePolicy(caller: Caller, name: string) {
    return this.#host.admit("deletePolicy", caller, ({ policies }) => policies.remove(name));
  }

  async chooseDefaultPolicy(caller: Caller, name: string | null) {
    return this.#host.admit("chooseDefaultPolicy", caller, ({ policies }) =>
      policies.chooseDefault(name),
    );
  }

  /** Writes the job and its payload. */
  async submitJob(caller: Caller, submission: JobSubmission, payload: ReadableStream<Uint8Array>) {
    return this.#host.admitWork("submitJob", caller, ({ intake }) =>
      intake.submit(caller, submission, payload),
    );
  }

  async readJobs(caller: Caller, trackingIds: readonly string[], includeInput: boolean) {
    return this.#host.admit("readJobs", caller, ({ reader }) =>
      // Reading may have found a job to purge.
      reader.read(caller, trackingIds, includeInput).finally(() => this.#host.armLater("armIfDue")),
    );
  }

  async listJobs(caller: Caller, query: JobQuery) {
    return this.#host.admit("listJobs", caller, ({ jobPages }) =>
      jobPages.page(caller, query).finally(() => this.#host.armLater("armIfDue")),
    );
  }

  async awaitJobs(caller: Caller, ids: readonly string[], ms: number): Promise<Reply<null>> {
    return this.#host.admit("awaitJobs", caller, async ({ ends }) =>
      ends.waitFor(caller, ids, ms).then(() => ok(null)),
    );
  }

  /** Writes the job's row, and deletes its key and meta. */
  async cancelJob(caller: Caller, trackingId: string) {
    return this.#host.admitWork("cancelJob", caller, (namespace) =>
      cancelJob(namespace, caller, trackingId),
    );
  }

  async readJobChunk(caller: Caller, chunk: JobChunk) {
    return this.#host.admit("readJobChunk", caller, ({ reader }) =>
      reader.readChunk(caller, chunk),
    );
  }

  /** Writes a batch and counts; once a day also a key and an entry in the Registry. */
  async recordAudit(sent: SentRecords) {
    const keep: Verb<null> = ({ audit }) => audit.append(sent);
    return this.#host.operate("recordAudit", keep, "namespace_unknown");
  }

  async readAudit(caller: Caller, from: AuditPosition) {
    return this.#host.admit("readAudit", caller, async ({ audit }) => ok(await audit.read(from)));
  }

  async readUsage(by: UsageGrouping, query: UsageQuery) {
    const read: Verb<UsageView[]> = (namespace) => usageViews(namespace, by, query);
    return this.#host.operate("readUsage", read, "namespace_unknown");
  }

  /** Writes the deletion's row, its watermark, and an entry in the Registry. */
  async requestDeletion(
    caller: Caller,
    age: Age,
    request?: RepeatableRequest,
    target: AgeTarget = "age",
  ) {
    return this.#host.admitWork("requestDeletion", caller, ({ deletionService }) =>
      deletionService.accept(age, target, caller, request),
    );
  }

  async previewDeletion(caller: Caller, age: Age, target?: AgeTarget) {
    return this.#host.admit("previewDeletion", caller, ({ views }) => views.preview(age, target));
  }

  /** Deletes exact matches, and writes the same as requestDeletion. */
  async requestErasure(caller: Caller, person: PersonQuery, request?: RepeatableRequest) {
    return this.#host.admitWork("requestErasure", caller, ({ deletionService }) =>
      deletionService.acceptPerson(person, caller, request),
    );
  }

  /** In a large namespace, writes the dry run's row. */
  async previewErasure(caller: Caller, person: PersonQuery) {
    return this.#host.admitWork("previewErasure", caller, ({ dryRuns }) =>
      dryRuns.run(person, caller.userId),
    );
  }

  async readDeletion(caller: Caller, trackingId: string) {
    return this.#host.admit("readDeletion", caller, ({ views }) => views.read(trackingId));
  }

  /** Writes two settings. */
  async setRetention(caller: Caller, days: number | null) {
    // Arms the alarm even when the preview of what the rule would clear fails.
    return this.#host.admit("setRetention", caller, ({ retention }) =>
      retention.set(days).finally(() => this.#host.armLater()),
    );
  }

  async readRetention(caller: Caller) {
    return this.#host.admit("readRetention", caller, async ({ retention }) => ok(retention.view()));
  }

  /** Writes the deletions it replays. */
  async recheckLedger(after: number) {
    return this.#host.operate("recheckLedger", ({ ledgerSync }) =>
      ledgerSync.recheck(after).finally(() => this.#host.armLater()),
    );
  }

  /** Writes a setting, the deletions it repeats, and entries in the Registry. */
  async reAnchor(confirmed: AnchorPositions | null) {
    return this.#host.operate("reAnchor", ({ reAnchor }) =>
      reAnchor.run(confirmed).finally(() => this.#host.armLater()),
    );
  }

  async readReplay(caller: Caller, trackingId: string) {
    return this.#host.admit("readReplay", caller, ({ replayParts }) =>
      replayParts.view(trackingId),
    );
  }

  /** Writes keys, and two settings. */
  async wrapKeysAnew(version: number) {
    const wrap: Verb<KeysWrapped> = (namespace) => wrapKeysAnew(namespace, version);
    return this.#host.operate("wrapKeysAnew", wrap, "namespace_unknown");
  }

  async wake(): Promise<boolean> {
    if (this.#host.opened() === null) return false;
    await this.#host.recycler.during(() => this.#host.armLater());
    return true;
  }

  async closeSoon(): Promise<void> {
    // Not awaited: closing the object would wait for this call to end, and then cut off its answer.
    this.ctx.waitUntil(this.#host.recycler.closeSoon());
  }

  /** Writes one setting. */
  async closeNamespace(isHeldInRegistry = false) {
    const close = async () => ok(await this.#host.close(isHeldInRegistry));
    return this.#host.answer("closeNamespace", close);
  }

  /** Deletes everything the object stores. */
  async destroyNamespace(): Promise<Reply<null>> {
    return this.#host.answer("destroyNamespace", () => this.#host.destroy().then(() => ok(null)));
  }

  /** Runs due work in bounded slices, lets requests in between slices, and arms the next alarm. */
  override async alarm(): Promise<void> {
    await this.#host.recycler.duringAlarm(() => this.#host.workAndRearm());
  }
}
