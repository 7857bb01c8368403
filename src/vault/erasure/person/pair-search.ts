// Searches the attribute pairs of a namespace: for a value in any pair, or for the pair of one holder (the person that an
// attribute names). A mapping may have a million pairs, so they are read page by page, and pairs that hold a sought value
// are passed on page by page, too.

import { DIGEST_BYTES } from "../../../core/byte-slices.ts";
import { hex } from "../../../core/ids.ts";
import { MAX_ATTRIBUTES_DEPTH } from "../../../core/limits.ts";
import { dayOf } from "../../../core/time.ts";
import { fromUtf8Slices } from "../../../crypto/encoding.ts";
import { yieldToCallers } from "../../../platform/yield-to-callers.ts";
import { leavesOf, pairsOfItem } from "../../jobs/job-texts.ts";
import { BlindingGone } from "../../keys/blindings.ts";
import { openReadable } from "../../mappings/open-rows.ts";
import type { NamespaceBase } from "../../namespace-base.ts";
import type { PairRow } from "../../store/matches.ts";
import type { Matcher } from "./matcher.ts";
import { textOf } from "./search-terms.ts";
import type { Match, SearchSlice } from "./value-search.ts";

const PAIRS_PER_PAGE = 400;

/** How a pair relates to a search: a match, another holder's pair with the sought name, or null for neither. */
type Judgement = "exact" | "normalised" | "pairs" | "other-holder" | null;

/** A pair whose mapping still exists. */
type OwnedPair = PairRow & { readonly created: number };

const isOfMapping = (row: PairRow): row is OwnedPair => row.created !== null;

/** Called with the matches of a page, and awaited before the next page is read. */
export type TakeMatches = (matches: readonly Match[]) => Promise<void>;

interface JudgedPage {
  readonly judged: readonly JudgedPair[];
  readonly final: PairRow | null;
  /** Mapping id of the last pair that was judged, or null. */
  readonly last: number | null;
  /** Whether all pairs are of one mapping, which may have more. */
  readonly isFull: boolean;
}

interface JudgedPair {
  readonly id: number;
  readonly pair: Uint8Array<ArrayBuffer>;
  readonly as: Judgement;
  /** Whether its mapping was also masked without attributes. */
  readonly isShared: boolean;
}

/** Searches the attributes of one namespace for matches of one search. */
export class PairSearch {
  readonly #base: NamespaceBase;
  readonly #matcher: Matcher;
  /** The epoch in which the pairs of the current page were read. */
  #epoch = 0;
  #quarantined = 0;

  constructor(base: NamespaceBase, matcher: Matcher) {
    this.#base = base;
    this.#matcher = matcher;
  }

  /**
   * Search the pairs of the next mappings after an id. All pairs of a mapping are judged together, because other holders'
   * pairs matter. In a search for values, a mapping with several pages has all but the last passed to `take`, one by one.
   */
  async slice(after: number, take: TakeMatches): Promise<SearchSlice> {
    this.#quarantined = 0;
    const from = Math.max(after, this.#base.liveness.watermark);
    const found = await this.#slice(from, take);
    return { ...found, quarantined: this.#quarantined };
  }

  /** Whether one of these items has the sought holder's attribute. */
  async isIn(items: readonly unknown[]): Promise<boolean> {
    const { pair } = this.#matcher.search;
    const pairs = items.flatMap(pairsOfItem);
    const names = [...new Set(pairs.map(([name]) => name))];
    const ofNames = await this.#base.keyring.digestAll("attribute-name", names);
    const soughtName = names[ofNames.findIndex((digest) => hex(digest) === pair?.name)];
    // Jobs store bad items as they came, of any depth; a sought value is never deeper than attributes may be.
    const sought = pairs.filter(
      ([name, value]) => name === soughtName && isWithinDepth(value, MAX_ATTRIBUTES_DEPTH),
    );
    const texts = sought.map(([name, value]) => JSON.stringify([name, value]));
    const digests = await this.#base.keyring.digestAll("attribute", texts);
    if (digests.some((digest) => hex(digest) === pair?.digest)) return true;
    const verdicts = await this.#matcher.match(sought.map(([, value]) => textOf(value)));
    return verdicts.includes("normalised");
  }

  async #slice(from: number, take: TakeMatches): Promise<Omit<SearchSlice, "quarantined">> {
    const { matchStore } = this.#base;
    const { upTo, pair } = this.#matcher.search;
    let judged = new Judged();
    let page = await this.#page(() => matchStore.pairsAfter(from, upTo, PAIRS_PER_PAGE));
    for (;;) {
      const { final, last, isFull } = page;
      judged.add(page.judged);
      // The remaining pairs of a removed mapping only wait to be deleted.
      if (!isFull || final === null || final.created === null) {
        return { last, matches: judged.matches() };
      }
      if (pair === null) {
        await take(judged.matches());
        judged = new Judged();
      }
      await yieldToCallers();
      page = await this.#page(() => matchStore.pairsOfMapping(final, PAIRS_PER_PAGE));
      // The mapping has no more pairs.
      if (page.final === null) return { last: final.mappingId, matches: judged.matches() };
    }
  }

  /** Read and judge a page of pairs; repeated when keys or digests were replaced in between. */
  async #page(read: () => PairRow[]): Promise<JudgedPage> {
    const before = this.#quarantined;
    for (;;) {
      this.#epoch = this.#base.liveness.epoch;
      this.#quarantined = before;
      const rows = read();
      const final = rows.at(-1) ?? null;
      const isLast = rows.length < PAIRS_PER_PAGE;
      // The last mapping of a full page may have more pairs, so it is left to the next slice unless it is the only one.
      const isCut = !isLast && rows[0]?.mappingId !== final?.mappingId;
      const whole = isCut ? rows.filter((row) => row.mappingId !== final?.mappingId) : rows;
      const last = whole.at(-1)?.mappingId ?? null;
      try {
        const judged = await this.#judge(whole.filter(isOfMapping));
        return { judged, final, last, isFull: !isLast && !isCut };
      } catch (error) {
        const isOvertaken = error instanceof PairsOvertaken || error instanceof BlindingGone;
        if (!isOvertaken) throw error;
      }
    }
  }

  async #judge(rows: readonly OwnedPair[]): Promise<readonly JudgedPair[]> {
    const { pair } = this.#matcher.search;
    return pair === null ? this.#judgeByValue(rows) : this.#judgeByHolder(pair, rows);
  }

  async #judgeByValue(rows: readonly OwnedPair[]): Promise<JudgedPair[]> {
    const { rows: readable, pairs } = await this.#open(rows);
    const texts = pairs.map(([name, value]) => [name, ...leavesOf(value)]);
    const verdicts = await this.#matcher.match(texts.flat());
    let at = 0;
    return readable.map((row, i) => {
      const end = at + (texts[i]?.length ?? 0);
      const isMatch = verdicts.slice(at, end).some((verdict) => verdict !== null);
      at = end;
      return { ...matchOfPair(row), as: isMatch && !this.#isLater(row) ? "pairs" : null };
    });
  }

  async #judgeByHolder(
    sought: { readonly name: string; readonly digest: string },
    rows: readonly OwnedPair[],
  ): Promise<JudgedPair[]> {
    const isExact = (row: PairRow) => this.#revealed(matchOfPair(row).pair) === sought.digest;
    const exact = rows.filter(isExact).map((row): JudgedPair => {
      return { ...matchOfPair(row), as: this.#isLater(row) ? null : "exact" };
    });
    const hasName = ({ nameDigest }: PairRow) =>
      this.#revealed(new Uint8Array(nameDigest)) === sought.name;
    const namesakes = rows.filter((row) => !isExact(row) && hasName(row));
    const { rows: readable, pairs } = await this.#open(namesakes);
    const verdicts = await this.#matcher.match(pairs.map(([, value]) => textOf(value)));
    const isSought = (row: OwnedPair, i: number) =>
      verdicts[i] === "normalised" && !this.#isLater(row);
    const same = new Set(readable.filter(isSought));
    // A pair that does not open may be another holder's, so its mapping must not be removed as a whole.
    const others = namesakes.map((row): JudgedPair => {
      return { ...matchOfPair(row), as: same.has(row) ? "normalised" : "other-holder" };
    });
    // Whoever masked a value after the erasure was accepted keeps its mapping, under whatever name.
    const later = rows.filter((row) => this.#isLater(row)).map(matchOfPair);
    const keeping = later.map((pair): JudgedPair => ({ ...pair, as: "other-holder" }));
    return [...exact, ...others, ...keeping];
  }

  /** Whether the pair was stored again after the erasure was accepted: then it stays. */
  #isLater({ since }: PairRow): boolean {
    return since >= this.#matcher.search.serial;
  }

  /** A marked digest in the form that the search has, without blinding. */
  #revealed(marked: Uint8Array<ArrayBuffer>): string {
    return hex(this.#base.blindings.revealMarked(marked));
  }

  /** The rows that open, with their pairs. Adds the number of the others to `#quarantined`. */
  async #open(rows: readonly OwnedPair[]) {
    const { keyring, context, liveness } = this.#base;
    const { rows: readable, opened } = await openReadable(keyring, rows, {
      dayOf: ({ created }) => dayOf(created),
      contextOf: ({ mappingId }) => context("attribute", mappingId),
    });
    const unread = rows.length - readable.length;
    if (unread > 0 && liveness.epoch !== this.#epoch) throw new PairsOvertaken();
    this.#quarantined += unread;
    const texts = fromUtf8Slices(opened);
    return { rows: readable, pairs: texts.map((text) => JSON.parse(text) as [string, unknown]) };
  }
}

/** A key was destroyed between reading and opening pairs: the page is read again. */
class PairsOvertaken extends Error {
  constructor() {
    super("a day key was replaced while its attributes were read");
    this.name = "PairsOvertaken";
  }
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isWithinDepth(part, depth - 1));
}

function matchOfPair({
  mappingId: id,
  digest,
  nameDigest,
  isUsedWithoutPairs,
}: PairRow): Omit<JudgedPair, "as"> {
  const mark = new Uint8Array(nameDigest).subarray(DIGEST_BYTES);
  const pair = Uint8Array.from([...new Uint8Array(digest), ...mark]);
  return { id, pair, isShared: isUsedWithoutPairs === 1 };
}

/**
 * Collects judged pairs of some mappings. A mapping with another holder's pair, or also masked without attributes, loses
 * only the sought pairs; others are removed. Each counts once, as exact if all its sought pairs are (dead since acceptance).
 */
class Judged {
  readonly #sought: JudgedPair[] = [];
  readonly #shared = new Set<number>();
  readonly #normalised = new Set<number>();

  add(pairs: readonly JudgedPair[]): void {
    for (const pair of pairs) {
      if (pair.as === "other-holder" || pair.isShared) this.#shared.add(pair.id);
      if (pair.as !== "other-holder" && pair.as !== null) this.#sought.push(pair);
      if (pair.as === "normalised") this.#normalised.add(pair.id);
    }
  }

  matches(): Match[] {
    const seen = new Set<number>();
    const matches = this.#sought.flatMap(({ id, pair, as }): Match[] => {
      if (as === "pairs") return [{ id, pair, as }];
      const isFirst = !seen.has(id);
      seen.add(id);
      if (this.#shared.has(id)) return [{ id, pair, as: isFirst ? "keptShared" : null }];
      return isFirst
        ? [{ id, pair: null, as: this.#normalised.has(id) ? "normalised" : "exact" }]
        : [];
    });
    // The match that counts comes last: after a crash before it, the mapping is found and counted again.
    return matches.reverse();
  }
}
