// The items of a job's chunk: which are masked or unmasked, the outcomes of the others, and how all are shown. Where the
// submission says so, empty values are returned as they are and bad items get an error; neither is worked on.
import { failure } from "../../contract/answers.ts";
import { type FailedItem, type ItemFlaw, isFailed } from "../../core/errors.ts";
import {
  type AnyMaskedItem,
  type AnyMaskItem,
  type ItemOutcome,
  renderItems,
} from "../../masking/mask/mask-items.ts";
import {
  type AnyUnmaskedItem,
  type AnyUnmaskItem,
  renderUnmaskedItems,
  type UnmaskOutcome,
} from "../../masking/unmask/unmask-items.ts";
import type { OpenJob } from "./job-slice.ts";
import type { JobMeta } from "./sealed-job.ts";

/** A chunk's items, divided into open ones (still to be masked or unmasked) and settled ones (their outcome is known). */
export class ChunkItems<Item extends AnyMaskItem | AnyUnmaskItem> {
  readonly all: readonly Item[];
  readonly open: readonly Item[];
  /** Outcomes of the settled items, by index in the chunk. */
  readonly #settled: Map<number, unknown>;
  readonly #openIndexes: readonly number[];

  constructor(all: readonly Item[], settled: Map<number, unknown>) {
    this.all = all;
    this.#settled = settled;
    this.#openIndexes = [...all.keys()].filter((index) => !settled.has(index));
    this.open = settled.size === 0 ? all : all.filter((_, index) => !settled.has(index));
  }

  /** The same chunk with some open items settled as failed; `flaws` has them by index among the open items. */
  withFailed(flaws: ReadonlyMap<number, ItemFlaw>): ChunkItems<Item> {
    if (flaws.size === 0) return this;
    const settled = new Map(this.#settled);
    for (const [index, error] of flaws) settled.set(this.indexInChunk(index), { error });
    return new ChunkItems(this.all, settled);
  }

  /** Index in the chunk of an open item, given its index among the open items. */
  indexInChunk(index: number): number {
    return this.#openIndexes[index] ?? 0;
  }

  /** Outcomes of all items in order, given those of the open items. Throws when there are fewer outcomes than open items. */
  outcomes<Outcome>(ofOpen: readonly Outcome[]): Outcome[] {
    if (this.#settled.size === 0) return [...ofOpen];
    const next = ofOpen.values();
    return this.all.map((_, index) => {
      if (this.#settled.has(index)) return this.#settled.get(index) as Outcome;
      const { done, value } = next.next();
      if (done === true) throw new Error("an item has no outcome");
      return value;
    });
  }
}

/** Read a payload chunk of an open job and divide its items into open and settled ones. */
export async function readChunkItems<Item extends AnyMaskItem | AnyUnmaskItem>(
  { job, sealedJob, meta }: OpenJob,
  number: number,
  outcomeOfEmpty: (item: Item) => unknown,
): Promise<ChunkItems<Item>> {
  const all = await sealedJob.readPayload<Item>(number);
  const settled = new Map<number, unknown>();
  const flaws = meta.goesOn ? await sealedJob.readChunk<[number, ItemFlaw]>("flaws", number) : null;
  for (const [index, error] of flaws ?? []) settled.set(index, { error });
  for (const [index, item] of meta.passesEmpty ? all.entries() : []) {
    if (!settled.has(index) && isEmpty(job.kind, item)) settled.set(index, outcomeOfEmpty(item));
  }
  return new ChunkItems(all, settled);
}

function isEmpty(kind: "mask" | "unmask", item: AnyMaskItem | AnyUnmaskItem): boolean {
  const { value, token_value } = item as Partial<AnyMaskItem & AnyUnmaskItem>;
  return (kind === "mask" ? value : token_value) === "";
}

/** How the outcomes of a chunk are shown. */
interface RenderOptions {
  readonly kind: "mask" | "unmask";
  readonly offsets: JobMeta["offsets"];
  /** Index in the submitted list of the chunk's first item. */
  readonly start: number;
  /** Leave out error details, which may quote the submission. */
  readonly hidesDetails?: boolean;
}

/** Answers of a chunk's items; a failed item has its error instead of an answer. */
export function renderChunk(
  items: readonly (AnyMaskItem | AnyUnmaskItem)[],
  outcomes: readonly (ItemOutcome | UnmaskOutcome | FailedItem)[],
  { kind, offsets, start, hidesDetails = false }: RenderOptions,
): readonly object[] {
  const good = items.filter((_, i) => !isFailed(outcomes[i]));
  const ofGood = outcomes.filter((outcome) => !isFailed(outcome));
  const answers: readonly (AnyMaskedItem | AnyUnmaskedItem)[] =
    kind === "mask"
      ? renderItems(good as AnyMaskItem[], ofGood as ItemOutcome[], { offsets })
      : renderUnmaskedItems(good as AnyUnmaskItem[], ofGood as UnmaskOutcome[]);
  if (good.length === items.length) return answers;
  const next = answers.values();
  return items.map((_, i) => {
    const outcome = outcomes[i];
    if (!isFailed(outcome)) return next.next().value as object;
    const { code, detail } = outcome.error;
    const known = detail === undefined || hidesDetails ? {} : { detail };
    return { error: failure({ code, ...known, index: start + i }).error };
  });
}
