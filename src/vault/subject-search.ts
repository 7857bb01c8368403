// Looks through what a namespace stores for what a search looks for: values, attributes and the data of
// jobs. Reads only; whoever asked removes what was found, in a block of its own.
import { hex } from "../core/ids.ts";
import { dayOf } from "../core/time.ts";
import { digestAllIn } from "../crypto/blind-index.ts";
import type { ContextMaker } from "../crypto/context.ts";
import { fromUtf8 } from "../crypto/encoding.ts";
import { open } from "../crypto/seal.ts";
import type { MatchCounts, Search } from "../retention/search.ts";
import type { Keyring } from "./keyring.ts";
import type { Liveness } from "./liveness.ts";
import { Matcher } from "./matcher.ts";
import { textOf } from "./searches.ts";
import type { ErasureStore } from "./store/erasure.ts";
import type { FindStore, PairRow } from "./store/finds.ts";

/** Mappings one slice opens. */
const MAPPINGS_PER_SLICE = 200;

interface Parts {
  readonly erasure: ErasureStore;
  readonly finds: FindStore;
  readonly liveness: Liveness;
  readonly keyring: Keyring;
  readonly context: ContextMaker;
}

/** A mapping, or one pair of it, and what it counts as. */
export interface Match {
  readonly id: number;
  /** Digest of the pair when only that is to go. */
  readonly pair: ArrayBuffer | null;
  readonly as: keyof MatchCounts;
}

/** What one slice found; `last` is the id it came to, null when there is nothing behind it. */
export interface SearchSlice {
  readonly last: number | null;
  readonly matches: readonly Match[];
}

/** An opened attribute pair. */
interface OpenPair {
  readonly row: PairRow;
  readonly name: string;
  readonly value: unknown;
}

/** Searches one namespace. */
export class SubjectSearch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The matcher of a search. */
  async matcher(search: Search): Promise<Matcher> {
    return new Matcher(search, await this.#parts.keyring.digestKey());
  }

  /** The next living mappings behind an id, their values compared. */
  async values(search: Search, matcher: Matcher, after: number): Promise<SearchSlice> {
    const { erasure, liveness, keyring, context } = this.#parts;
    const from = Math.max(after, liveness.watermark);
    const rows = erasure.survivors(from, search.upTo, MAPPINGS_PER_SLICE);
    const opened = await Promise.all(
      rows.map(async ({ id, kind, created, keyVersion, sealed }) => {
        const day = dayOf(created);
        const key = await keyring.dayKey(day, keyVersion);
        if (key === null) throw new SearchOvertaken();
        return fromUtf8(await open(key, sealed, context("value", day, keyVersion, id, kind)));
      }),
    );
    const verdicts = await matcher.match(opened);
    const matches = rows.flatMap(({ id }, i): Match[] => {
      const verdict = verdicts[i] ?? null;
      return verdict === null ? [] : [{ id, pair: null, as: verdict }];
    });
    return { last: rows.at(-1)?.id ?? null, matches };
  }

  /** The attribute pairs of the next mappings behind an id. */
  async pairs(search: Search, matcher: Matcher, after: number): Promise<SearchSlice> {
    const { finds, liveness } = this.#parts;
    const from = Math.max(after, liveness.watermark);
    const rows = finds.pairs(from, search.upTo, MAPPINGS_PER_SLICE);
    const pairs = await Promise.all(rows.map((row) => this.#openPair(row)));
    const last = rows.at(-1)?.mappingId ?? null;
    if (search.pair !== null) {
      return { last, matches: holdersOf(pairs, await this.#isSought(search, matcher, pairs)) };
    }
    const matches: Match[] = [];
    for (const { row, name, value } of pairs) {
      const verdicts = await matcher.match([name, ...leavesOf(value)]);
      if (verdicts.every((verdict) => verdict === null)) continue;
      matches.push({ id: row.mappingId, pair: row.digest, as: "pairs" });
    }
    return { last, matches };
  }

  /** True when one of a job's items (or other parsed data) holds what is looked for. */
  async isIn(search: Search, matcher: Matcher, data: readonly unknown[]): Promise<boolean> {
    if (search.pair === null) {
      const verdicts = await matcher.match(data.flatMap(leavesOf));
      return verdicts.some((verdict) => verdict !== null);
    }
    const pairs = data.flatMap((item) => Object.entries(attributesOf(item)));
    const names = await this.#nameDigests(pairs.map(([name]) => name));
    const sought = pairs.filter((_, i) => names[i] === search.pair?.name);
    const verdicts = await matcher.match(sought.map(([, value]) => textOf(value)));
    return verdicts.includes("normalised");
  }

  /** For an erasure by attribute: how each pair matches. */
  async #isSought(search: Search, matcher: Matcher, pairs: readonly OpenPair[]) {
    const names = await this.#nameDigests(pairs.map(({ name }) => name));
    const verdicts = await matcher.match(pairs.map(({ value }) => textOf(value)));
    return pairs.map(({ row }, i): "exact" | "normalised" | null => {
      if (hex(new Uint8Array(row.digest)) === search.pair?.digest) return "exact";
      const isSameName = names[i] === search.pair?.name;
      return isSameName && verdicts[i] === "normalised" ? "normalised" : null;
    });
  }

  async #nameDigests(names: readonly string[]): Promise<string[]> {
    const distinct = [...new Set(names)];
    const key = await this.#parts.keyring.digestKey();
    const digests = await digestAllIn(key, "attribute-name", distinct);
    const digestOf = new Map(distinct.map((name, i) => [name, hex(digests[i] as Uint8Array)]));
    return names.map((name) => digestOf.get(name) ?? "");
  }

  async #openPair(row: PairRow): Promise<OpenPair> {
    const { keyring, context } = this.#parts;
    const key = await keyring.dayKey(dayOf(row.created), row.keyVersion);
    if (key === null) throw new SearchOvertaken();
    const bytes = await open(key, row.sealed, context("attribute", row.mappingId));
    const [name, value] = JSON.parse(fromUtf8(bytes)) as [string, unknown];
    return { row, name, value };
  }
}

/** A key was destroyed between a read and its use: the slice is done again. */
class SearchOvertaken extends Error {
  constructor() {
    super("a day key was replaced while its mappings were read");
    this.name = "SearchOvertaken";
  }
}

/** A mapping whose other pairs name another holder loses the sought pair only. */
function holdersOf(
  pairs: readonly OpenPair[],
  verdicts: readonly ("exact" | "normalised" | null)[],
): Match[] {
  const shared = new Set(
    pairs.flatMap(({ row, name }, i) => (verdicts[i] ? [] : [`${row.mappingId} ${name}`])),
  );
  const exact = new Set(
    pairs.flatMap(({ row }, i) => (verdicts[i] === "exact" ? [row.mappingId] : [])),
  );
  const seen = new Set<number>();
  return pairs.flatMap(({ row, name }, i): Match[] => {
    const verdict = verdicts[i] ?? null;
    if (verdict === null) return [];
    const { mappingId: id, digest } = row;
    const isFirst = !seen.has(id);
    seen.add(id);
    if (shared.has(`${id} ${name}`)) return [{ id, pair: digest, as: "keptShared" }];
    const as = exact.has(id) ? "exact" : verdict;
    return isFirst ? [{ id, pair: null, as }] : [];
  });
}

/** Every text and number in parsed JSON, names of members included. */
function leavesOf(data: unknown): string[] {
  if (typeof data === "string") return [data];
  if (typeof data === "number") return [String(data)];
  if (typeof data !== "object" || data === null) return [];
  if (Array.isArray(data)) return data.flatMap(leavesOf);
  return Object.entries(data).flatMap(([name, value]) => [name, ...leavesOf(value)]);
}

function attributesOf(item: unknown): Record<string, unknown> {
  const { attributes } = (item ?? {}) as { attributes?: unknown };
  const isObject = typeof attributes === "object" && attributes !== null;
  return isObject && !Array.isArray(attributes) ? (attributes as Record<string, unknown>) : {};
}
