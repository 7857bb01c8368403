// Slices of mask jobs: chunks are read and planned one by one, masked together as one batch, and committed at once with
// their results and the job's progress.
//
// Several chunks go together because every new value changes a page of the index of digests: a batch is written in the
// order of that index, so the more values it has, the more of them share a page.

import type { VaultError } from "../../core/errors.ts";
import { MAX_BATCH_PAIRS } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { loadShippedModel } from "../../detect/tagger/tagger.ts";
import { MAX_CHUNK_ITEMS } from "../../jobs/slice.ts";
import { isAutoDetect } from "../../masking/item.ts";
import {
  type AnyMaskItem,
  type ItemsPlan,
  maskedItems,
  planItems,
  searchCipher,
} from "../../masking/mask/mask-items.ts";
import type { MaskSettings } from "../../masking/mask/plan-mask.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import type { Masked } from "../mappings/masker.ts";
import { NamespacePart } from "../namespace-base.ts";
import { ItemFailed, type JobParts, type OpenJob, StepFailed } from "./job-slice.ts";
import type { DoneChunk, ResultWriter } from "./results.ts";
import { chunkText, type JobMeta } from "./sealed-job.ts";

interface Parts extends JobParts {
  readonly results: ResultWriter;
}

/** Does slices of one namespace's mask jobs. */
export class JobMasker extends NamespacePart<Parts> {
  /**
   * Mask the chunk with this number and, while they are new work, those behind it: up to `most`. "outdated": a policy
   * has changed meanwhile, nothing was written. Throws `StepFailed` and `ItemFailed`, and whatever the platform throws.
   */
  async slice(open: OpenJob, number: number, most: number): Promise<"done" | "outdated"> {
    const { masker, liveness, results, rules } = this.parts;
    const current = await rules.of(open.job);
    const chunks = await this.#planChunks(open, { number, most, rules: current.rules });
    const wants = chunks.map(({ wants }) => wants);
    const batch = {
      values: wants.flatMap(({ values }) => values),
      kinds: wants.flatMap(({ kinds }) => kinds),
      attributes: wants.flatMap(({ attributes }) => attributes),
      policySetVersion: current.policySetVersion,
    };
    const reply = await masker.mask(batch, async (masked) => {
      const done = await doneChunks(chunks, masked, open.meta.offsets);
      if (!done.ok) throw new ItemFailed(done.error);
      return results.prepare({ ...open, number, epoch: liveness.epoch }, done.value);
    });
    if (reply.ok) return "done";
    const { code } = reply.error;
    if (code === "policy_changed") return "outdated";
    throw new StepFailed(code);
  }

  /**
   * One chunk at least. Texts to search are done alone: they take longer, and gain less from being written together;
   * and a few documents may hold as many values as many chunks of short items.
   */
  async #planChunks(
    open: OpenJob,
    { number, most, rules }: { number: number; most: number; rules: MaskSettings["rules"] },
  ): Promise<ItemsPlan[]> {
    const { job, sealedJob, meta } = open;
    const batchCipher = await this.parts.keyring.batchCipher();
    const placeholders = await this.parts.rules.placeholders(job);
    const { keepKnownTokens, explain } = meta;
    const settings = { keepKnownTokens, rules, placeholders, explain };
    const chunks: ItemsPlan[] = [];
    // A chunk that is masked again, because its mappings were erased, has none behind it that need it as well.
    const end = number === job.done_chunks ? Math.min(job.chunks, number + most) : number + 1;
    let items = 0;
    let values = 0;
    let pairs = 0;
    for (let at = number; at < end && values < most * MAX_CHUNK_ITEMS.mask; at++) {
      const sent = await sealedJob.readPayload<AnyMaskItem>(at);
      const hasTexts = sent.some(isAutoDetect);
      if (hasTexts && chunks.length > 0) break;
      if (hasTexts) await loadShippedModel();
      const cipher = await searchCipher(sent, batchCipher);
      const plan = await inStretches(planItems(sent, { ...settings, cipher }));
      if (TEST_BUILD) await failpoint("job.planned");
      if (!plan.ok) throw new ItemFailed(countedFrom(items, plan.error));
      pairs += plan.value.pairs;
      if (pairs > MAX_BATCH_PAIRS) break;
      chunks.push(plan.value);
      if (hasTexts) break;
      items += sent.length;
      values += plan.value.wants.values.length;
    }
    return chunks;
  }
}

/** What masking gave each of the chunks. Fails with an item that cannot be done, counted from the first chunk's first. */
async function doneChunks(
  chunks: readonly ItemsPlan[],
  masked: Masked,
  offsets: JobMeta["offsets"],
): Promise<Result<DoneChunk[], VaultError & { index: number }>> {
  const done: DoneChunk[] = [];
  let items = 0;
  let from = 0;
  for (const plan of chunks) {
    const to = from + plan.wants.values.length;
    const tokens = masked.tokens.slice(from, to);
    const ofChunk = await inStretches(maskedItems(plan, tokens, { offsets }));
    if (!ofChunk.ok) return err(countedFrom(items, ofChunk.error));
    const { outcomes, answers } = ofChunk.value;
    done.push({
      items: plan.items.length,
      outcomes: chunkText(outcomes),
      answerBytes: chunkText(answers).length,
      mappingIds: [...new Set(masked.mappingIds.slice(from, to))],
    });
    items += plan.items.length;
    from = to;
  }
  return ok(done);
}

/** The error of an item in a chunk, with its index in the list that has so many items before the chunk. */
function countedFrom<E extends { index: number }>(items: number, error: E): E {
  return { ...error, index: items + error.index };
}
