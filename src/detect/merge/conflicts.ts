// Resolves conflicts between overlapping findings. Time grows with the number and total length of the findings; no two
// findings are compared with each other.

import { isNameType, OWN_PREFIX, type Span } from "../span.ts";
import { codePointBefore } from "../text/chars.ts";

/** A finding, and its recognizer's rank in the order of precedence (0 first). */
export interface Ranked {
  readonly span: Span;
  readonly rank: number;
  /** Its recognizer relies on the words beside a value. */
  readonly isLabelled: boolean;
}

/** Findings with at least this score have passed a check digit or a grammar. */
const CHECKED = 0.95;
/** A word that can be a name: a capital or a letter of a script without case, and one more letter. */
const NAME_WORD = /[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}]/u;
const LONG_WORD = /\p{L}{3}/u;
const HAS_CAPITAL = /[\p{Lu}\p{Lt}\p{Lo}]/u;
const FIRST_OF_WORD = /[\p{L}\p{N}]/u;
/** What a name may end with: no blank, no punctuation. */
const LAST_OF_WORD = /[\p{L}\p{N}\p{M}]/u;

/**
 * How strongly a character is taken, as one byte, in rising order: by nobody; by a finding that may contain others (a URL); by
 * an unreported finding (MIN_STRENGTH plus its score in percent); by an unreported finding that explains little (the same,
 * above all of those); by a reported finding.
 */
const FREE = 0;
const MIN_STRENGTH = 1;
const PERCENT = 100;
const MAX_SCORE_STRENGTH = MIN_STRENGTH + PERCENT;
/** Added to the strength of a finding that explains little: one known by its label, or a value that may contain others. */
const EXPLAINS_LITTLE = MAX_SCORE_STRENGTH + 1;
const REPORTED = 255;

/** Structured findings with at least this score have a form of their own. */
const FORMED = 0.7;

/**
 * Findings without overlap, by start. `isReported`: whether findings of a type reach the caller in the end.
 *
 * Precedence: checked values (score at least 0.95) that are no names, and values of a policy's own types, which the
 * namespace asked for, win over every name, so that no name around an e-mail address swallows it. Structured values resolve
 * overlaps among themselves before that. Then the longest wins, then a checked one, then the higher score, then the earlier
 * recognizer, then the earlier position. A loser keeps its part outside the winner, so that no character a recognizer
 * claimed stays unmasked; of a name only the parts that can be names stay.
 *
 * An unreported finding still wins as an explanation: a date must not come back as a phone number. It hides only weaker
 * findings: one with at least its score, or a checked one, takes its characters back, and an unreported name that overlaps a
 * structured value is dropped. An unreported URL hides nothing inside it. An unreported e-mail address, and a value known by
 * its label alone ("password: 212-555-0123"), hide no structured value with a form of its own.
 */
export function resolveConflicts(
  text: string,
  found: readonly Ranked[],
  isReported: (type: string) => boolean,
): Span[] {
  const sorted = found.length < 2 ? found : [...found].sort(byStart);
  const resolved: Span[] = [];
  // Findings connected by overlaps are resolved as a group; most findings overlap none.
  for (let from = 0; from < sorted.length; ) {
    const first = sorted[from] as Ranked;
    let to = from + 1;
    let end = first.span.end;
    for (let next = sorted[to]; next !== undefined && next.span.start < end; next = sorted[++to]) {
      end = Math.max(end, next.span.end);
    }
    if (to - from === 1) resolved.push(first.span);
    else
      for (const span of resolveGroup(text, sorted.slice(from, to), isReported))
        resolved.push(span);
    from = to;
  }
  return resolved;
}

/** Whether a policy's own recognizer found it. */
function isOwn({ recognizer }: Span): boolean {
  return recognizer.startsWith(OWN_PREFIX);
}

function byStart(a: Ranked, b: Ranked): number {
  return a.span.start - b.span.start;
}

/** `resolveConflicts` for one group of connected findings. */
function resolveGroup(text: string, all: Ranked[], isReported: (type: string) => boolean): Span[] {
  const offset = all[0]?.span.start ?? 0;
  const width = all.reduce((end, { span }) => Math.max(end, span.end), 0) - offset;
  const found = withoutDates(text, new TakenCharacters(offset, width), all, isReported);
  const ordered = contenders(
    new TakenCharacters(offset, width),
    found.sort(byPrecedence),
    isReported,
  );
  const structured = ordered.filter((span) => !isNameType(span.entityType));
  const checked = longestFirst(new TakenCharacters(offset, width), structured).filter(
    (span) => span.score >= CHECKED || isOwn(span),
  );
  const weak = new Set(found.filter(explainsLittle).map(({ span }) => span));
  const taken = new TakenCharacters(offset, width);
  const kept = new Set<Span>();
  const losers: Span[] = [];
  for (const span of [...checked, ...ordered]) {
    if (kept.has(span)) continue;
    if (taken.isFree(span)) {
      kept.add(span);
      taken.fill(isReported(span.entityType) ? REPORTED : strengthOf(span, weak), span);
    } else {
      losers.push(span);
    }
  }
  const parts = losers
    .filter((span) => isReported(span.entityType))
    .flatMap((span) => partsOf(text, span, taken));
  // Drop unreported winners that lost characters to a part: the caller never sees them.
  const winners = [...kept].filter(
    (span) => isReported(span.entityType) || taken.isWhole(span, strengthOf(span, weak)),
  );
  return [...winners, ...parts].sort((a, b) => a.start - b.start);
}

/**
 * The findings, with an unreported date cut off the end of names ("Maria Gomez May" before "5, 2024"). Addresses keep it,
 * since a month may be the first word of a street.
 */
function withoutDates(
  text: string,
  dates: TakenCharacters,
  found: Ranked[],
  isReported: (type: string) => boolean,
): Ranked[] {
  if (isReported("DATE")) return found;
  const isDate = ({ entityType, score }: Span) => entityType === "DATE" && score >= CHECKED;
  const sure = found.filter(({ span }) => isDate(span));
  if (sure.length === 0) return found;
  for (const { span } of sure) dates.fill(REPORTED, span);
  return found.map((ranked) => {
    const { span } = ranked;
    let { end } = span;
    if (!DATELESS.has(span.entityType)) return ranked;
    while (end > span.start && dates.at(end - 1) === REPORTED) end--;
    const whole = span.start + text.slice(span.start, end).trimEnd().length;
    return end === span.end || whole === span.start
      ? ranked
      : { ...ranked, span: { ...span, end: whole } };
  });
}

const DATELESS: ReadonlySet<string> = new Set(["PERSON", "ORGANIZATION", "LOCATION"]);

/** How strongly each character is taken, from an offset on. */
class TakenCharacters {
  readonly #strengths: Uint8Array;
  readonly #offset: number;

  constructor(offset: number, width: number) {
    this.#offset = offset;
    this.#strengths = new Uint8Array(width);
  }

  at(index: number): number {
    return this.#strengths[index - this.#offset] ?? REPORTED;
  }

  fill(strength: number, { start, end }: Span): void {
    this.#strengths.fill(strength, start - this.#offset, end - this.#offset);
  }

  isFree(span: Span): boolean {
    return this.isWhole(span, FREE);
  }

  /** Whether every character of `span` is taken with this strength. */
  isWhole({ start, end }: Span, strength: number): boolean {
    for (let at = start; at < end; at++) if (this.at(at) !== strength) return false;
    return true;
  }
}

function byPrecedence(a: Ranked, b: Ranked): number {
  return (
    lengthOf(b.span) - lengthOf(a.span) ||
    Number(b.span.score >= CHECKED) - Number(a.span.score >= CHECKED) ||
    b.span.score - a.span.score ||
    a.rank - b.rank ||
    a.span.start - b.span.start
  );
}

function lengthOf(span: Span): number {
  return span.end - span.start;
}

/** The findings without unreported names that overlap a structured value. */
function contenders(
  structured: TakenCharacters,
  found: readonly Ranked[],
  isReported: (type: string) => boolean,
): Span[] {
  for (const { span } of found) if (!isNameType(span.entityType)) structured.fill(REPORTED, span);
  return found.flatMap(({ span }) => {
    const isSeen = isReported(span.entityType) || !isNameType(span.entityType);
    return isSeen || structured.isFree(span) ? [span] : [];
  });
}

/** Those of `ordered` that overlap none kept before them. */
function longestFirst(taken: TakenCharacters, ordered: readonly Span[]): Span[] {
  return ordered.filter((span) => {
    const isWinner = taken.isFree(span);
    if (isWinner) taken.fill(REPORTED, span);
    return isWinner;
  });
}

/** Whether structured values with a form of their own may take its characters (not if it passed a check). */
function explainsLittle({ span, isLabelled }: Ranked): boolean {
  return span.entityType === "EMAIL_ADDRESS" || (isLabelled && span.score < CHECKED);
}

function strengthOf(span: Span, weak: ReadonlySet<Span>): number {
  // A value inside a URL is no rival reading of it: both are there.
  if (span.entityType === "URL") return MIN_STRENGTH;
  return strengthOfScore(span) + (weak.has(span) ? EXPLAINS_LITTLE : 0);
}

function strengthOfScore({ score }: Span): number {
  return MIN_STRENGTH + Math.round(PERCENT * Math.min(1, Math.max(0, score)));
}

/** Whether `span` may take a character that is taken with this strength. */
function mayTake(strength: number, span: Span): boolean {
  if (strength === FREE) return true;
  if (strength === REPORTED) return false;
  if (span.score >= CHECKED) return true;
  const isFormed = span.score >= FORMED && !isNameType(span.entityType);
  if (strength < EXPLAINS_LITTLE) return strengthOfScore(span) >= strength;
  return isFormed || strengthOfScore(span) >= strength - EXPLAINS_LITTLE;
}

/** The parts that a loser keeps, which it then takes. */
function partsOf(text: string, loser: Span, taken: TakenCharacters): Span[] {
  // Tested once: a loser can have as many parts as it has characters.
  const isLower = !HAS_CAPITAL.test(text.slice(loser.start, loser.end));
  const parts: Span[] = [];
  let at = loser.start;
  while (at < loser.end) {
    if (!mayTake(taken.at(at), loser)) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < loser.end && mayTake(taken.at(end), loser)) end++;
    const part = partAt(text, loser, at, end, isLower);
    if (part !== null) {
      parts.push(part);
      taken.fill(REPORTED, part);
    }
    at = end;
  }
  return parts;
}

/** The part of a loser from `from` to `to`, trimmed; null if none of it can stay. */
function partAt(
  text: string,
  loser: Span,
  from: number,
  to: number,
  isLower: boolean,
): Span | null {
  const part = text.slice(from, to);
  if (!FIRST_OF_WORD.test(part)) return null;
  if (from === loser.start && to === loser.end) return loser;
  if (!isNameType(loser.entityType)) {
    const start = from + (part.length - part.trimStart().length);
    return { ...loser, start, end: start + part.trim().length };
  }
  // A house number is part of an address, though no name. "of" and "on the" are parts of nothing, but the parts of a name
  // written without capitals have none either.
  const isPlace = loser.entityType === "ADDRESS" || loser.entityType === "ZIP";
  const canStay = isPlace || NAME_WORD.test(part) || (isLower && LONG_WORD.test(part));
  if (!canStay) return null;
  const start = from + part.search(FIRST_OF_WORD);
  let end = to;
  for (let last = lastChar(text, end); !LAST_OF_WORD.test(last); last = lastChar(text, end)) {
    end -= last.length;
  }
  return { ...loser, start, end };
}

function lastChar(text: string, end: number): string {
  return String.fromCodePoint(codePointBefore(text, end));
}
