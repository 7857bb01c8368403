// Tells whether stored texts match a search. A search holds keyed digests only, so each candidate fragment of a text is
// digested and compared; the lengths and checksums in the search leave few fragments to digest.
import { hex } from "../../../core/ids.ts";
import { costOfLetters } from "../../../core/steps.ts";
import { type DigestKey, digestAllIn } from "../../../crypto/digest.ts";
import type { Search, SearchForm } from "../../../erasure/search.ts";
import { FragmentFinder, type TextFragment } from "../../../erasure/text-fragments.ts";
import { yieldBefore } from "../../../platform/yield-to-callers.ts";

/** Cost of comparing 64 KiB of text, and of telling long common heads apart between two pauses (core/steps.ts). */
const COST_OF_64_KIB = 7;
const HEADS_COST = 5;
/** Fragments digested at a time: a text may hold thousands of candidates. */
const FRAGMENTS_PER_BATCH = 64;

/** How a text matches: as a whole ("normalised"), in part ("contained"), or not at all. */
export type Verdict = "normalised" | "contained" | null;

/** Domain name of the digest of a search form. */
export function searchFormDomain(of: SearchForm["of"]): string {
  return `form-${of}`;
}

/** Compares texts with one search. */
export class Matcher {
  readonly search: Search;
  readonly #key: DigestKey;
  readonly #finder: FragmentFinder;
  /** Digests of texts and of digits differ, because they are made in different domains. */
  readonly #digests: ReadonlySet<string>;

  constructor(search: Search, digestKey: DigestKey) {
    this.search = search;
    this.#key = digestKey;
    this.#finder = new FragmentFinder(search.forms);
    this.#digests = new Set(search.forms.map(({ digest }) => digest));
  }

  /** The number of sought forms. */
  get size(): number {
    return this.#digests.size;
  }

  async match(texts: readonly string[]): Promise<Verdict[]> {
    const verdicts: Verdict[] = [];
    if (this.#digests.size === 0) return texts.map(() => null);
    for (const text of texts) {
      await yieldBefore(costOfLetters(text.length, COST_OF_64_KIB));
      verdicts.push(await this.#verdict(text));
    }
    return verdicts;
  }

  async #verdict(text: string): Promise<Verdict> {
    // The finder gives the whole text first, so the first batch holds it.
    let batch: TextFragment[] = [];
    for (const fragment of this.#finder.fragmentsIn(text)) {
      if (fragment === null) {
        await yieldBefore(HEADS_COST);
        continue;
      }
      batch.push(fragment);
      if (batch.length < FRAGMENTS_PER_BATCH) continue;
      const verdict = await this.#best(batch);
      if (verdict !== null) return verdict;
      batch = [];
    }
    return batch.length === 0 ? null : this.#best(batch);
  }

  async #best(fragments: readonly TextFragment[]): Promise<Verdict> {
    const ofText = fragments.filter(({ of }) => of === "text");
    const ofDigits = fragments.filter(({ of }) => of === "digits");
    const sought = [
      ...(await this.#sought("text", ofText)),
      ...(await this.#sought("digits", ofDigits)),
    ];
    if (sought.some(({ isWhole }) => isWhole)) return "normalised";
    return sought.length > 0 ? "contained" : null;
  }

  async #sought(of: SearchForm["of"], fragments: readonly TextFragment[]): Promise<TextFragment[]> {
    const texts = fragments.map(({ text }) => text);
    const digests = await digestAllIn(this.#key, searchFormDomain(of), texts);
    return fragments.filter((_, i) => this.#digests.has(hex(digests[i] ?? new Uint8Array(0))));
  }
}
