// The phase `renew` of a deletion. Digests are stored under a blinding (crypto/blinding.ts), and copies of erased ones stay
// in free space of the file. So all living digests are stored anew under the next version, slice by slice, and the older
// version's secret is destroyed: then the copies are noise. Deletions that reach this phase share a renewal; one that
// reaches it during a renewal needs the next, because what it has erased may have had the newer version already.
//
// Done only where the file is on our own disk: on the platform nobody else reads free space, and each written row costs.

import { DAY_MS } from "../../core/time.ts";
import type { Blinding } from "../../crypto/blinding.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { ErasedPair } from "../store/attributes.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import type { StoredFind, StoredPair } from "../store/renewal.ts";
import type { Searches } from "./person/searches.ts";

/** Digests that one slice renews; both the old and the new one are at random places of the index. */
const DIGESTS_PER_SLICE = 500;
/**
 * Pause between two renewals for each mapping beyond WITHOUT_PAUSE, a day in all at most. A renewal takes some 50 us a
 * mapping, so a namespace with erasures all day long spends a hundredth of its time on renewals.
 */
const PAUSE_PER_MAPPING_MS = 5;
const WITHOUT_PAUSE = 10_000;

/** The stages of a renewal, in order; the numbers are stored. */
const STAGE = { mappings: 1, pairs: 2, finds: 3, searches: 4 } as const;

/** Renews the stored digests of one namespace. */
export class IndexRenewer extends NamespacePart<{ readonly searches: Searches }> {
  /** The last pair and find that were checked. After a start, their stages begin again and skip what has been renewed. */
  #pair: StoredPair | null = null;
  #find: StoredFind | null = null;

  /** Run one slice of `renew`. The deletion's cursor is the version to which all digests must have been renewed. */
  async renew(row: DeletionRow): Promise<void> {
    const { deletions, blindings, settings, clock, isOwnDisk } = this.parts;
    if (!isOwnDisk) {
      deletions.advance(row, null);
      return;
    }
    await blindings.prepare(DIGESTS_PER_SLICE);
    const { newest, older } = blindings;
    const settled = older === null ? newest.version : older.version;
    if (row.cursor === 0) deletions.advance(row, newest.version + 1);
    else if (settled >= row.cursor) deletions.advance(row, null);
    else if (older !== null) await this.#step(older);
    else {
      const due = settings.number("blinding_due") ?? 0;
      // The second condition: a clock that was set back must not lengthen the pause.
      if (due > clock() && due <= clock() + this.#pauseMs()) deletions.wait(row.serial, due);
      else await this.#begin();
    }
  }

  async #begin(): Promise<void> {
    const { storage, settings, attributes, blindings, erasure, liveness } = this.parts;
    const next = await blindings.makeNext();
    const { newest } = blindings;
    await next.blinding.prepare(DIGESTS_PER_SLICE);
    if (TEST_BUILD) await failpoint("renew.key-made");
    if (settings.isHeld) return;
    this.#pair = null;
    this.#find = null;
    storage.transactionSync(() => {
      // Mappings up to the watermark only wait to be deleted; their digests keep the older version and become noise with it.
      settings.put("blinding_cursor", liveness.watermark);
      // Later mappings are stored under the next version at once.
      settings.put("blinding_last", erasure.lastId());
      settings.put("blinding_stage", STAGE.mappings);
      attributes.renewCovered(this.#coveredBy(newest, next.blinding));
      blindings.begin(next);
    });
    // Digests that were made but not written yet have the older version.
    liveness.outdatePlans();
  }

  /** The pairs of erasures by attribute that are under way, under the next version. */
  #coveredBy(older: Blinding, newest: Blinding): Map<number, ErasedPair> {
    const { attributes, blindings } = this.parts;
    return new Map(
      Array.from(attributes.covered(), ([deletion, { digest, nameDigest }]) => [
        deletion,
        {
          digest: newest.blind(older.reveal(digest)),
          nameDigest: newest.blindMarked(blindings.revealMarked(nameDigest)),
        },
      ]),
    );
  }

  async #step(older: Blinding): Promise<void> {
    const { storage, settings } = this.parts;
    const stage = settings.number("blinding_stage");
    if (stage === STAGE.searches) {
      await this.#searches();
      return;
    }
    if (stage === STAGE.mappings) await this.parts.verdicts.prepare(() => this.#next().ids);
    if (settings.isHeld) return;
    storage.transactionSync(() => {
      const isDone =
        stage === STAGE.mappings
          ? this.#mappings(older)
          : stage === STAGE.pairs
            ? this.#pairs(older)
            : this.#finds();
      if (isDone) settings.put("blinding_stage", (stage ?? 0) + 1);
    });
    if (TEST_BUILD) await failpoint(`renew.stage-${stage}`);
  }

  /** Renew some mappings; true when none is left. The next two methods likewise. */
  #mappings(older: Blinding): boolean {
    const { settings, renewal, blindings } = this.parts;
    const { after, ids, digests } = this.#next();
    if (ids.length === 0) return true;
    renewal.replaceMappings(after, ids, blindings.newest.blind(older.reveal(digests)));
    settings.put("blinding_cursor", ids.at(-1) ?? after);
    return false;
  }

  /** The next mappings to renew, and the id after which they come. */
  #next() {
    const { settings, renewal, liveness } = this.parts;
    const after = Math.max(settings.number("blinding_cursor") ?? 0, liveness.watermark);
    const upTo = settings.number("blinding_last") ?? 0;
    return { after, ...renewal.mappings(after, upTo, DIGESTS_PER_SLICE) };
  }

  #pairs(older: Blinding): boolean {
    const { renewal, blindings } = this.parts;
    const { newest } = blindings;
    const { old, next } = renewal.pairs(this.#pair, newest.mark, DIGESTS_PER_SLICE);
    renewal.replacePairs(
      old,
      old.map(({ mappingId, digest, name }) => ({
        mappingId,
        digest: newest.blind(older.reveal(digest)),
        name: newest.blindMarked(blindings.revealMarked(name)),
      })),
    );
    this.#pair = next;
    return next === null;
  }

  #finds(): boolean {
    const { renewal, blindings } = this.parts;
    const { newest } = blindings;
    const { old, next } = renewal.finds(this.#find, newest.mark, DIGESTS_PER_SLICE);
    renewal.replaceFinds(
      old,
      old.map((find) => ({ ...find, pair: newest.blindMarked(blindings.revealMarked(find.pair)) })),
    );
    this.#find = next;
    return next === null;
  }

  /** Seal the searches of open erasures anew and end the renewal: nothing is left under the older version then. */
  async #searches(): Promise<void> {
    const { storage, settings, renewal, searches, attributes } = this.parts;
    const { blindings, liveness, clock } = this.parts;
    // One at a time: each may have half a megabyte, and each open erasure has one.
    for (const stored of renewal.searches()) {
      const sealed = await searches.sealAnew(stored);
      if (sealed !== null) renewal.replaceSearch(stored.serial, sealed);
    }
    if (TEST_BUILD) await failpoint("renew.searches");
    if (settings.isHeld) return;
    storage.transactionSync(() => {
      settings.put("blinding_due", clock() + this.#pauseMs());
      attributes.forgetOlder();
      blindings.end();
    });
    // Code that has read a digest of the older version must read it again.
    liveness.outdatePlans();
  }

  /** Milliseconds from the end of a renewal to the next. */
  #pauseMs(): number {
    const mappings = Math.max(0, this.parts.erasure.estimateDigests() - WITHOUT_PAUSE);
    return Math.round(Math.min(DAY_MS, mappings * PAUSE_PER_MAPPING_MS));
  }
}
