// Seals and opens the searches of erasures, which hold digests of personal data.

import { costOfLetters } from "../../../core/steps.ts";
import type { Blinding } from "../../../crypto/blinding.ts";
import { fromUtf8, utf8 } from "../../../crypto/encoding.ts";
import { importSealingKey, open, seal } from "../../../crypto/seal.ts";
import type { DeletionPhase } from "../../../erasure/deletion.ts";
import type { Search, SearchTerms } from "../../../erasure/search.ts";
import { failpoint } from "../../../platform/failpoint.ts";
import { yieldBefore } from "../../../platform/yield-to-callers.ts";
import { NamespacePart } from "../../namespace-base.ts";
import type { DeletionRow } from "../../store/deletion-row.ts";
import { Matcher } from "./matcher.ts";

/** A sealed search, and the time of its request (milliseconds since 1970). */
type Sealed = Pick<DeletionRow, "search" | "accepted">;
/** What names a deletion. */
type NamedDeletion = Pick<DeletionRow, "serial" | "tracking_id">;

/** Forms of all matchers that are kept, some 350 bytes each. A search for 1,000 values has 1,000 to 2,000. */
const MAX_KEPT_FORMS = 30_000;
/** Phases in which a deletion needs its matcher; after the last it is forgotten. */
const SEARCHING: ReadonlySet<DeletionPhase> = new Set([
  "values",
  "pairs",
  "left-pairs",
  "job-data",
]);
/** Cost of opening 64 KiB of a search, in the unit of core/steps.ts. */
const OPENING_COST = 2;

/** Seals and opens searches of one namespace. */
export class Searches extends NamespacePart {
  /** Matchers of unfinished deletions, by serial number. */
  readonly #matchers = new Map<number, Matcher>();

  /** Seal a search for its row, under the newest blinding, so that it becomes noise with it; `accepted`: request time. */
  async seal(search: SearchTerms, accepted: number): Promise<Uint8Array<ArrayBuffer>> {
    const { blindings, keyring } = this.parts;
    await blindings.prepare(1);
    for (;;) {
      const { newest } = blindings;
      const key = (await searchKeyOf(newest)) ?? (await keyring.recordKey());
      const sealed = await this.#sealWith(key, search, accepted);
      if (blindings.newest === newest) return sealed;
    }
  }

  /** Seal a row's search for the ledger, under the record key, which outlives blindings. A damaged search stays as it is. */
  async sealForLedger(row: DeletionRow): Promise<Uint8Array<ArrayBuffer>> {
    const terms = await this.#termsOf(row);
    if (terms === null) return new Uint8Array(row.search ?? new ArrayBuffer(0));
    return this.#sealWith(await this.parts.keyring.recordKey(), terms, row.accepted);
  }

  /** Seal the ledger's copy of a search for a row. A damaged one stays as it is. */
  async adopt(part: Uint8Array<ArrayBuffer>, accepted: number): Promise<Uint8Array<ArrayBuffer>> {
    const key = await this.parts.keyring.recordKey();
    const terms = await this.#openWith(key, { search: part.slice().buffer, accepted });
    return terms === null ? part : this.seal(terms, accepted);
  }

  /** Seal a row's search under the newest blinding; null when it is so already, or is damaged. */
  async sealAnew(row: Sealed): Promise<Uint8Array<ArrayBuffer> | null> {
    const key = await searchKeyOf(this.parts.blindings.newest);
    if (key !== null && (await this.#openWith(key, row)) !== null) return null;
    const terms = await this.#open(row);
    return terms === null ? null : this.seal(terms, row.accepted);
  }

  /** The matcher of a search. Also prepares the blindings, which are needed to compare with stored digests. */
  async matcherOf(search: Search): Promise<Matcher> {
    await this.parts.blindings.prepare(search.digests.length);
    return new Matcher(search, await this.parts.keyring.digestKey());
  }

  /** The matcher of an unfinished deletion. Throws UnreadableSearch when its search is damaged or gone. */
  async matcherFor({ serial, tracking_id }: NamedDeletion): Promise<Matcher> {
    const kept = this.#matchers.get(serial);
    if (kept !== undefined) return kept;
    const { deletions } = this.parts;
    const row = deletions.find(tracking_id);
    if (row === null) throw new UnreadableSearch();
    await yieldBefore(costOfLetters(row.search?.byteLength ?? 0, OPENING_COST));
    if (TEST_BUILD) await failpoint("erasure.search-opening");
    const matcher = await this.matcherOf(await this.open(row));
    const { phase } = deletions.find(tracking_id) ?? row;
    // Nothing would forget that of a deletion which has searched everything meanwhile.
    if (SEARCHING.has(phase)) this.#keep(serial, matcher);
    return matcher;
  }

  /** No more is searched for a deletion. */
  forget(serial: number): void {
    this.#matchers.delete(serial);
  }

  /** Keep a matcher, and of all those of the oldest deletions, as many as fit: these are searched for first. */
  #keep(serial: number, matcher: Matcher): void {
    this.#matchers.set(serial, matcher);
    let forms = 0;
    for (const kept of [...this.#matchers.keys()].sort((a, b) => a - b)) {
      forms += this.#matchers.get(kept)?.size ?? 0;
      if (forms > MAX_KEPT_FORMS) this.#matchers.delete(kept);
    }
  }

  /** Open the search of an unfinished deletion. Throws UnreadableSearch when it is damaged or gone. */
  async open(row: DeletionRow): Promise<Search> {
    const terms = await this.#termsOf(row);
    if (terms === null) throw new UnreadableSearch();
    return { ...terms, upTo: row.cutoff_id ?? 0, serial: row.serial };
  }

  /** What a row's search is for. Since the row was read, a renewal may have sealed it anew and destroyed the older key. */
  async #termsOf(row: DeletionRow): Promise<SearchTerms | null> {
    const terms = await this.#open(row);
    const now = terms === null ? this.parts.deletions.find(row.tracking_id) : null;
    return now === null ? terms : this.#open(now);
  }

  /** Open a search under the blindings in use, or under the record key, which earlier versions used; null if none fits. */
  async #open(row: Sealed): Promise<SearchTerms | null> {
    const { blindings, keyring } = this.parts;
    await blindings.prepare(1);
    const keys = [
      ...(await Promise.all(blindings.inUse.map(searchKeyOf))),
      await keyring.recordKey(),
    ];
    for (const key of keys) {
      const terms = key === null ? null : await this.#openWith(key, row);
      if (terms !== null) return terms;
    }
    return null;
  }

  async #openWith(key: CryptoKey, { search, accepted }: Sealed): Promise<SearchTerms | null> {
    const sealContext = this.parts.context("search", accepted);
    const bytes = await open(key, search ?? new ArrayBuffer(0), sealContext).catch(() => null);
    return bytes === null ? null : (JSON.parse(fromUtf8(bytes)) as SearchTerms);
  }

  #sealWith(key: CryptoKey, search: SearchTerms, accepted: number) {
    const { context, random } = this.parts;
    return seal(key, utf8(JSON.stringify(search)), context("search", accepted), random);
  }
}

/** The key that seals searches under a blinding; null for version 0, which has none. */
async function searchKeyOf({ searchKey }: Blinding): Promise<CryptoKey | null> {
  return searchKey === null ? null : importSealingKey(searchKey);
}

/** A deletion's search does not open. */
export class UnreadableSearch extends Error {
  constructor() {
    super("the search of an open erasure does not open");
    this.name = "UnreadableSearch";
  }
}
