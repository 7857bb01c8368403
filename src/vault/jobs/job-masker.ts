// Slices of mask jobs. What is short enough is masked and written as one; longer stretches of a job are passed over in
// several slices (mask-pass.ts), unless something they rely on changes meanwhile.
import { CHUNKS_PER_PASS, LEAST_PASS_CHUNKS } from "../../jobs/slice.ts";
import type { SentList } from "../../masking/mask/answer-size.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { Masker } from "../mappings/masker.ts";
import type { Liveness } from "../state/liveness.ts";
import type { JobRow } from "../store/jobs.ts";
import { hasTexts, JobPlanner, type OpenJob } from "./job-planner.ts";
import type { JobRules } from "./job-rules.ts";
import { doneLists } from "./mask-lists.ts";
import { MaskPass, type Room, roomForPasses } from "./mask-pass.ts";
import { PassOutdated, PassRunner } from "./pass-runner.ts";
import type { ResultWriter } from "./result-writer.ts";
import { ItemFailed, SliceFailed } from "./slice-failures.ts";

interface Parts {
  readonly masker: Masker;
  readonly keyring: Keyring;
  readonly liveness: Liveness;
  readonly rules: JobRules;
  readonly results: ResultWriter;
}

/** Where a slice begins, and how long it may be. */
interface From {
  /** Its first chunk. */
  readonly number: number;
  /** Chunks of short items that may be done at a stretch. */
  readonly most: number;
}

/** Work of so many chunks was done, 0 when that is not known. "outdated": it is to be planned again. */
type Done = number | "outdated";

/** Does slices of one namespace's mask jobs. */
export class JobMasker {
  readonly #parts: Parts;
  readonly #planner: JobPlanner;
  readonly #passes: PassRunner;
  #pass: MaskPass | null = null;
  /** For the passes of one job, which follow each other. */
  #room: { readonly serial: number; readonly columns: Room } | null = null;
  /** A job, and the chunk up to which it is done the short way. */
  #shortTo: { readonly serial: number; readonly number: number } | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#planner = new JobPlanner(parts);
    this.#passes = new PassRunner({ ...parts, planner: this.#planner });
  }

  /** Do one slice. Throws `SliceFailed` and `ItemFailed`, and whatever the platform throws. */
  async slice(open: OpenJob, from: From): Promise<Done> {
    const { job } = open;
    const pass = this.#passAt(job, from.number) ?? this.#newPass(job, from);
    const room = this.#room;
    // Whatever is thrown, what comes next begins anew, and nothing that was submitted is kept.
    [this.#pass, this.#room] = [null, null];
    if (pass === null) return this.#short(open, from);
    const stage = pass.stage;
    try {
      await this.#passes.goOn(open, pass, from.most);
    } catch (error) {
      if (!(error instanceof PassOutdated)) throw error;
      // It could be so every time.
      this.#shortTo = {
        serial: job.serial,
        number: pass.planned.number + Math.max(1, pass.chunks),
      };
      return 0;
    }
    if (pass.stage !== "gathering" && pass.chunks < LEAST_PASS_CHUNKS) {
      // What comes behind those chunks cannot be part of a pass; more of the kind is likely.
      const number = pass.planned.number + pass.chunks + CHUNKS_PER_PASS;
      this.#shortTo = { serial: job.serial, number };
      return this.#short(open, from);
    }
    if (pass.chunksLeft > 0) this.#pass = pass;
    if (pass.next < job.chunks) this.#room = room;
    // The last part may be a shorter one.
    return stage === "masking" && pass.stage === "masking" ? from.most : 0;
  }

  /** Keep nothing of a job that has ended. */
  forget(serial: number): void {
    if (this.#pass?.planned.serial === serial) this.#pass = null;
    if (this.#room?.serial === serial) this.#room = null;
  }

  /** The pass under way, when it is one over this chunk of this job: there may have been others meanwhile. */
  #passAt({ serial, done_chunks }: JobRow, number: number): MaskPass | null {
    const isSame = this.#pass?.planned.serial === serial && this.#pass.next === number;
    return isSame && done_chunks === number ? this.#pass : null;
  }

  /** Null where short slices do as well, or better: what was tried in vain is tried again in smaller pieces. */
  #newPass(
    { serial, chunks, done_chunks, attempts }: JobRow,
    { number, most }: From,
  ): MaskPass | null {
    const isShort = this.#shortTo?.serial === serial && number < this.#shortTo.number;
    const isLong = chunks - number >= Math.max(LEAST_PASS_CHUNKS, most);
    if (isShort || !isLong || number !== done_chunks || attempts > 0) return null;
    if (this.#room?.serial !== serial) this.#room = { serial, columns: roomForPasses() };
    const { epoch } = this.#parts.liveness;
    return new MaskPass({ serial, number, epoch }, this.#room.columns);
  }

  /** Mask chunks and write their results, in one slice. */
  async #short(open: OpenJob, { number, most }: From): Promise<Done> {
    const { masker, liveness, results } = this.#parts;
    // So done, a chunk takes twice as long as a part of a pass.
    const lists = await this.#lists(open, { number, most: Math.ceil(most / 2) });
    const planned = await this.#planner.plan(open, lists);
    if (!planned.ok) throw new ItemFailed(planned.error);
    const { plan, policySetVersion } = planned.value;
    const reply = await masker.mask({ ...plan.wants, policySetVersion }, async (masked) => {
      const done = doneLists(plan, masked, open.meta.offsets);
      if (!done.ok) throw new ItemFailed(done.error);
      return results.prepare({ ...open, number, epoch: liveness.epoch }, done.value);
    });
    if (reply.ok) return lists.some(hasTexts) ? lists.length : Math.min(most, 2 * lists.length);
    const { code } = reply.error;
    if (code === "policy_changed") return "outdated";
    throw new SliceFailed(code);
  }

  /**
   * The items of a chunk, and of those behind it as long as they are new work and have no text to search: those
   * take longer, and gain less from being written together.
   */
  async #lists(open: OpenJob, { number, most }: From): Promise<SentList[]> {
    const lists = [await this.#planner.read(open, number)];
    const isNew = number === open.job.done_chunks;
    while (isNew && lists.length < most && number + lists.length < open.job.chunks) {
      if (lists.some(hasTexts)) break;
      const next = await this.#planner.read(open, number + lists.length);
      if (hasTexts(next)) break;
      lists.push(next);
    }
    return lists;
  }
}
