// The searches that have not come to all values yet, for values that are masked meanwhile. Whoever masks a value after an
// erasure was accepted keeps it, so a mapping that such a search will remove must not be given once more: a value that is
// masked again is judged at once, and where it matches, its mapping is removed and a new one made.

import type { BatchEntry } from "../../mappings/batch-entries.ts";
import { NamespacePart } from "../../namespace-base.ts";
import type { OpenSearch } from "../../store/deletion-row.ts";
import type { PersonEraser } from "./person-eraser.ts";
import { type Searches, UnreadableSearch } from "./searches.ts";
import type { Match } from "./value-search.ts";

type KnownValue = Pick<BatchEntry, "id" | "value">;

/** The open searches of one namespace. */
export class OpenSearches extends NamespacePart<{
  readonly searches: Searches;
  readonly eraser: PersonEraser;
}> {
  /** The number of effects at which no search was open: only another effect opens one. */
  #noneAt: number | null = null;

  /** Remove those of these mappings that an open search would find later; whether there were any. */
  async removeFound(known: readonly KnownValue[]): Promise<boolean> {
    const { deletions, liveness } = this.parts;
    if (known.length === 0 || liveness.effects === this.#noneAt) return false;
    const open = deletions.openSearches();
    this.#noneAt = open.length === 0 ? liveness.effects : null;
    let hasRemoved = false;
    for (const search of open) {
      const toCome = known.filter(({ id }) => id > search.cursor && id <= search.upTo);
      if (toCome.length > 0 && (await this.#removeBy(search, toCome))) hasRemoved = true;
    }
    return hasRemoved;
  }

  async #removeBy({ trackingId }: OpenSearch, known: readonly KnownValue[]): Promise<boolean> {
    const { storage, deletions, searches, eraser, settings, liveness } = this.parts;
    const row = deletions.find(trackingId);
    if (row === null) return false;
    const matcher = await searches.matcherFor(row).catch(nullIfUnreadable);
    if (matcher === null) return false;
    const verdicts = await matcher.match(known.map(({ value }) => value));
    const matches = known.flatMap(({ id }, i): Match[] => {
      const verdict = verdicts[i] ?? null;
      return verdict === null ? [] : [{ id, pair: null, as: verdict }];
    });
    liveness.assertOpen();
    // Nothing is destroyed during a legal hold that began meanwhile.
    if (matches.length === 0 || settings.isHeld) return false;
    storage.transactionSync(() => eraser.remove(row, matches));
    return true;
  }
}

/** A search that does not open finds nothing; its deletion shows the reason. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableSearch) return null;
  throw error;
}
