// Sealed policies. A definition is sealed in two parts under the namespace's record key, bound to the
// policy's id and version: the lists, which can be large and are only needed to mask, and the rest.

import { BoundedCache } from "../../core/bounded-cache.ts";
import { DEFAULT_SETTINGS, type PolicyDefinition, type PolicyView } from "../../core/policy.ts";
import { fromUtf8, utf8 } from "../../crypto/encoding.ts";
import { open, seal } from "../../crypto/seal.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { OutlineRow, PolicyRow } from "../store/policies.ts";

/** Sealed bytes of the definitions that are kept opened: more than one of any size. */
const MAX_OPENED_BYTES = 4_000_000;

/** What policies of earlier versions do not say, as it was then. */
const NOT_SAID = { ...DEFAULT_SETTINGS, languages: null, addresses: "whole" as const };

/** A policy's parts, sealed. */
export interface SealedPolicy {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly outline: Uint8Array<ArrayBuffer>;
  readonly lists: Uint8Array<ArrayBuffer>;
}

/** What stands apart from the outline. */
interface Lists {
  readonly allow: PolicyDefinition["allow"];
  readonly deny: PolicyDefinition["deny"];
  /** Words of each custom entity, in their order. */
  readonly words: readonly (readonly string[])[];
}

type Parts = Pick<NamespaceBase, "policyVersions" | "keyring" | "context" | "random">;

/** Seals and opens policies of one namespace, and remembers some that it has opened. */
export class PolicySealer extends NamespacePart<Parts> {
  /** By id and version, which together never mean anything else. */
  readonly #opened = new BoundedCache<Promise<PolicyView>>(MAX_OPENED_BYTES);

  /** Seal a policy's parts; the caller stores them. */
  async seal({ id, version, definition }: PolicyView): Promise<SealedPolicy> {
    const { keyring, context, random } = this.parts;
    const key = await keyring.recordKey();
    const { allow, deny, custom } = definition;
    const lists: Lists = { allow, deny, words: custom.map(({ words }) => words) };
    const withoutWords = custom.map((entity) => ({ ...entity, words: [] }));
    const outline: PolicyDefinition = { ...definition, allow: [], deny: [], custom: withoutWords };
    const sealAs = (as: "policyName" | "policyOutline" | "policyLists", text: string) =>
      seal(key, utf8(text), context(as, id, version), random);
    return {
      name: await sealAs("policyName", definition.name),
      outline: await sealAs("policyOutline", JSON.stringify(outline)),
      lists: await sealAs("policyLists", JSON.stringify(lists)),
    };
  }

  /** The name of a policy. */
  async name({ id, version, name }: PolicyRow): Promise<string> {
    const { keyring, context } = this.parts;
    return fromUtf8(
      await open(await keyring.recordKey(), name, context("policyName", id, version)),
    );
  }

  /** A policy without its lists. */
  async outline({ id, version, outline }: OutlineRow): Promise<PolicyView> {
    const { keyring, context } = this.parts;
    const where = context("policyOutline", id, version);
    const text = fromUtf8(await open(await keyring.recordKey(), outline, where));
    const stored = JSON.parse(text) as Omit<PolicyDefinition, keyof typeof NOT_SAID>;
    return { id, version, definition: { ...NOT_SAID, ...stored } };
  }

  /**
   * A version of a policy, whole. It is read in the same step that asks, so it may be dropped while it
   * is opened. Rejects when it is not there.
   */
  view(id: number, version: number): Promise<PolicyView> {
    const name = `${id}.${version}`;
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    const sealed = this.parts.policyVersions.find(id, version);
    if (sealed === null) return Promise.reject(new Error("a policy's version is missing"));
    const { outline, lists } = sealed;
    const view = this.#open(id, version, outline, lists);
    this.#opened.set(name, view, outline.byteLength + lists.byteLength);
    view.catch(() => this.#opened.remove(name));
    return view;
  }

  async #open(
    id: number,
    version: number,
    outline: ArrayBuffer,
    lists: ArrayBuffer,
  ): Promise<PolicyView> {
    const { keyring, context } = this.parts;
    const { definition } = await this.outline({ id, version, outline });
    const where = context("policyLists", id, version);
    const text = fromUtf8(await open(await keyring.recordKey(), lists, where));
    const { allow, deny, words } = JSON.parse(text) as Lists;
    const custom = definition.custom.map((entity, i) => ({ ...entity, words: words[i] ?? [] }));
    return { id, version, definition: { ...definition, allow, deny, custom } };
  }
}
