// Slices of mask jobs: chunks are read and planned one by one, masked together as one batch, and committed together with
// their results and the job's progress.
//
// A slice masks several chunks because every new value changes a page of the digest index. A batch is written in the order
// of that index, so the more values it has, the more of them share a page.

import { addCounts, type EntityCounts } from "../../core/audit.ts";
import { MAX_BATCH_PAIRS } from "../../core/limits.ts";
import { MAX_CHUNK_ITEMS } from "../../jobs/slice.ts";
import { isAutoDetect } from "../../masking/item.ts";
import { entitiesIn } from "../../masking/mask/entities-in.ts";
import {
  type AnyMaskItem,
  type ItemOutcome,
  type ItemsPlan,
  maskedItems,
  searchCipher,
} from "../../masking/mask/mask-items.ts";
import { planGoodItems } from "../../masking/mask/plan-good-items.ts";
import type { MaskSettings } from "../../masking/mask/plan-mask.ts";
import { searchWith } from "../../masking/mask/second-opinion.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import type { Masked } from "../mappings/masker.ts";
import { NamespacePart } from "../namespace-base.ts";
import { type ChunkItems, readChunkItems, renderChunk } from "./chunk-items.ts";
import type { SliceWork } from "./job-audit.ts";
import { ItemFailed, type JobParts, type OpenJob, StepFailed } from "./job-slice.ts";
import type { DoneChunk, ResultWriter } from "./results.ts";
import { chunkText, type JobMeta } from "./sealed-job.ts";

interface PlannedChunk {
  readonly items: ChunkItems<AnyMaskItem>;
  readonly plan: ItemsPlan;
}

/** A masked chunk, and the number of values found in its texts by entity type. */
interface MaskedChunk extends DoneChunk {
  readonly entities: EntityCounts;
}

/** Runs slices of one namespace's mask jobs. */
export class JobMasker extends NamespacePart<JobParts & { readonly results: ResultWriter }> {
  /**
   * Mask the chunk `number` and, unless it is masked again, the chunks after it: up to `most` in all. Null when a policy
   * changed meanwhile and nothing was written. Throws `StepFailed`, `ItemFailed`, and what the platform throws.
   */
  async slice(open: OpenJob, number: number, most: number): Promise<SliceWork | null> {
    const { masker, liveness, results, rules } = this.parts;
    const current = await rules.of(open.job);
    const chunks = await this.#planChunks(open, { number, most, rules: current.rules });
    const wants = chunks.map(({ plan }) => plan.wants);
    const batch = {
      values: wants.flatMap(({ values }) => values),
      kinds: wants.flatMap(({ kinds }) => kinds),
      attributes: wants.flatMap(({ attributes }) => attributes),
      entities: wants.flatMap(({ entities }) => entities),
      policySetVersion: current.policySetVersion,
    };
    let done: MaskedChunk[] = [];
    const reply = await masker.mask(batch, async (masked) => {
      done = await maskedChunks(chunks, masked, { ...open.meta, number });
      return results.prepare({ ...open, number, epoch: liveness.epoch }, done);
    });
    if (reply.ok) return sliceWork(done);
    const { code } = reply.error;
    if (code === "policy_changed") return null;
    throw new StepFailed(code);
  }

  /**
   * Plan at least one chunk. A chunk with texts to search is masked alone: searching takes longer, and its values gain less
   * from one write. The number of values is limited, too, because a few documents can hold as many as many chunks.
   */
  async #planChunks(
    open: OpenJob,
    { number, most, rules }: { number: number; most: number; rules: MaskSettings["rules"] },
  ): Promise<PlannedChunk[]> {
    const { job, meta } = open;
    const batchCipher = await this.parts.keyring.batchCipher();
    const placeholders = await this.parts.rules.placeholders(job);
    const { keepKnownTokens, explain } = meta;
    const settings = { keepKnownTokens, placeholders, explain };
    const search = searchWith(rules, { run: inStretches, ask: this.parts.recognizers.ask });
    const chunks: PlannedChunk[] = [];
    // A chunk that is masked again because its mappings were erased goes alone: the chunks after it may be intact.
    const end = number === job.done_chunks ? Math.min(job.chunks, number + most) : number + 1;
    let items = 0;
    let values = 0;
    let pairs = 0;
    for (let at = number; at < end && values < most * MAX_CHUNK_ITEMS.mask; at++) {
      const read = await readChunkItems<AnyMaskItem>(open, at, outcomeOfEmpty);
      const sent = read.open;
      const hasTexts = sent.some(isAutoDetect);
      if (hasTexts && chunks.length > 0) break;
      const cipher = await searchCipher(sent, batchCipher, inStretches);
      const searched = await search((ready) =>
        planGoodItems(sent, { ...settings, rules: ready, cipher }),
      );
      if (!searched.ok) throw new StepFailed(searched.error.code);
      const { plan, flaws } = searched.value;
      if (TEST_BUILD) await failpoint("job.planned");
      const [flaw] = meta.goesOn ? [] : flaws;
      if (flaw !== undefined) {
        throw new ItemFailed({ ...flaw[1], index: items + read.indexInChunk(flaw[0]) });
      }
      pairs += plan.pairs;
      if (pairs > MAX_BATCH_PAIRS) break;
      chunks.push({ items: read.withFailed(flaws), plan });
      if (hasTexts) break;
      items += read.all.length;
      values += plan.wants.values.length;
    }
    return chunks;
  }
}

/** The result of each chunk. Throws `ItemFailed`, whose index counts from the first item of the first chunk. */
async function maskedChunks(
  chunks: readonly PlannedChunk[],
  masked: Masked,
  { offsets, goesOn, starts, number }: JobMeta & { readonly number: number },
): Promise<MaskedChunk[]> {
  const done: MaskedChunk[] = [];
  let before = 0;
  let from = 0;
  for (const [i, { items, plan }] of chunks.entries()) {
    const to = from + plan.wants.values.length;
    const tokens = masked.tokens.slice(from, to);
    const ofPlan = await inStretches(maskedItems(plan, tokens, { offsets }));
    const [index] = goesOn ? [] : ofPlan.tooLong;
    if (index !== undefined) {
      throw new ItemFailed({ ...TOO_LONG, index: before + items.indexInChunk(index) });
    }
    const tooLong = new Set(ofPlan.tooLong);
    const outcomes = items.outcomes(
      ofPlan.outcomes.map((outcome, at) => (tooLong.has(at) ? { error: TOO_LONG } : outcome)),
    );
    const shown = { kind: "mask", offsets, start: starts?.[number + i] ?? 0 } as const;
    done.push({
      items: items.all.length,
      outcomes: chunkText(outcomes),
      answerBytes: chunkText(renderChunk(items.all, outcomes, shown)).length,
      mappingIds: [...new Set(masked.mappingIds.slice(from, to))],
      entities: entitiesIn(ofPlan.answers),
    });
    before += items.all.length;
    from = to;
  }
  return done;
}

function sliceWork(done: readonly MaskedChunk[]): SliceWork {
  return {
    items: done.reduce((sum, { items }) => sum + items, 0),
    entities: done.map(({ entities }) => entities).reduce(addCounts, {}),
  };
}

const TOO_LONG = { code: "masked_too_long" } as const;

/** Outcome of an empty item: for an auto-detect text, that nothing was found in it; for a whole value, the empty token. */
function outcomeOfEmpty(item: AnyMaskItem): ItemOutcome {
  return isAutoDetect(item) ? [] : "";
}
