// Checks the items of a submission chunk by chunk. A bad item fails the job before anything is masked; where the job
// continues after bad items, its failure is kept in its place.
import type { ItemFlaw, VaultError } from "../../core/errors.ts";
import type { JobSubmission } from "../../vault/job-rpc.ts";
import type { JsonObject } from "../body.ts";
import {
  checkMaskItem,
  checkUnmaskItem,
  type ItemCheck,
  isAllEmptyObjects,
} from "../mask/items.ts";

const CHECKS: Readonly<Record<JobSubmission["kind"], ItemCheck<unknown>>> = {
  mask: checkMaskItem,
  unmask: checkUnmaskItem,
};

/** Checks the items of one submission, in order. */
export class ItemChecks {
  readonly #check: ItemCheck<unknown>;
  readonly #goesOn: boolean;
  readonly #isJson: boolean;
  #items = 0;
  #areAllEmpty = true;
  #itemError: VaultError | null = null;

  constructor(
    kind: JobSubmission["kind"],
    { goesOn = false, passesEmpty = false }: Pick<JobSubmission, "goesOn" | "passesEmpty">,
    isJson: boolean,
  ) {
    this.#check = passesEmpty ? passingEmpty(kind) : CHECKS[kind];
    this.#goesOn = goesOn;
    this.#isJson = isJson;
  }

  /** Items checked so far. */
  get items(): number {
    return this.#items;
  }

  /** The failure of the first bad item; null where the job continues after bad items. */
  get itemError(): VaultError | null {
    return this.#itemError;
  }

  /** True when every item is `{}`: such an unmask request fails with `empty_payload`. */
  get areAllEmpty(): boolean {
    return this.#areAllEmpty;
  }

  /** Checks the next chunk. Returns its flaws as they are sent (jobs/payload-frames.ts); null: none, or the job fails. */
  check(list: readonly unknown[]): Uint8Array<ArrayBuffer> | null {
    const flaws: [number, ItemFlaw][] = [];
    for (let i = 0; i < list.length && this.#itemError === null; i++) {
      const checked = this.#check(list[i], this.#items + i, this.#isJson);
      if (checked.ok) continue;
      if (this.#goesOn) flaws.push([i, flawOf(checked.error)]);
      else this.#itemError = checked.error;
    }
    this.#items += list.length;
    this.#areAllEmpty &&= isAllEmptyObjects(list);
    // Like items in chunks: JSON texts joined by commas.
    const text = JSON.stringify(flaws).slice(1, -1);
    return text === "" ? null : new Uint8Array(new TextEncoder().encode(text));
  }
}

/** A check that accepts empty values; the other members of the item must still be valid. */
function passingEmpty(kind: JobSubmission["kind"]): ItemCheck<unknown> {
  const [check, member] = [CHECKS[kind], kind === "mask" ? "value" : "token_value"];
  return (item, ...more) => {
    const isEmpty = (item as JsonObject | null)?.[member] === "";
    return check(isEmpty ? { ...(item as JsonObject), [member]: "-" } : item, ...more);
  };
}

/** The stored part of a failure, without the allowed words, which are documented. */
function flawOf({ code, detail }: VaultError): ItemFlaw {
  return detail === undefined ? { code } : { code, detail };
}
