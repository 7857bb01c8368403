// What an erasure by value, token or attribute looks for. A search holds keyed digests only, never a
// value, so it can be kept until the job ends and replayed after a restore. Pure.
import { Checksums, headLength } from "./checksums.ts";
import { digitsForm, normalForm } from "./normal-form.ts";

/** One form of a value that is looked for: its length in UTF-16 units, small checksums, and its keyed digest. */
export interface SearchForm {
  readonly of: "text" | "digits";
  readonly length: number;
  /** These tell most other fragments apart before a digest is made: of its first letters, and of all. */
  readonly head: number;
  readonly checksum: number;
  /** Keyed digest as hexadecimal digits. */
  readonly digest: string;
}

/** What is looked for. */
export interface SearchTerms {
  /** Digests of exact values, as hexadecimal digits. */
  readonly digests: readonly string[];
  readonly forms: readonly SearchForm[];
  /** For an erasure by attribute: digests of its name and of the exact pair, as hexadecimal digits. */
  readonly pair: { readonly name: string; readonly digest: string } | null;
}

/** What is looked for, and where. */
export interface Search extends SearchTerms {
  /** Mappings with higher ids came later and are none of this search's business. */
  readonly upTo: number;
  /** Nor are attribute pairs that say they were kept since an erasure with this serial number, or a later one. */
  readonly serial: number;
}

/** Counts of a search's matches so far. */
export interface MatchCounts {
  readonly exact: number;
  readonly normalised: number;
  readonly contained: number;
  /** Mappings that lost only the pair, because another holder uses them too. */
  readonly keptShared: number;
  /** Attribute pairs taken from mappings of other values. */
  readonly pairs: number;
  /** Jobs whose payload and result were destroyed. */
  readonly jobs: number;
  /** Mask jobs, not finished yet, that were submitted with a match; they mask it anew. */
  readonly openJobs: number;
}

/** Nothing found yet. */
export const NO_MATCHES: MatchCounts = {
  exact: 0,
  normalised: 0,
  contained: 0,
  keptShared: 0,
  pairs: 0,
  jobs: 0,
  openJobs: 0,
};

/** Mappings that matched. */
export function matchedMappings(counts: MatchCounts): number {
  return counts.exact + counts.normalised + counts.contained;
}

/** Two counts as one. */
export function addCounts(a: MatchCounts, b: Partial<MatchCounts>): MatchCounts {
  const sum = { ...a };
  for (const name of Object.keys(NO_MATCHES) as (keyof MatchCounts)[]) {
    sum[name] = a[name] + (b[name] ?? 0);
  }
  return sum;
}

/** A value that is looked for in one of its forms, before it is digested. */
export interface PlainSearchForm extends Omit<SearchForm, "digest"> {
  readonly text: string;
}

/** The forms of a value that is looked for: normal form, and digits where it is a number. */
export function searchFormsOf(value: string): PlainSearchForm[] {
  const normal = normalForm(value);
  const digits = digitsForm(normal);
  return [
    ...(normal === "" ? [] : [plainSearchForm("text", normal)]),
    ...(digits === null ? [] : [plainSearchForm("digits", digits)]),
  ];
}

function plainSearchForm(of: SearchForm["of"], text: string): PlainSearchForm {
  const sums = new Checksums(text);
  const { length } = text;
  const head = sums.of(0, headLength(length));
  return { of, text, length, head, checksum: sums.of(0, length) };
}
