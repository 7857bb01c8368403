// Every wrapper that a policy of the namespace has ever had. Wrappers are kept for ever, even when the policy is deleted,
// because tokens that were given out inside them must still be found.

import type { ErrorCode } from "../../core/errors.ts";
import { MAX_WRAPPERS } from "../../core/limits.ts";
import type { PolicyDefinition, Wrapper } from "../../core/policy.ts";
import { wrapperOf } from "../../masking/policy/rules.ts";
import { inPortions } from "../../platform/yield-to-callers.ts";
import { type WrapperFlaw, wrapperFlaw } from "../../tokens/reading/wrappers.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { SealedWrapper } from "../store/policies.ts";

/** The flaws that depend on the namespace's other wrappers. */
const CONFLICTS: ReadonlySet<WrapperFlaw | null> = new Set(["prefix_taken", "suffix_taken"]);

/** A wrapper, with the row to be stored for it. */
export interface PlannedWrapper extends SealedWrapper {
  readonly wrapper: Wrapper;
}

/** Stores the wrappers of one namespace, and keeps them in memory after the first `load`. */
export class PolicyWrappers extends NamespacePart {
  #loading: Promise<void> | null = null;
  readonly #known = new Map<string, Wrapper>();

  /** Read all wrappers into memory, once. All other methods need that. */
  load(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  all(): Wrapper[] {
    return [...this.#known.values()];
  }

  /** Seal the wrappers of a policy that are new to the namespace. */
  async plan(definition: PolicyDefinition): Promise<PlannedWrapper[]> {
    const { keyring, records } = this.parts;
    const wrappers = this.fresh(wrappersOf(definition).map((wrapper) => ({ wrapper })));
    const texts = wrappers.map(({ wrapper }) => textOf(wrapper));
    const digests = await keyring.digestAll("wrapper", texts);
    return Promise.all(
      wrappers.map(async ({ wrapper }, i) => {
        const digest = digests[i] ?? NO_BYTES;
        const sealed = await records.seal(textOf(wrapper), "wrapper", ...numbersIn(digest));
        return { wrapper, digest, sealed };
      }),
    );
  }

  /** The planned wrappers that are new to the namespace; checked again in the block that writes them. */
  fresh<T extends { readonly wrapper: Wrapper }>(planned: readonly T[]): T[] {
    return planned.filter(({ wrapper }) => !this.#known.has(textOf(wrapper)));
  }

  /**
   * Why new wrappers cannot be stored, else null. They were checked when the request was planned; `policy_changed` when one
   * conflicts with a wrapper added since, so that the request is planned again.
   */
  refusal(fresh: readonly PlannedWrapper[]): ErrorCode | null {
    if (fresh.length === 0) return null;
    if (this.#known.size + fresh.length > MAX_WRAPPERS) return "too_many_wrappers";
    const known = this.all();
    const isTaken = fresh.some(({ wrapper }) => CONFLICTS.has(wrapperFlaw(wrapper, known)));
    return isTaken ? "policy_changed" : null;
  }

  /** Write wrappers; the caller opens the transaction. */
  write(fresh: readonly PlannedWrapper[]): void {
    this.parts.wrapperStore.add(fresh);
  }

  /** Keep written wrappers in memory; called without an await after the commit. */
  remember(fresh: readonly PlannedWrapper[]): void {
    for (const { wrapper } of fresh) this.#known.set(textOf(wrapper), wrapper);
  }

  async #load(): Promise<void> {
    const { wrapperStore, records } = this.parts;
    await inPortions(wrapperStore.all(), async (run) => {
      const opened = run.map(({ digest, sealed }) =>
        records.open(sealed, "wrapper", ...numbersIn(digest)),
      );
      for (const text of await Promise.all(opened)) {
        const [prefix = "", suffix = ""] = JSON.parse(text) as string[];
        this.#known.set(text, { prefix, suffix });
      }
    });
  }
}

/** The distinct wrappers that a policy can put around a token, without the built-in tags. */
function wrappersOf(definition: PolicyDefinition): Wrapper[] {
  const { wrappers, custom } = definition;
  const all = [
    ...Object.values(wrappers),
    ...custom.map(({ name }) => wrapperOf(definition, name)),
  ];
  return [...new Map(all.map((wrapper) => [textOf(wrapper), wrapper])).values()];
}

function textOf({ prefix, suffix }: Wrapper): string {
  return JSON.stringify([prefix, suffix]);
}

/** A digest as four 32-bit numbers for the sealing context, which binds a sealed wrapper to its row. */
function numbersIn(digest: Uint8Array<ArrayBuffer>): number[] {
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  return [0, 4, 8, 12].map((at) => view.getUint32(at));
}

const NO_BYTES = new Uint8Array(0);
