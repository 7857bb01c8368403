// Policies of one namespace. All asynchronous work (digests, sealing) comes first; then one synchronous
// block looks again whether the change may be made, writes it, and raises the version of the policy set. Masking
// compares that version in its own block, so a batch planned with an older policy is never written.

import { PRECISE_TYPES } from "../../core/entities.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { MAX_POLICIES } from "../../core/limits.ts";
import type { PolicyDefinition, PolicySet, PolicySetView, PolicyView } from "../../core/policy.ts";
import { err, ok } from "../../core/result.ts";
import { digestIn } from "../../crypto/digest.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inPortions } from "../../platform/yield-to-callers.ts";
import { DEFAULT_POLICY } from "../../tokens/kinds.ts";
import { POLICY_IDS } from "../../tokens/spaces.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import type { NewPolicy, PolicyRow } from "../store/policies.ts";
import type { PolicySealer, SealedPolicy } from "./policy-sealer.ts";
import type { PlannedWrapper, PolicyWrappers } from "./policy-wrappers.ts";

/** A kind holds the id 2^16 times, and has to stay a safe integer. */
const MAX_ID = 2 ** 37 - 1;
/** Sealed bytes of one page of policies. */
const MAX_PAGE_BYTES = 4_000_000;
/** Bytes a policy or wrapper takes beside what is sealed: digests, index entries, headers. */
const ROW_BYTES = 160;

interface Parts extends NamespaceBase {
  readonly policySealer: PolicySealer;
  readonly wrappers: PolicyWrappers;
}

/** A change that is being made: which policy, what it will say, and what stands in the way of it. */
interface Change {
  readonly id: number;
  readonly nameDigest: Uint8Array<ArrayBuffer>;
  readonly definition: PolicyDefinition;
  refusal(): ErrorCode | null;
  write(policy: NewPolicy): void;
}

/** A version of a policy. */
type PolicyVersionId = Pick<PolicyRow, "id" | "version">;

/** Keeps the policies of one namespace. */
export class Policies extends NamespacePart<Parts> {
  #policySet: PolicySet | null = null;

  /** What the policies have in common, as of now. The same object until one of them changes. */
  async policySet(): Promise<PolicySet> {
    const { wrappers } = this.parts;
    await wrappers.load();
    return this.#policySetNow();
  }

  /** What a mask or unmask is planned with, all of one version. Fails with `policy_unknown`. */
  async read(name: string | null): Promise<Reply<PolicySetView>> {
    const { keyring, wrappers, policySealer } = this.parts;
    const digest = await this.nameDigest(name);
    const tokenKey = await keyring.tokenKey();
    await wrappers.load();
    // From here to the await in one step: version, wrappers and definition belong together.
    const policySet = this.#policySetNow();
    const current = this.current(digest);
    if (!current.ok) return current;
    const policy =
      current.value === null
        ? null
        : await policySealer.view(current.value.id, current.value.version);
    return ok({ tokenKey, policySet, policy });
  }

  /** Names, in order of creation. */
  async names(): Promise<string[]> {
    const { policyStore, policySealer } = this.parts;
    const names: string[] = [];
    await inPortions(policyStore.all(), async (run) => {
      const ofRun = await Promise.all(run.map((row) => policySealer.name(row)));
      for (const name of ofRun) names.push(name);
    });
    return names;
  }

  /** Policies behind an id, without their lists. */
  async page(afterId: number, limit: number): Promise<Reply<PolicyView[]>> {
    const { policyVersions, policySealer } = this.parts;
    const rows = policyVersions.outlines(afterId, limit, MAX_PAGE_BYTES);
    return ok(await Promise.all(rows.map((row) => policySealer.outline(row))));
  }

  /** Digest under which a name is found; null stands for the default policy. */
  async nameDigest<T extends string | null>(
    name: T,
  ): Promise<T extends null ? null : Uint8Array<ArrayBuffer>>;
  async nameDigest(name: string | null): Promise<Uint8Array<ArrayBuffer> | null> {
    return name === null
      ? null
      : digestIn(await this.parts.keyring.digestKey(), "policy-name", name);
  }

  /**
   * The present version of the policy with a name, or of the default policy: null when that is the one without a name.
   * Synchronous: true in the same block. Fails with `policy_unknown`.
   */
  current(nameDigest: Uint8Array<ArrayBuffer> | null): Reply<PolicyVersionId | null> {
    const { policyStore, policySetVersion } = this.parts;
    const { defaultPolicy } = policySetVersion;
    if (nameDigest === null && defaultPolicy === DEFAULT_POLICY) return ok(null);
    const row =
      nameDigest === null ? policyStore.find(defaultPolicy) : policyStore.findByName(nameDigest);
    return row === null ? err({ code: "policy_unknown" }) : ok(row);
  }

  /** Have requests that name no policy use this one; null: the one without a name. */
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

  /** Keep a new policy. Throws RegistryUnreachable when its id cannot be reserved. */
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

  /** Replace what a policy says, perhaps its name as well. */
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

  /** Forget a policy. Its mappings stay, and its wrappers. */
  async remove(name: string): Promise<Reply<null>> {
    const { storage, policyStore, policyVersions, policySetVersion } = this.parts;
    const nameDigest = await this.nameDigest(name);
    if (TEST_BUILD) await failpoint("policy.removing");
    this.parts.liveness.assertOpen();
    const row = policyStore.findByName(nameDigest);
    if (row === null) return err({ code: "policy_unknown" });
    // What nobody names would be masked by another policy, or by none.
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
    // Refused before anything is sealed for nothing; the block asks again, with the exact size.
    const early = change.refusal() ?? (capacity.couldFit(0) ? null : "storage_full");
    if (early !== null) return err({ code: early });
    const view = { id, version: policySetVersion.reserve(), definition };
    const sealed = await policySealer.seal(view);
    const planned = await wrappers.plan(definition);
    if (TEST_BUILD) await failpoint("policy.sealed");
    const refusal = this.#commit(change, view.version, sealed, planned);
    return refusal === null ? ok(view) : err({ code: refusal });
  }

  /** Write everything at once, or nothing; gives what is in the way. */
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

  /** Ids are places of a space: not even a restored older copy gives one to two policies. */
  async #newId(): Promise<number> {
    const wanted = new Map([[POLICY_IDS, { count: 1, usable: MAX_ID }]]);
    const place = (await this.parts.spaces.reserve(wanted)).get(POLICY_IDS);
    if (place?.count !== 1) throw new Error("policy ids are used up");
    // 0 is the policy without a name.
    return place.first + 1;
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
