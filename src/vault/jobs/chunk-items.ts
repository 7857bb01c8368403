// The items of a job's chunk: which of them are worked on, what the others come to, and how all are shown. Not worked on
// are, where the submission says so, empty values (they pass) and items that are known to be bad (the job goes on).
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

/** What is told apart of a chunk's items. */
export class ChunkItems<Item extends AnyMaskItem | AnyUnmaskItem> {
  readonly all: readonly Item[];
  /** Those to be worked on. */
  readonly open: readonly Item[];
  /** What the others come to, by their places in the chunk. */
  readonly #settled: Map<number, unknown>;
  /** The places of the open ones. */
  readonly #places: readonly number[];

  constructor(all: readonly Item[], settled: Map<number, unknown>) {
    this.all = all;
    this.#settled = settled;
    this.#places = [...all.keys()].filter((place) => !settled.has(place));
    this.open = settled.size === 0 ? all : all.filter((_, place) => !settled.has(place));
  }

  /** The same without some that turned out to be bad, by their indexes among the open ones. */
  without(flaws: ReadonlyMap<number, ItemFlaw>): ChunkItems<Item> {
    if (flaws.size === 0) return this;
    const settled = new Map(this.#settled);
    for (const [index, error] of flaws) settled.set(this.placeOf(index), { error });
    return new ChunkItems(this.all, settled);
  }

  /** The place in the chunk of an open one. */
  placeOf(index: number): number {
    return this.#places[index] ?? 0;
  }

  /** What all items come to, by what the open ones have. */
  outcomes<Outcome>(ofOpen: readonly Outcome[]): Outcome[] {
    if (this.#settled.size === 0) return [...ofOpen];
    const next = ofOpen.values();
    return this.all.map((_, place) => {
      if (this.#settled.has(place)) return this.#settled.get(place) as Outcome;
      const { done, value } = next.next();
      if (done === true) throw new Error("an item has no outcome");
      return value;
    });
  }
}

/** Read a chunk of an open job, and tell its items apart. */
export async function readChunkItems<Item extends AnyMaskItem | AnyUnmaskItem>(
  { job, sealedJob, meta }: OpenJob,
  number: number,
  outcomeOfEmpty: (item: Item) => unknown,
): Promise<ChunkItems<Item>> {
  const all = await sealedJob.readPayload<Item>(number);
  const settled = new Map<number, unknown>();
  const flaws = meta.goesOn ? await sealedJob.readChunk<[number, ItemFlaw]>("flaws", number) : null;
  for (const [place, error] of flaws ?? []) settled.set(place, { error });
  for (const [place, item] of meta.passesEmpty ? all.entries() : []) {
    if (!settled.has(place) && isEmpty(job.kind, item)) settled.set(place, outcomeOfEmpty(item));
  }
  return new ChunkItems(all, settled);
}

function isEmpty(kind: "mask" | "unmask", item: AnyMaskItem | AnyUnmaskItem): boolean {
  const { value, token_value } = item as Partial<AnyMaskItem & AnyUnmaskItem>;
  return (kind === "mask" ? value : token_value) === "";
}

/** How outcomes are shown. */
interface Shown {
  readonly kind: "mask" | "unmask";
  readonly offsets: JobMeta["offsets"];
  /** Place in the list of the first of them. */
  readonly start: number;
  /** Without words that the submission has brought. */
  readonly isHidden?: boolean;
}

/** Answers of a chunk's items: what is bad has its error in place of an answer. */
export function renderChunk(
  items: readonly (AnyMaskItem | AnyUnmaskItem)[],
  outcomes: readonly (ItemOutcome | UnmaskOutcome | FailedItem)[],
  { kind, offsets, start, isHidden = false }: Shown,
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
    const known = detail === undefined || isHidden ? {} : { detail };
    return { error: failure({ code, ...known, index: start + i }).error };
  });
}
