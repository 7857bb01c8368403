// Seals policies. A definition is sealed in two parts under the namespace's record key, bound to the policy's id and
// version: the lists, which can be large and are needed only to mask, and the outline, which is the rest.

import { BoundedCache } from "../../core/bounded-cache.ts";
import { Part } from "../../core/part.ts";
import { DEFAULT_SETTINGS, type PolicyDefinition, type PolicyView } from "../../core/policy.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { OutlineRow, PolicyRow } from "../store/policies.ts";

/** Most sealed bytes of the definitions kept open in memory: room for more than one of the largest. */
const MAX_OPENED_BYTES = 4_000_000;

/** Values of members that were added later, for policies stored before them: the behavior at that time. */
const FORMER_DEFAULTS = { ...DEFAULT_SETTINGS, languages: null, addresses: "whole" as const };

/** The sealed parts of a policy. */
export interface SealedPolicy {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly outline: Uint8Array<ArrayBuffer>;
  readonly lists: Uint8Array<ArrayBuffer>;
}

/** The lists of a policy, stored apart from its outline. */
interface Lists {
  readonly allow: PolicyDefinition["allow"];
  readonly deny: PolicyDefinition["deny"];
  /** The words of each custom entity, in the order of the entities. */
  readonly words: readonly (readonly string[])[];
}

/** Seals and opens policies of one namespace, and keeps some opened policies in memory. */
export class PolicySealer extends Part<Pick<NamespaceBase, "policyVersions" | "records">> {
  /** Opened policies by id and version; a version never changes and is never used again. */
  readonly #opened = new BoundedCache<Promise<PolicyView>>(MAX_OPENED_BYTES);

  /** Seal a policy's parts; the caller stores them. */
  async seal({ id, version, definition }: PolicyView): Promise<SealedPolicy> {
    const { records } = this.parts;
    const { allow, deny, custom } = definition;
    const lists: Lists = { allow, deny, words: custom.map(({ words }) => words) };
    const withoutWords = custom.map((entity) => ({ ...entity, words: [] }));
    const outline: PolicyDefinition = { ...definition, allow: [], deny: [], custom: withoutWords };
    return {
      name: await records.seal(definition.name, "policyName", id, version),
      outline: await records.seal(JSON.stringify(outline), "policyOutline", id, version),
      lists: await records.seal(JSON.stringify(lists), "policyLists", id, version),
    };
  }

  name({ id, version, name }: PolicyRow): Promise<string> {
    return this.parts.records.open(name, "policyName", id, version);
  }

  /** Open a policy without its lists. */
  async outline({ id, version, outline }: OutlineRow): Promise<PolicyView> {
    const text = await this.parts.records.open(outline, "policyOutline", id, version);
    const stored = JSON.parse(text) as Omit<PolicyDefinition, keyof typeof FORMER_DEFAULTS>;
    return { id, version, definition: { ...FORMER_DEFAULTS, ...stored } };
  }

  /** Open a version with its lists. The row is read before any await: it may be deleted. Rejects when it is missing. */
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
    const { definition } = await this.outline({ id, version, outline });
    const text = await this.parts.records.open(lists, "policyLists", id, version);
    const { allow, deny, words } = JSON.parse(text) as Lists;
    const custom = definition.custom.map((entity, i) => ({ ...entity, words: words[i] ?? [] }));
    return { id, version, definition: { ...definition, allow, deny, custom } };
  }
}
