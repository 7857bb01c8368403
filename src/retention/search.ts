// What an erasure by value, token or attribute looks for. A search holds keyed digests only, never a
// value, so it can be kept until the job ends and replayed after a restore; candidates cut a stored
// text into the pieces whose digests are worth comparing. Pure.
import { digitsForm, digitsOf, normalForm } from "./normal-form.ts";

/** One form a sought value has: its length in UTF-16 units, a small checksum, and its keyed digest. */
export interface Form {
  readonly of: "text" | "digits";
  readonly length: number;
  /** Tells most other pieces of that length apart before a digest is made. */
  readonly checksum: number;
  /** Keyed digest as hexadecimal digits. */
  readonly digest: string;
}

/** What is looked for. */
export interface Sought {
  /** Digests of exact values, as hexadecimal digits. */
  readonly digests: readonly string[];
  readonly forms: readonly Form[];
  /** For an erasure by attribute: digests of its name and of the exact pair, as hexadecimal digits. */
  readonly pair: { readonly name: string; readonly digest: string } | null;
}

/** What is looked for, and where. */
export interface Search extends Sought {
  /** Mappings with higher ids came later and are none of this search's business. */
  readonly upTo: number;
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

/** A piece of a stored text. */
export interface Candidate {
  readonly of: "text" | "digits";
  readonly text: string;
  /** The whole text, not a part of it. */
  readonly isWhole: boolean;
}

/** Lengths of sought forms, so that only pieces of such a length are cut. */
export interface SoughtLengths {
  readonly text: ReadonlySet<number>;
  readonly digits: ReadonlySet<number>;
}

/** A part of a longer text must have this many units: single letters are in every text. */
const MIN_PART = 2;

/** The forms of a sought value: normal form, and digits where it is a number. */
export function formsOf(value: string): { of: "text" | "digits"; text: string }[] {
  const normal = normalForm(value);
  const digits = digitsForm(normal);
  return [
    ...(normal === "" ? [] : [{ of: "text" as const, text: normal }]),
    ...(digits === null ? [] : [{ of: "digits" as const, text: digits }]),
  ];
}

/** Pieces of a stored text that could be what is sought: all of it, and its parts between words. */
export function candidatesOf(text: string, lengths: SoughtLengths): Candidate[] {
  const normal = normalForm(text);
  const found: Candidate[] = [];
  if (lengths.text.has(normal.length)) found.push({ of: "text", text: normal, isWhole: true });
  if (lengths.text.size > 0) pushParts(found, normal, lengths.text);
  if (lengths.digits.size > 0) pushDigits(found, normal, lengths.digits);
  return found;
}

/** A checksum of 16 bits (FNV-1a, folded). Not secret: it stands beside a digest, sealed like it. */
export function checksumOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash ^ (hash >>> 16)) & 0xffff;
}

function pushParts(found: Candidate[], text: string, lengths: ReadonlySet<number>): void {
  const shortest = Math.max(MIN_PART, Math.min(...lengths));
  if (text.length <= shortest) return;
  const edges = wordEdges(text);
  const isEdge = new Set(edges);
  for (const start of edges) {
    for (const length of lengths) {
      const end = start + length;
      if (length < MIN_PART || length >= text.length || !isEdge.has(end)) continue;
      found.push({ of: "text", text: text.slice(start, end), isWhole: false });
    }
  }
}

/** Offsets at which no word is cut, both ends of the text included. */
function wordEdges(text: string): number[] {
  const edges = [0];
  let before = "";
  let at = 0;
  for (const char of text) {
    if (at > 0 && !(isJoined(before) && isJoined(char))) edges.push(at);
    before = char;
    at += char.length;
  }
  edges.push(text.length);
  return edges;
}

/** Letters, marks and digits that join into words. Scripts that write without spaces do not. */
function isJoined(char: string): boolean {
  return (
    /[\p{L}\p{M}\p{N}]/u.test(char) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
      char,
    )
  );
}

/** Groups of digits with up to three separators in between, as numbers are written. */
const NUMBER = /\p{Nd}+(?:[\s.\-/()+\u2010-\u2015]{1,3}\p{Nd}+)*/gu;

function pushDigits(found: Candidate[], text: string, lengths: ReadonlySet<number>): void {
  const whole = digitsForm(text);
  if (whole !== null && lengths.has(whole.length)) {
    found.push({ of: "digits", text: whole, isWhole: true });
  }
  for (const [number] of text.matchAll(NUMBER)) {
    const groups = number.split(/[^\p{Nd}]+/u).map(digitsOf);
    for (let from = 0; from < groups.length; from++) {
      let digits = "";
      for (let to = from; to < groups.length && digits.length < MAX_DIGITS; to++) {
        digits += groups[to];
        if (!lengths.has(digits.length) || digits === whole) continue;
        found.push({ of: "digits", text: digits, isWhole: false });
      }
    }
  }
}

/** Longer numbers stand for nobody; bounds the work on a text full of digits. */
const MAX_DIGITS = 64;
