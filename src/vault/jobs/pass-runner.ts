// Does the slices of passes (mask-pass.ts). Chunks are read one by one, so that what is made of each is soon garbage:
// a pass lasts longer than that is cheap to collect.
import { utf8Slices } from "../../crypto/encoding.ts";
import {
  CHUNKS_PER_PASS,
  FOR_ONE_MASKED,
  MAX_SLICE_BYTES,
  MAX_SLICE_ITEMS,
} from "../../jobs/slice.ts";
import type { AlsoWritten } from "../mappings/mask-block.ts";
import type { AlsoCommit, Masked, Masker } from "../mappings/masker.ts";
import type { MaskBatch } from "../rpc.ts";
import type { Liveness } from "../state/liveness.ts";
import { hasTexts, type JobPlanner, type OpenJob } from "./job-planner.ts";
import { doneLists } from "./mask-lists.ts";
import type { MaskPass } from "./mask-pass.ts";
import type { DoneChunk, ResultWriter } from "./result-writer.ts";
import { SliceFailed } from "./slice-failures.ts";

interface Parts {
  readonly masker: Masker;
  readonly liveness: Liveness;
  readonly planner: JobPlanner;
  readonly results: ResultWriter;
}

/** What a pass relies on has changed. */
export class PassOutdated extends Error {}

const NO_WANTS = { values: [], kinds: [], attributes: [] };
const NOTHING: AlsoWritten = { bytes: 0, write: () => undefined };

/** Runs passes of one namespace's mask jobs. */
export class PassRunner {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Do a slice of a pass: as much as masking so many chunks takes. Throws `PassOutdated`, or as `JobMasker` does. */
  async goOn(open: OpenJob, pass: MaskPass, most: number): Promise<void> {
    this.#assertCurrent(pass);
    const { read, written } = FOR_ONE_MASKED;
    if (pass.stage === "gathering") await this.#gather(open, pass, most * read);
    else if (pass.stage === "masking") await this.#maskPart(pass, most);
    else await this.#write(open, pass, most * written);
  }

  /** Read more chunks. A pass ends before a chunk that cannot be part of one. */
  async #gather(open: OpenJob, pass: MaskPass, most: number): Promise<void> {
    for (let i = 0; i < most && pass.stage === "gathering"; i++) {
      const hasTaken = await this.#take(open, pass);
      const isLast = pass.planned.number + pass.chunks === open.job.chunks;
      if (!hasTaken || isLast || pass.chunks === CHUNKS_PER_PASS) pass.endGathering();
    }
  }

  /**
   * Take the next chunk into a pass. False for one with texts to search, attributes, documents of many values, or an item
   * that fails.
   */
  async #take(open: OpenJob, pass: MaskPass): Promise<boolean> {
    const { planner, masker } = this.#parts;
    const list = await planner.read(open, pass.planned.number + pass.chunks);
    if (hasTexts(list)) return false;
    const planned = await planner.plan(open, [list]);
    if (!planned.ok) return false;
    const { plan, policySetVersion } = planned.value;
    const { kinds, attributes } = plan.wants;
    if (attributes.some((one) => one !== null)) return false;
    if (attributes.length > MAX_SLICE_ITEMS.mask) return false;
    const values = utf8Slices(plan.wants.values);
    const prefixes = await masker.digestPrefixes(values);
    if (!pass.take({ values, kinds, prefixes, policySetVersion })) throw new PassOutdated();
    return true;
  }

  async #maskPart(pass: MaskPass, most: number): Promise<void> {
    const bytes = most * MAX_SLICE_BYTES;
    const part = pass.nextPart({ values: most * MAX_SLICE_ITEMS.mask, bytes });
    pass.put(await this.#maskIn(pass, { ...part, attributes: [] }, async () => NOTHING));
  }

  /** Write the results of more chunks. The turn is the next job's when all have been written. */
  async #write(open: OpenJob, pass: MaskPass, most: number): Promise<void> {
    const { results } = this.#parts;
    const chunks = Math.min(pass.chunksLeft, most);
    const number = pass.next;
    const done: DoneChunk[] = [];
    for (let i = 0; i < chunks; i++) done.push(await this.#chunkOf(open, pass, number + i));
    const keepsTurn = pass.chunksLeft > 0;
    const slice = { ...open, number, epoch: pass.planned.epoch, keepsTurn };
    await this.#maskIn(pass, NO_WANTS, () => results.prepare(slice, done));
  }

  /** What has come of the pass's next chunk. */
  async #chunkOf(open: OpenJob, pass: MaskPass, number: number): Promise<DoneChunk> {
    const { planner } = this.#parts;
    const planned = await planner.plan(open, [await planner.read(open, number)]);
    if (!planned.ok || planned.value.policySetVersion !== pass.policySetVersion)
      throw new PassOutdated();
    const { plan } = planned.value;
    const masked = pass.giveChunk();
    if (masked.tokens.length !== plan.wants.values.length) throw new PassOutdated();
    const done = doneLists(plan, masked, open.meta.offsets);
    // An item that fails only now is found again, and told with its place, the short way.
    if (!done.ok) throw new PassOutdated();
    return done.value[0] as DoneChunk;
  }

  /** Mask something of a pass, and write what belongs to it: both only while it is current. */
  async #maskIn(
    pass: MaskPass,
    wants: Omit<MaskBatch, "policySetVersion">,
    alsoCommit: AlsoCommit,
  ): Promise<Masked> {
    const batch = { ...wants, policySetVersion: pass.policySetVersion };
    const reply = await this.#parts.masker.mask(batch, (masked) => {
      // What comes after this is written in the epoch that it is now, or not at all.
      this.#assertCurrent(pass);
      return alsoCommit(masked);
    });
    if (reply.ok) return reply.value;
    const { code } = reply.error;
    throw code === "policy_changed" ? new PassOutdated() : new SliceFailed(code);
  }

  #assertCurrent(pass: MaskPass): void {
    if (this.#parts.liveness.epoch !== pass.planned.epoch) throw new PassOutdated();
  }
}
