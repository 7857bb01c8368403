// Slices of unmask jobs: one chunk each; its result and the job's progress are committed together.

import { isFailed } from "../../core/errors.ts";
import { tagsAsked } from "../../masking/unmask/plan-unmask.ts";
import {
  type AnyUnmaskItem,
  planUnmaskItems,
  restoreEach,
  textsIn,
} from "../../masking/unmask/unmask-items.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { NamespacePart } from "../namespace-base.ts";
import { readChunkItems, renderChunk } from "./chunk-items.ts";
import type { SliceWork } from "./job-audit.ts";
import { ItemFailed, type JobParts, type OpenJob, StepFailed } from "./job-slice.ts";
import type { ResultWriter } from "./results.ts";
import { chunkText } from "./sealed-job.ts";

/** Runs slices of one namespace's unmask jobs. */
export class JobUnmasker extends NamespacePart<JobParts & { readonly results: ResultWriter }> {
  /**
   * Unmask the job's next chunk. Null when a policy changed meanwhile, which may have added a wrapper, and nothing was
   * written. Throws `StepFailed`, `ItemFailed`, and what the platform throws.
   */
  async slice(open: OpenJob): Promise<SliceWork | null> {
    const { job, sealedJob, meta } = open;
    const number = job.done_chunks;
    const { strict, offsets, goesOn, heldBack } = meta;
    const partial = meta.partial ?? (await this.parts.rules.allowsPartial(job));
    const empty = partial ? { value: "", unresolved: [] } : "";
    const chunk = await readChunkItems<AnyUnmaskItem>(open, number, () => empty);
    const items = chunk.open;
    const batchCipher = await this.parts.keyring.batchCipher();
    const cipher = await batchCipher.forTexts(textsIn(items));
    const { wrappers, policySetVersion } = await this.parts.rules.wrappers();
    const plan = await inStretches(planUnmaskItems(items, { cipher, strict, wrappers }));
    if (TEST_BUILD) await failpoint("job.unmask-planned");
    const { epoch } = this.parts.liveness;
    const { unmasker } = this.parts;
    const tags = heldBack === undefined ? {} : { tags: tagsAsked(plan.plans.texts) };
    const unmasked = await unmasker.unmask({ ...plan.question, ...tags }, heldBack?.brakes ?? null);
    const restored = restoreEach(plan, unmasked, { partial });
    for (const [index, outcome] of goesOn ? [] : restored.entries()) {
      if (!isFailed(outcome)) continue;
      // The index of the failure reveals that the items before it have values, so those count.
      if (heldBack !== undefined) unmasker.brakes.countValues(heldBack, unmasked.revealed);
      throw new ItemFailed({ ...outcome.error, index: chunk.indexInChunk(index) });
    }
    const outcomes = chunk.outcomes(restored);
    const shown = { kind: job.kind, offsets, start: job.done_items };
    const done = {
      items: chunk.all.length,
      outcomes: chunkText(outcomes),
      answerBytes: chunkText(renderChunk(chunk.all, outcomes, shown)).length,
      mappingIds: unmasked.mappingIds,
    };
    const { bytes, write } = await this.parts.results.prepare({ job, sealedJob, number, epoch }, [
      done,
    ]);
    if (TEST_BUILD) await failpoint("job.unmasked");
    if (this.parts.policySetVersion.current !== policySetVersion) return null;
    // Values can be longer than their tokens, so a result can be far larger than the payload.
    if (!this.parts.capacity.fits(bytes)) throw new StepFailed("storage_full");
    // In one transaction: a slice repeated after a crash counts once, and one that cannot be written does not count.
    const isWritten = this.parts.storage.transactionSync(() => {
      const mayShow =
        heldBack === undefined || unmasker.brakes.countValues(heldBack, unmasked.revealed);
      if (mayShow) write();
      return mayShow;
    });
    if (!isWritten) throw new ItemFailed({ code: "unmask_limit_reached", index: 0 });
    return { items: done.items, entities: {} };
  }
}
