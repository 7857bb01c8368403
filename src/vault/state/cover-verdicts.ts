// Decides which mappings open erasures by attribute have made dead, when that takes long: a mapping with the erased
// pair stays live when it has another person's pair as well, so all its pairs must be read. LIVES
// (store/attributes.ts) reads them in one statement, during which no other request runs: 35 ms for 100,000 pairs, as
// much for each further such mapping and erasure that covers it.
//
// So before a caller asks LIVES about mappings that clients choose, it has them judged here: page by page, with other
// requests in between. The table `cover_verdict` keeps the progress, so that concurrent callers share the work and a
// restart continues it. A verdict is valid until its mapping's rows go or its erasure has passed them; holds change nothing.
import { Part } from "../../core/part.ts";
import type { Steps } from "../../core/steps.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { type AttributeStore, NO_ERASURES, type Unjudged } from "../store/attributes.ts";
import type { Liveness } from "./liveness.ts";

/** Pairs that LIVES may read in one statement, in some 2 ms. */
const MAX_VISITS = 5_000;
/** Pairs of one page, and its cost: mostly a tenth of that, more when all names are erased ones. */
const PAIRS_PER_PAGE = 1_000;
const PAGE_MS = 5;
/** Mappings checked in one step, and its cost when all have pairs. */
const IDS_PER_STEP = 500;
const IDS_MS = 5;

interface Parts {
  readonly attributes: AttributeStore;
  readonly liveness: Liveness;
}

/** Judges mappings of one namespace. */
export class CoverVerdicts extends Part<Parts> {
  /**
   * Make LIVES fast for these mappings, as long as it is asked in the turn in which this resolves. `idsOf` is called
   * only while an erasure by attribute is open, and may give ids of dead or deleted mappings.
   */
  async prepare(idsOf: () => readonly number[]): Promise<void> {
    const { attributes } = this.parts;
    for (;;) {
      const erasures = attributes.erasures();
      if (erasures === NO_ERASURES) return;
      const unjudged = await inStretches(this.#unjudged(idsOf()));
      if (attributes.visitsExceed(unjudged, MAX_VISITS)) {
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
