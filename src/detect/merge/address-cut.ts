// Cuts a postal address into its street and the parts after it, each a value of its own. Lines and commas separate the
// parts, as in the addresses of most countries (UPU S42).

import type { Span } from "../span.ts";
import type { TextRange } from "../text/chars.ts";

/** How addresses are reported: as one value each, or as separate street, towns, states and postcodes. */
export type AddressForm = "whole" | "parts";

/** One part: text without separators. */
const PART = /[^,;\r\n]+/g;
/** Postcodes as most countries write them: digits, Brazilian, Portuguese, British, Canadian, Dutch. */
const CODE =
  "(?:\\d{5}-\\d{3,4}|\\d{4}-\\d{3}|\\d{2}-\\d{3}|\\d{3} \\d{2}|\\d{4,6}|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d)";
const CODE_AFTER = new RegExp(`(?:^| )(${CODE})$`);
/** Before a dash the number is a house number in Brazil: ", 1500 - Bela Vista". */
const CODE_BEFORE = new RegExp(`^(\\d{4} [A-Z]{2}|${CODE})(?= [^–-]|$)`);
/** Japanese addresses run from large to small: postcode, prefecture with city and ward, the rest. */
const JAPANESE =
  /^(〒?\d{3}[-－]\d{4}[ \u3000]*)?((?:東京都|北海道|京都府|大阪府|\p{sc=Han}{2,3}県)(?:[\p{L}ー々]{1,6}?[市区町村郡])?(?:\p{sc=Han}{1,3}区)?)/u;
const DIGIT = /\d/;
/** Digits of any script: a postcode in Devanagari digits matches no form here, but is still a part. */
const LETTER = /[\p{L}\p{N}]/u;
/** Parts of a building, which sometimes have no number. */
const UNIT = /^(?:apt|apartment|building|block|flat|floor|room|suite|ste|unit)\b/i;
/** A longer part is neither a town nor a postcode. */
const MAX_CHARS = 80;

/** `spans` (by start, without overlap), with each ADDRESS cut into an ADDRESS (the street), LOCATION and ZIP. */
export function cutAddresses(text: string, spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => (span.entityType === "ADDRESS" ? partsOf(text, span) : [span]));
}

function partsOf(text: string, span: Span): Span[] {
  const japanese = JAPANESE.exec(text.slice(span.start, span.start + MAX_CHARS));
  if (japanese !== null) return fromLargeToSmall(text, span, japanese);
  const parts: TextRange[] = [];
  for (const { 0: part, index } of text.slice(span.start, span.end).matchAll(PART)) {
    const start = span.start + index + (part.length - part.trimStart().length);
    if (part.trim() !== "") parts.push({ start, end: start + part.trim().length });
  }
  const last = parts.findLastIndex((part, i) => isStreet(text.slice(part.start, part.end), i));
  const street = { ...span, end: parts[last]?.end ?? span.end };
  const code = CODE_AFTER.exec(tailOf(text, street))?.[1];
  // "12 High Street Bath BA1 1AA": cut the postcode off only if the street keeps a number.
  const hasCode =
    code !== undefined && DIGIT.test(text.slice(span.start, street.end - code.length));
  const found = hasCode ? cutAfter(text, street, code, "ADDRESS") : [street];
  return [
    ...found,
    ...parts.slice(last + 1).flatMap((part) => placesOf(text, { ...span, ...part })),
  ];
}

function fromLargeToSmall(text: string, span: Span, [whole, code = ""]: readonly string[]): Span[] {
  const place = span.start + code.length;
  const after = text.slice(span.start + (whole as string).length, span.end);
  const street = span.end - after.trimStart().length;
  const found: Span[] = [
    { ...span, start: place, end: span.start + (whole as string).length, entityType: "LOCATION" },
  ];
  if (code !== "")
    found.unshift({ ...span, end: span.start + code.trimEnd().length, entityType: "ZIP" });
  if (street < span.end) found.push({ ...span, start: street });
  return found;
}

function tailOf(text: string, { start, end }: TextRange): string {
  return text.slice(Math.max(start, end - MAX_CHARS), end);
}

/** Whether the part belongs to the street: it is first, names a unit, is long, or has a number that is no postcode. */
function isStreet(part: string, i: number): boolean {
  if (i === 0 || UNIT.test(part) || part.length > MAX_CHARS) return true;
  return DIGIT.test(part.replace(CODE_BEFORE, "").replace(CODE_AFTER, ""));
}

/** A town, state or country, and the postcode before or after it. */
function placesOf(text: string, part: Span): Span[] {
  const written = text.slice(part.start, part.end);
  const before = CODE_BEFORE.exec(written)?.[1];
  if (before === undefined) {
    const after = CODE_AFTER.exec(written)?.[1];
    return cutAfter(text, part, after ?? "", "LOCATION");
  }
  const end = part.start + before.length;
  const town = written.slice(before.length);
  const start = end + (town.length - town.trimStart().length);
  const code: Span = { ...part, end, entityType: "ZIP" };
  return start < part.end ? [code, { ...part, start, entityType: "LOCATION" }] : [code];
}

/** The text before the postcode at the end, as `type`, and the postcode; `code` is "" if there is none. */
function cutAfter(text: string, part: Span, code: string, type: string): Span[] {
  const at = part.end - code.length;
  const end = part.start + text.slice(part.start, at).trimEnd().length;
  const found: Span[] = [];
  if (LETTER.test(text.slice(part.start, end)) || type === "ADDRESS")
    found.push({ ...part, end, entityType: type });
  if (code !== "") found.push({ ...part, start: at, entityType: "ZIP" });
  return found;
}
