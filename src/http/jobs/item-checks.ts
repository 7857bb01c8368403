// The items of a submission checked chunk by chunk: what is wrong with one is noted, and ends the job FAILED, having masked
// nothing, or stands in its place where the job goes on.
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

  /** Items that were checked. */
  get items(): number {
    return this.#items;
  }

  /** The first one that is wrong; null where the job goes on. */
  get itemError(): VaultError | null {
    return this.#itemError;
  }

  /** Every item is `{}`: an unmask request of those fails with `empty_payload`. */
  get areAllEmpty(): boolean {
    return this.#areAllEmpty;
  }

  /** Check the next chunk. Gives its flaws as they are sent (jobs/payload-frames.ts); null: none, or the job does not go on. */
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
    // As chunks are: JSON texts joined by commas.
    const text = JSON.stringify(flaws).slice(1, -1);
    return text === "" ? null : new Uint8Array(new TextEncoder().encode(text));
  }
}

/** The same check where an empty value is a good one: what else the item says has to be right. */
function passingEmpty(kind: JobSubmission["kind"]): ItemCheck<unknown> {
  const [check, member] = [CHECKS[kind], kind === "mask" ? "value" : "token_value"];
  return (item, ...more) => {
    const isEmpty = (item as JsonObject | null)?.[member] === "";
    return check(isEmpty ? { ...(item as JsonObject), [member]: "-" } : item, ...more);
  };
}

/** What is kept of a failure: which words would have been right is in the documents. */
function flawOf({ code, detail }: VaultError): ItemFlaw {
  return detail === undefined ? { code } : { code, detail };
}
