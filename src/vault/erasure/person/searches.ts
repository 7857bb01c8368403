// Makes the search of an erasure request, and seals and opens searches, which hold digests of personal data.

import { hex } from "../../../core/ids.ts";
import type { Blinding } from "../../../crypto/blinding.ts";
import { digestAllIn, digestIn } from "../../../crypto/digest.ts";
import { fromUtf8, utf8, utf8All } from "../../../crypto/encoding.ts";
import { importSealingKey, open, seal } from "../../../crypto/seal.ts";
import {
  type PlainSearchForm,
  type Search,
  type SearchForm,
  type SearchTerms,
  searchFormsOf,
} from "../../../erasure/search.ts";
import { inPortions } from "../../../platform/yield-to-callers.ts";
import { MAX_TOKEN_LENGTH } from "../../../tokens/reading/tagged.ts";
import { findWrapped } from "../../../tokens/reading/wrappers.ts";
import type { PersonQuery } from "../../deletion-rpc.ts";
import type { JobRules } from "../../jobs/job-rules.ts";
import type { Unmasker } from "../../mappings/unmasker.ts";
import { type NamespaceBase, NamespacePart } from "../../namespace-base.ts";
import type { DeletionRow } from "../../store/deletion-row.ts";
import { Matcher, searchFormDomain } from "./matcher.ts";

interface Parts extends NamespaceBase {
  readonly unmasker: Unmasker;
  readonly rules: JobRules;
}

/** A sealed search, and the time of its request (milliseconds since 1970). */
type Sealed = Pick<DeletionRow, "search" | "accepted">;

/** Makes, seals and opens searches of one namespace. */
export class Searches extends NamespacePart<Parts> {
  /** The search for a person. Tokens are replaced by their values; tokens without a value are left out. */
  async of(person: PersonQuery): Promise<SearchTerms> {
    if (person.target === "attribute") return this.#ofAttribute(person.key, person.value);
    const values = person.target === "value" ? person.values : await this.#valuesOf(person.tokens);
    return this.#ofValues([...new Set(values)]);
  }

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
    const terms = await this.#open(row);
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

  /** Open the search of an unfinished deletion. Throws UnreadableSearch when it is damaged or gone. */
  async open(row: DeletionRow): Promise<Search> {
    const terms = await this.#open(row);
    if (terms === null) throw new UnreadableSearch();
    return { ...terms, upTo: row.cutoff_id ?? 0, serial: row.serial };
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

  async #ofValues(values: readonly string[]): Promise<SearchTerms> {
    const digests = await (await this.parts.keyring.digestKey()).digestAll(utf8All(values));
    const forms = await this.#forms(values);
    return { digests: digests.map(hex), forms, pair: null };
  }

  async #ofAttribute(key: string, value: unknown): Promise<SearchTerms> {
    const digestKey = await this.parts.keyring.digestKey();
    const digest = await digestIn(digestKey, "attribute", JSON.stringify([key, value]));
    const name = await digestIn(digestKey, "attribute-name", key);
    const forms = await this.#forms([textOf(value)]);
    const pair = { digest: hex(digest), name: hex(name) };
    return { digests: [], forms, pair };
  }

  async #valuesOf(tokens: readonly string[]): Promise<string[]> {
    const { wrappers } = await this.parts.rules.wrappers();
    // A text that holds a token among other text is left out: the request is not about that text.
    const whole = tokens.flatMap((token) => {
      const [span, ...others] = findWrapped(token, wrappers, true);
      if (span === undefined) return token.length > MAX_TOKEN_LENGTH ? [] : [token];
      const isWhole = others.length === 0 && span.start === 0 && span.end === token.length;
      return isWhole ? [span.content, ...(span.longer ?? [])] : [];
    });
    const { values } = await this.parts.unmasker.unmask({ tokens: whole }, null);
    return values.filter((value) => value !== null);
  }

  async #forms(values: readonly string[]): Promise<SearchForm[]> {
    const digestKey = await this.parts.keyring.digestKey();
    const all = new Map<string, PlainSearchForm>();
    await inPortions(
      values,
      async (some) => {
        for (const form of some.flatMap(searchFormsOf)) all.set(`${form.of} ${form.text}`, form);
      },
      ({ length }) => length,
    );
    const forms: SearchForm[] = [];
    for (const of of ["text", "digits"] as const) {
      const some = [...all.values()].filter((form) => form.of === of);
      const texts = some.map(({ text }) => text);
      const digests = await digestAllIn(digestKey, searchFormDomain(of), texts);
      some.forEach(({ length, head, checksum }, i) => {
        forms.push({ of, length, head, checksum, digest: hex(digests[i] ?? new Uint8Array(0)) });
      });
    }
    return forms;
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

/** An attribute's value as text, so that 42 and "42" are the same value. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
