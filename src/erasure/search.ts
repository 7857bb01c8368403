// What an erasure by value, token or attribute searches for. A search holds keyed digests only, never a value, so it
// can be kept until the job ends and replayed after a restore. Pure.
import { Checksums, headLength } from "./checksums.ts";
import { digitsForm, normalForm } from "./normal-form.ts";

/** One form of a sought value: its length in UTF-16 units, small checksums, and its keyed digest. */
export interface SearchForm {
  readonly of: "text" | "digits";
  readonly length: number;
  /** Checksums of its head and of all of it: they rule out most fragments before a digest is made. */
  readonly head: number;
  readonly checksum: number;
  readonly digest: string;
}

/** The sought values or attribute. */
export interface SearchTerms {
  /** Digests of exact values, in hex. */
  readonly digests: readonly string[];
  readonly forms: readonly SearchForm[];
  /** For an erasure by attribute: digests of its name and of the exact pair, in hex. */
  readonly pair: { readonly name: string; readonly digest: string } | null;
}

/** The sought values or attribute, and the range to search. */
export interface Search extends SearchTerms {
  /** Mappings with higher ids are newer and not searched. */
  readonly upTo: number;
  /** Attribute pairs stored since an erasure with this or a higher serial number are not searched either. */
  readonly serial: number;
}

/** Counts of a search's matches up to now. */
export interface MatchCounts {
  readonly exact: number;
  readonly normalised: number;
  readonly contained: number;
  /** Mappings that lost only the pair, because other people use them too. */
  readonly keptShared: number;
  /** Attribute pairs removed from mappings of other values. */
  readonly pairs: number;
  /** Jobs whose payload and result were destroyed. */
  readonly jobs: number;
  /** Unfinished mask jobs that were submitted with a match; they mask it again. */
  readonly openJobs: number;
}

/** Counts before anything was found. */
export const NO_MATCHES: MatchCounts = {
  exact: 0,
  normalised: 0,
  contained: 0,
  keptShared: 0,
  pairs: 0,
  jobs: 0,
  openJobs: 0,
};

/** Number of mappings that matched. */
export function matchedMappings(counts: MatchCounts): number {
  return counts.exact + counts.normalised + counts.contained;
}

/** Add counts to counts. */
export function addCounts(a: MatchCounts, b: Partial<MatchCounts>): MatchCounts {
  const sum = { ...a };
  for (const name of Object.keys(NO_MATCHES) as (keyof MatchCounts)[]) {
    sum[name] = a[name] + (b[name] ?? 0);
  }
  return sum;
}

/** A form of a sought value before its digest is made. */
export interface PlainSearchForm extends Omit<SearchForm, "digest"> {
  readonly text: string;
}

/** The forms of a sought value: its normal form, and its digits if it is a number. */
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
