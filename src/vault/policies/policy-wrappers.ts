// Every wrapper that a policy of the namespace ever had. They are kept for ever, whatever becomes of the
// policy: a token that was given out in one must be found in it.

import type { ErrorCode } from "../../core/errors.ts";
import { MAX_WRAPPERS } from "../../core/limits.ts";
import type { PolicyDefinition, Wrapper } from "../../core/policy.ts";
import { digestAllIn } from "../../crypto/digest.ts";
import { fromUtf8, utf8 } from "../../crypto/encoding.ts";
import { open, seal } from "../../crypto/seal.ts";
import { wrapperOf } from "../../masking/policy/rules.ts";
import { inPortions } from "../../platform/yield-to-callers.ts";
import { type WrapperFlaw, wrapperFlaw } from "../../tokens/reading/wrappers.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { SealedWrapper } from "../store/policies.ts";

/** What other wrappers have to do with. */
const TAKEN: ReadonlySet<WrapperFlaw | null> = new Set(["prefix_taken", "suffix_taken"]);

/** A wrapper, and what is to be stored of it. */
export interface PlannedWrapper extends SealedWrapper {
  readonly wrapper: Wrapper;
}

/** Keeps the wrappers of one namespace, in memory as well once they have been asked for. */
export class PolicyWrappers extends NamespacePart {
  #loading: Promise<void> | null = null;
  readonly #known = new Map<string, Wrapper>();

  /** Read all wrappers, once; what follows needs them. */
  load(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** All wrappers that are known now. */
  all(): Wrapper[] {
    return [...this.#known.values()];
  }

  /** Seal those wrappers of a policy that are new to the namespace. */
  async plan(definition: PolicyDefinition): Promise<PlannedWrapper[]> {
    const { keyring, context, random } = this.parts;
    const wrappers = this.fresh(wrappersOf(definition).map((wrapper) => ({ wrapper })));
    const texts = wrappers.map(({ wrapper }) => textOf(wrapper));
    const digests = await digestAllIn(await keyring.digestKey(), "wrapper", texts);
    const key = await keyring.recordKey();
    return Promise.all(
      wrappers.map(async ({ wrapper }, i) => {
        const digest = digests[i] ?? NO_BYTES;
        const place = context("wrapper", ...numbersIn(digest));
        return { wrapper, digest, sealed: await seal(key, utf8(textOf(wrapper)), place, random) };
      }),
    );
  }

  /** Those that are new to the namespace; asked again in the step that writes them. */
  fresh<T extends { readonly wrapper: Wrapper }>(planned: readonly T[]): T[] {
    return planned.filter(({ wrapper }) => !this.#known.has(textOf(wrapper)));
  }

  /**
   * Why new wrappers cannot be kept. Each was checked against those there were when the policy was made;
   * `policy_changed` when one would not be told from another that has come since: then it is checked again.
   */
  refusal(fresh: readonly PlannedWrapper[]): ErrorCode | null {
    if (fresh.length === 0) return null;
    if (this.#known.size + fresh.length > MAX_WRAPPERS) return "too_many_wrappers";
    const known = this.all();
    const isTaken = fresh.some(({ wrapper }) => TAKEN.has(wrapperFlaw(wrapper, known)));
    return isTaken ? "policy_changed" : null;
  }

  /** Write wrappers; belongs into a transaction. */
  write(fresh: readonly PlannedWrapper[]): void {
    this.parts.wrapperStore.add(fresh);
  }

  /** Know wrappers that have been written, in the step that committed them. */
  remember(fresh: readonly PlannedWrapper[]): void {
    for (const { wrapper } of fresh) this.#known.set(textOf(wrapper), wrapper);
  }

  async #load(): Promise<void> {
    const { wrapperStore, keyring, context } = this.parts;
    const key = await keyring.recordKey();
    await inPortions(wrapperStore.all(), async (run) => {
      const opened = run.map(({ digest, sealed }) =>
        open(key, sealed, context("wrapper", ...numbersIn(digest))),
      );
      for (const bytes of await Promise.all(opened)) {
        const text = fromUtf8(bytes);
        const [prefix = "", suffix = ""] = JSON.parse(text) as string[];
        this.#known.set(text, { prefix, suffix });
      }
    });
  }
}

/** Different wrappers that a policy can put around a token, other than the built-in tags. */
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

/** The four 32-bit numbers of a digest: a sealed wrapper is bound to the row it stands in. */
function numbersIn(digest: Uint8Array<ArrayBuffer>): number[] {
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  return [0, 4, 8, 12].map((at) => view.getUint32(at));
}

const NO_BYTES = new Uint8Array(0);
