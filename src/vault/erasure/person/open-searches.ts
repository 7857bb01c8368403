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

/** What was judged already of a value that is masked: as which mapping, and by which searches. */
interface Judged {
  readonly id: number;
  readonly by: ReadonlySet<number>;
}

/** The open searches of one namespace. */
export class OpenSearches extends NamespacePart<{
  readonly searches: Searches;
  readonly eraser: PersonEraser;
}> {
  /** The number of effects at which no search was open: only another effect opens one. */
  #noneAt: number | null = null;
  /** What is known of values, kept because a mask is planned again whenever a search removes something. */
  readonly #judged = new WeakMap<KnownValue, Judged>();

  /** Remove those of these mappings that an open search would find later; whether there were any. */
  async removeFound(known: readonly KnownValue[]): Promise<boolean> {
    const { deletions, liveness, settings } = this.parts;
    if (known.length === 0 || liveness.effects === this.#noneAt) return false;
    const open = deletions.openSearches();
    this.#noneAt = open.length === 0 ? liveness.effects : null;
    let hasRemoved = false;
    for (const search of open) {
      const toCome = known.filter((one) => isToCome(one, search) && !this.#isJudged(one, search));
      if (toCome.length > 0 && (await this.#removeBy(search, toCome))) hasRemoved = true;
      // Nothing is destroyed during a legal hold that began meanwhile.
      if (settings.isHeld) return hasRemoved;
    }
    const by = new Set(open.map(({ serial }) => serial));
    for (const one of known) this.#judged.set(one, { id: one.id, by });
    return hasRemoved;
  }

  #isJudged(one: KnownValue, { serial }: OpenSearch): boolean {
    const judged = this.#judged.get(one);
    return judged?.id === one.id && judged.by.has(serial);
  }

  async #removeBy(search: OpenSearch, known: readonly KnownValue[]): Promise<boolean> {
    const { storage, deletions, searches, eraser, settings, liveness } = this.parts;
    const matcher = await searches.matcherFor(search).catch(nullIfUnreadable);
    const verdicts = (await matcher?.match(known.map(({ value }) => value))) ?? [];
    const found = known.flatMap((one, i): Match[] => {
      const verdict = verdicts[i] ?? null;
      return verdict === null ? [] : [{ id: one.id, pair: null, as: verdict }];
    });
    if (found.length === 0) return false;
    liveness.assertOpen();
    // It has gone on meanwhile, or ended. What it has passed and left, because it is damaged, is not its own any more.
    const now = deletions.openSearches().find(({ serial }) => serial === search.serial);
    const row = deletions.find(search.tracking_id);
    const matches = found.filter((one) => now !== undefined && isToCome(one, now));
    if (row === null || matches.length === 0 || settings.isHeld) return false;
    storage.transactionSync(() => eraser.remove(row, matches));
    return true;
  }
}

/** Whether a search has yet to come to a mapping. */
function isToCome({ id }: { readonly id: number }, { cursor, upTo }: OpenSearch): boolean {
  return id > cursor && id <= upTo;
}

/** A search that does not open finds nothing; its deletion shows the reason. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableSearch) return null;
  throw error;
}
