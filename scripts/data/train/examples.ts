// Makes training examples from labelled records: which tags each token may have.

import { type Group, isByCharacter, isOfLanguages } from "../../../src/detect/tagger/groups.ts";
import { KIND, kindOfCode } from "../../../src/detect/tagger/letters.ts";
import {
  hasEnds,
  OUTSIDE,
  PLACE,
  TAG_COUNT,
  TAGGED_TYPES,
  tagOf,
} from "../../../src/detect/tagger/tags.ts";
import { markLanguages, type Tokens, tokenize } from "../../../src/detect/tagger/tokens.ts";
import type { GoldRecord, GoldSpan, LanguageRecord } from "../../quality/detect/gold.ts";

const ALL_TAGS = 2 ** TAG_COUNT - 1;

/** A text with the allowed tags of its tokens, as bits. */
export interface LabelledText {
  readonly source: string;
  readonly text: string;
  readonly tokens: Tokens;
  readonly allowed: Int32Array;
}

const typeBits = TAGGED_TYPES.map((_, type) => {
  const first = 0b11 << tagOf(type, PLACE.begin);
  return hasEnds(type) ? first | (0b11 << tagOf(type, PLACE.end)) : first;
});

/** Tags of types that a source does not label; they are allowed wherever it has no label. */
function unknownTags(record: GoldRecord): number {
  // Sources of running text contain hardly any addresses: unlabelled text counts as none.
  const unknown = TAGGED_TYPES.map((type, i) => {
    if (record.types.includes(type)) return 0;
    if (type === "ADDRESS" && !ADDRESSES_INSIDE.has(record.source)) return 0;
    return typeBits[i] as number;
  });
  return unknown.reduce((bits, bit) => bits | bit, 1 << OUTSIDE);
}

const ADDRESSES_INSIDE = new Set(["sec-filings", "uner-ewt"]);

/** Tokens of a record as the model of a group of languages sees them, with the allowed tags of each. */
export function labelled(
  record: GoldRecord & Partial<Pick<LanguageRecord, "lang">>,
  group: Group,
): LabelledText {
  const { text, source, lang: language } = record;
  const tokens = tokenize(text, undefined, isByCharacter(group));
  if (language !== undefined && isOfLanguages(group))
    markLanguages(tokens, [{ start: 0, end: text.length, language }], 0);
  const { count, start } = tokens;
  const allowed = new Int32Array(count).fill(unknownTags(record));
  const spans = [...record.spans].sort((a, b) => a.start - b.start);
  let at = 0;
  for (const span of spans) {
    while (at < count && (start[at] as number) < span.start) at++;
    const from = at;
    while (at < count && (start[at] as number) < span.end) at++;
    if (at > from) allow(record, span, allowed, from, at);
  }
  return { source, text, tokens, allowed };
}

function allow(
  record: GoldRecord,
  span: GoldSpan,
  allowed: Int32Array,
  from: number,
  to: number,
): void {
  const type = TAGGED_TYPES.indexOf(span.type as (typeof TAGGED_TYPES)[number]);
  if (type < 0) {
    if (span.type === "USERNAME" || span.type === "HASHTAG") allowed.fill(ALL_TAGS, from, to);
    return;
  }
  const value = record.text.slice(span.start, span.end);
  if (type === 3 && !hasLetter(value)) {
    allowed.fill(ALL_TAGS, from, to);
    return;
  }
  for (let i = from; i < to; i++) allowed[i] = 1 << tagOf(type, placeIn(type, i, from, to));
}

function placeIn(type: number, i: number, from: number, to: number): number {
  const isEnd = i === to - 1 && hasEnds(type);
  if (i === from) return isEnd ? PLACE.single : PLACE.begin;
  return isEnd ? PLACE.end : PLACE.inside;
}

function hasLetter(value: string): boolean {
  for (let i = 0; i < value.length; i++)
    if (kindOfCode(value.charCodeAt(i)) === KIND.letter) return true;
  return false;
}
