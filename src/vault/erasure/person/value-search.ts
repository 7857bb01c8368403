// Looks through the values of a namespace for what a search looks for. Reads only; whoever asked
// removes what was found, in a block of its own.

import { dayOf } from "../../../core/time.ts";
import { fromUtf8All } from "../../../crypto/encoding.ts";
import type { MatchCounts, Search } from "../../../erasure/search.ts";
import { openRows } from "../../mappings/open-rows.ts";
import type { NamespaceBase } from "../../namespace-base.ts";
import type { StoredMapping } from "../../store/mappings.ts";
import { Matcher } from "./matcher.ts";

/** Mappings one slice opens. */
const MAPPINGS_PER_SLICE = 200;

/** A mapping, or one pair of it, and what it counts as. */
export interface Match {
  readonly id: number;
  /** Digest of the pair when only that is to go. */
  readonly pair: ArrayBuffer | null;
  /** Null for one more pair of a mapping that is counted already. */
  readonly as: keyof MatchCounts | null;
}

/** What one slice found; `last` is the id it came to, null when there is nothing behind it. */
export interface SearchSlice {
  readonly last: number | null;
  readonly matches: readonly Match[];
}

/** Searches values of one namespace. */
export class ValueSearch {
  readonly #parts: NamespaceBase;

  constructor(parts: NamespaceBase) {
    this.#parts = parts;
  }

  /** The matcher of a search. */
  async matcher(search: Search): Promise<Matcher> {
    return new Matcher(search, await this.#parts.keyring.digestKey());
  }

  /** The next living mappings behind an id, their values compared. */
  async values(search: Search, matcher: Matcher, after: number): Promise<SearchSlice> {
    const { erasure, liveness } = this.#parts;
    for (;;) {
      const { epoch } = liveness;
      const from = Math.max(after, liveness.watermark);
      const rows = erasure.survivors(from, search.upTo, MAPPINGS_PER_SLICE);
      const values = await this.#open(rows);
      if (values === null) {
        if (liveness.epoch !== epoch) continue;
        throw new Error("day key of a live mapping is missing");
      }
      const verdicts = await matcher.match(values);
      const matches = rows.flatMap(({ id }, i): Match[] => {
        const verdict = verdicts[i] ?? null;
        return verdict === null ? [] : [{ id, pair: null, as: verdict }];
      });
      return { last: rows.at(-1)?.id ?? null, matches };
    }
  }

  /** The values, or null when a key was destroyed after its row was read: then they are read again. */
  async #open(rows: readonly StoredMapping[]): Promise<string[] | null> {
    const { keyring, context } = this.#parts;
    const opened = await openRows(keyring, rows, {
      dayOf: ({ created }) => dayOf(created),
      contextOf: ({ id, kind, created, keyVersion }) =>
        context("value", dayOf(created), keyVersion, id, kind),
    });
    return opened === null ? null : fromUtf8All(opened);
  }
}
