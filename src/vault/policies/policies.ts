// Policies of one namespace. All asynchronous work (digests, sealing) comes first. Then one synchronous block checks again
// that the change is allowed, writes it, and raises the version of the policy set. Masking compares that version in its own
// synchronous block, so a batch planned with an older policy set is never written.

import { PRECISE_TYPES } from "../../core/entities.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { MAX_POLICIES } from "../../core/limits.ts";
import type { PolicyDefinition, PolicySet, PolicySetView, PolicyView } from "../../core/policy.ts";
import { err, ok } from "../../core/result.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inPortions } from "../../platform/yield-to-callers.ts";
import { DEFAULT_POLICY } from "../../tokens/kinds.ts";
import { POLICY_IDS } from "../../tokens/spaces.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import type { NewPolicy, PolicyRow } from "../store/policies.ts";
import type { PolicySealer, SealedPolicy } from "./policy-sealer.ts";
import type { PlannedWrapper, PolicyWrappers } from "./policy-wrappers.ts";

/** Largest policy id. A kind is the id times 2^16 plus a smaller number, and has to stay a safe integer. */
const MAX_ID = 2 ** 37 - 1;
const MAX_PAGE_BYTES = 4_000_000;
/** Bytes that a policy or wrapper takes beside its sealed content: digests, index entries, headers. */
const ROW_BYTES = 160;

/** A change of a policy: its id, its new definition, the check whether it is allowed, and the write. */
interface Change {
  readonly id: number;
  readonly nameDigest: Uint8Array<ArrayBuffer>;
  readonly definition: PolicyDefinition;
  refusal(): ErrorCode | null;
  write(policy: NewPolicy): void;
}

type PolicyVersionId = Pick<PolicyRow, "id" | "version">;

/** Keeps the policies of one namespace. */
export class Policies extends NamespacePart<{
  readonly policySealer: PolicySealer;
  readonly wrappers: PolicyWrappers;
}> {
  #policySet: PolicySet | null = null;

  /** The current policy set; the same object until a policy changes. */
  async policySet(): Promise<PolicySet> {
    const { wrappers } = this.parts;
    await wrappers.load();
    return this.#policySetNow();
  }

  /** The token key, policy set and policy to plan a mask or unmask with, all of one version. Fails with `policy_unknown`. */
  async read(name: string | null): Promise<Reply<PolicySetView>> {
    const { keyring, wrappers, policySealer } = this.parts;
    const digest = await this.nameDigest(name);
    const tokenKey = await keyring.tokenKey();
    await wrappers.load();
    // No await from here to the read of the definition, so that version, wrappers and definition belong together.
    const policySet = this.#policySetNow();
    const current = this.current(digest);
    if (!current.ok) return current;
    const policy =
      current.value === null
        ? null
        : await policySealer.view(current.value.id, current.value.version);
    return ok({ tokenKey, policySet, policy });
  }

  /** Names of all policies, in order of creation. */
  async names(): Promise<string[]> {
    const { policyStore, policySealer } = this.parts;
    const names: string[] = [];
    await inPortions(policyStore.all(), async (run) => {
      const ofRun = await Promise.all(run.map((row) => policySealer.name(row)));
      for (const name of ofRun) names.push(name);
    });
    return names;
  }

  /** Up to `limit` policies with higher ids than `afterId`, in order of id, without their lists. */
  async page(afterId: number, limit: number): Promise<Reply<PolicyView[]>> {
    const { policyVersions, policySealer } = this.parts;
    const rows = policyVersions.outlines(afterId, limit, MAX_PAGE_BYTES);
    return ok(await Promise.all(rows.map((row) => policySealer.outline(row))));
  }

  /** Keyed digest under which a policy's name is stored; null, for the default policy, stays null. */
  async nameDigest<T extends string | null>(
    name: T,
  ): Promise<T extends null ? null : Uint8Array<ArrayBuffer>>;
  async nameDigest(name: string | null): Promise<Uint8Array<ArrayBuffer> | null> {
    return name === null ? null : this.parts.keyring.digest("policy-name", name);
  }

  /**
   * Id and current version of the policy with this name digest, or (null) of the default policy; the value is null when the
   * default is the policy without a name. Valid only until the next await. Fails with `policy_unknown`.
   */
  current(nameDigest: Uint8Array<ArrayBuffer> | null): Reply<PolicyVersionId | null> {
    const { policyStore, policySetVersion } = this.parts;
    const { defaultPolicy } = policySetVersion;
    if (nameDigest === null && defaultPolicy === DEFAULT_POLICY) return ok(null);
    const row =
      nameDigest === null ? policyStore.find(defaultPolicy) : policyStore.findByName(nameDigest);
    return row === null ? err({ code: "policy_unknown" }) : ok(row);
  }

  /** Choose the policy of requests that name none; null: the policy without a name. Fails with `policy_unknown`. */
  async chooseDefault(name: string | null): Promise<Reply<null>> {
    const { storage, policyStore, policySetVersion } = this.parts;
    const nameDigest = await this.nameDigest(name);
    if (TEST_BUILD) await failpoint("policy.choosing");
    this.parts.liveness.assertOpen();
    const id = nameDigest === null ? DEFAULT_POLICY : policyStore.findByName(nameDigest)?.id;
    if (id === undefined) return err({ code: "policy_unknown" });
    policySetVersion.chooseDefault(id, storage);
    return ok(null);
  }

  /** Create a policy. Throws RegistryUnreachable when its id cannot be reserved. */
  async create(definition: PolicyDefinition): Promise<Reply<PolicyView>> {
    const { policyStore } = this.parts;
    const nameDigest = await this.nameDigest(definition.name);
    const refusal = (): ErrorCode | null => {
      if (policyStore.findByName(nameDigest) !== null) return "policy_exists";
      return policyStore.count() >= MAX_POLICIES ? "too_many_policies" : null;
    };
    const early = refusal();
    if (early !== null) return err({ code: early });
    const id = await this.#newId();
    const write = (policy: NewPolicy) => policyStore.add(policy);
    return this.#make({ id, nameDigest, definition, refusal, write });
  }

  /** Replace a policy's definition, its name included, if its version is still `version`. */
  async replace(
    id: number,
    version: number,
    definition: PolicyDefinition,
  ): Promise<Reply<PolicyView>> {
    const { policyStore } = this.parts;
    const nameDigest = await this.nameDigest(definition.name);
    const refusal = (): ErrorCode | null => {
      const row = policyStore.find(id);
      if (row === null) return "policy_unknown";
      if (row.version !== version) return "policy_changed";
      const named = policyStore.findByName(nameDigest);
      return named === null || named.id === id ? null : "policy_exists";
    };
    const write = (policy: NewPolicy) => policyStore.change(policy);
    return this.#make({ id, nameDigest, definition, refusal, write });
  }

  /** Delete a policy; its mappings and wrappers stay. Fails with `policy_unknown` or `policy_is_default`. */
  async remove(name: string): Promise<Reply<null>> {
    const { storage, policyStore, policyVersions, policySetVersion } = this.parts;
    const nameDigest = await this.nameDigest(name);
    if (TEST_BUILD) await failpoint("policy.removing");
    this.parts.liveness.assertOpen();
    const row = policyStore.findByName(nameDigest);
    if (row === null) return err({ code: "policy_unknown" });
    // Deleting the default policy would silently change how requests that name none are masked.
    if (row.id === policySetVersion.defaultPolicy) return err({ code: "policy_is_default" });
    policySetVersion.raise(() => {
      policyStore.remove(row.id);
      policyVersions.dropUnneeded(row.id);
    }, storage);
    return ok(null);
  }

  async #make(change: Change): Promise<Reply<PolicyView>> {
    const { wrappers, policySetVersion, policySealer, capacity } = this.parts;
    const { id, definition } = change;
    await wrappers.load();
    // An early check saves sealing in vain; `#commit` checks again, with the exact size.
    const early = change.refusal() ?? (capacity.couldFit(0) ? null : "storage_full");
    if (early !== null) return err({ code: early });
    const view = { id, version: policySetVersion.reserve(), definition };
    const sealed = await policySealer.seal(view);
    const planned = await wrappers.plan(definition);
    if (TEST_BUILD) await failpoint("policy.sealed");
    const refusal = this.#commit(change, view.version, sealed, planned);
    return refusal === null ? ok(view) : err({ code: refusal });
  }

  /** Write the whole change, or nothing. Returns the reason of a refusal, else null. */
  #commit(
    change: Change,
    version: number,
    sealed: SealedPolicy,
    planned: readonly PlannedWrapper[],
  ): ErrorCode | null {
    const { storage, policyVersions, policySetVersion, wrappers, capacity } = this.parts;
    this.parts.liveness.assertOpen();
    const fresh = wrappers.fresh(planned);
    const refusal = change.refusal() ?? wrappers.refusal(fresh);
    if (refusal !== null) return refusal;
    if (!capacity.fits(bytesOf(sealed, fresh))) return "storage_full";
    const { id, nameDigest } = change;
    policySetVersion.raise(() => {
      change.write({ id, version, nameDigest, name: sealed.name });
      policyVersions.add(id, version, sealed);
      policyVersions.dropUnneeded(id);
      wrappers.write(fresh);
    }, storage);
    wrappers.remember(fresh);
    return null;
  }

  /** A new policy id. Ids are indexes of a token space, so that even a database restored from an older copy repeats none. */
  async #newId(): Promise<number> {
    const wanted = new Map([[POLICY_IDS, { count: 1, usable: MAX_ID }]]);
    const run = (await this.parts.spaces.reserve(wanted)).get(POLICY_IDS);
    if (run?.count !== 1) throw new Error("policy ids are used up");
    // Id 0 is the policy without a name.
    return run.first + 1;
  }

  #policySetNow(): PolicySet {
    const { policySetVersion, wrappers, settings } = this.parts;
    const { current: version } = policySetVersion;
    if (this.#policySet?.version !== version) {
      const alsoOn = settings.isOn("precise_types") ? PRECISE_TYPES : [];
      this.#policySet = { version, wrappers: wrappers.all(), alsoOn };
    }
    return this.#policySet;
  }
}

function bytesOf(sealed: SealedPolicy, wrappers: readonly PlannedWrapper[]): number {
  let bytes = ROW_BYTES * (1 + wrappers.length);
  for (const part of [sealed.name, sealed.outline, sealed.lists]) bytes += part.length;
  for (const wrapper of wrappers) bytes += wrapper.sealed.length;
  return bytes;
}
