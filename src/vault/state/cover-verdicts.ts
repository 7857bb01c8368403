// Which mappings erasures by attribute that are under way have made dead, where that takes long to tell: one that has the
// pair lives on when another holder has it, too, so all its pairs are gone through. LIVES (store/attributes.ts) does so in
// one statement, for which nobody else is let in: 35 ms for 100,000 pairs, as much again for each other such mapping, and for
// each other erasure that covers it.
//
// So whoever asks LIVES about mappings that callers choose has them judged before: page by page, others in between, each
// page with its progress in the table `cover_verdict`, so that callers of one mapping share the work and a start goes on with
// it. A verdict stands until rows of its mapping go, or its erasure has passed them all; a hold changes nothing.
import { Part } from "../../core/part.ts";
import type { Steps } from "../../core/steps.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { type AttributeStore, NO_ERASURES, type Unjudged } from "../store/attributes.ts";
import type { Liveness } from "./liveness.ts";

/** Pairs that LIVES may look at in one statement: some 2 ms. */
const MOST_VISITS = 5_000;
/** Pairs of one page, and what it costs: mostly a tenth of that, more where all names are those of erasures. */
const PAIRS_PER_PAGE = 1_000;
const PAGE_MS = 5;
/** Mappings looked at in one step, and what that costs when all have pairs. */
const IDS_PER_STEP = 500;
const IDS_MS = 5;

interface Parts {
  readonly attributes: AttributeStore;
  readonly liveness: Liveness;
}

/** Judges mappings of one namespace. */
export class CoverVerdicts extends Part<Parts> {
  /**
   * Have LIVES be quick about mappings. What it is asked in the same turn as this ends is bounded; `idsOf` (asked for only
   * while an erasure by attribute is under way) may give ids of mappings that are dead or gone.
   */
  async prepare(idsOf: () => readonly number[]): Promise<void> {
    const { attributes } = this.parts;
    for (;;) {
      const erasures = attributes.erasures();
      if (erasures === NO_ERASURES) return;
      const unjudged = await inStretches(this.#unjudged(idsOf()));
      if (attributes.visitsExceed(unjudged, MOST_VISITS)) {
        for (const { id } of unjudged) await this.#judge(id);
      } else if (attributes.erasures() === erasures) return;
    }
  }

  *#unjudged(ids: readonly number[]): Steps<Unjudged[]> {
    const { attributes, liveness } = this.parts;
    const unjudged: Unjudged[] = [];
    for (let from = 0; from < ids.length; from += IDS_PER_STEP) {
      yield IDS_MS;
      const some = ids.slice(from, from + IDS_PER_STEP);
      unjudged.push(...attributes.unjudged(some, liveness.watermark));
    }
    return unjudged;
  }

  async #judge(id: number): Promise<void> {
    while (await inStretches(this.#page(id))) {
      if (TEST_BUILD) await failpoint("cover.page-judged");
    }
  }

  *#page(id: number): Steps<boolean> {
    yield PAGE_MS;
    this.parts.liveness.assertOpen();
    return this.parts.attributes.judgeSome(id, PAIRS_PER_PAGE);
  }
}
