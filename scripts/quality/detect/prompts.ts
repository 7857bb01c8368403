// The corpus of prompts, tickets, logs, code, chat and notes (test/detect/prompts): texts of this project
// with marked invented values; and a score of how many of them auto-detect hides.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import type { GoldSpan } from "./gold.ts";

/** Parts of the corpus. Rules are written with the first part only; the last was written after all the rules. */
export const PROMPT_PARTS = ["developed on", "held out", "fresh"] as const;
type PromptPart = (typeof PROMPT_PARTS)[number];

/** A text of the corpus. */
export interface PromptRecord {
  /** The file's name, and the text's number in the whole corpus: "chat 12". */
  readonly id: string;
  readonly part: PromptPart;
  readonly text: string;
  /** Values that must be hidden, with entity types; those of type `ANY` may be hidden. */
  readonly spans: readonly GoldSpan[];
}

/** Values that may be hidden: names of public places and companies, addresses of public pages. */
const ANY = "?";
const FOLDER = join(PROJECT_ROOT, "test", "detect", "prompts");
const HELD_OUT = 3;
/** Files that belong to one part as a whole. */
const PART_OF: Readonly<Record<string, PromptPart>> = { fresh: "fresh", more: "developed on" };
const HEADING = /^=== (\d+)\n/m;
const MARK = /«([A-Z_]+|\?):([^»]*)»/;
/** Splits the prefix of an invented key, so that scanners for leaked keys ignore it; removed from the text. */
const BREAK = /\u00a6/g;

/** All texts of the corpus, in order. */
export function readPrompts(): PromptRecord[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .flatMap((name) => parsePrompts(name, readFileSync(join(FOLDER, name), "utf8")));
}

/** Parse a file: "=== 12" before each text, values as «TYPE:value». */
function parsePrompts(name: string, file: string): PromptRecord[] {
  const [, ...parts] = file.split(HEADING);
  const kind = name.replace(".txt", "");
  const records: PromptRecord[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const number = Number(parts[at]);
    const marked = (parts[at + 1] ?? "").replace(BREAK, "").trimEnd();
    records.push({ id: `${kind} ${number}`, part: partOf(kind, number), ...read(marked) });
  }
  return records;
}

function partOf(kind: string, number: number): PromptPart {
  return PART_OF[kind] ?? (number % HELD_OUT === 0 ? "held out" : "developed on");
}

function read(marked: string): { text: string; spans: GoldSpan[] } {
  const [first = "", ...parts] = marked.split(MARK);
  const spans: GoldSpan[] = [];
  let text = first;
  for (let at = 0; at < parts.length; at += 3) {
    const [type = "", value = "", behind = ""] = parts.slice(at, at + 3);
    spans.push({ start: text.length, end: text.length + value.length, type });
    text += value + behind;
  }
  return { text, spans };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** How much of a part of the corpus is hidden. */
export interface PromptScore {
  readonly words: number;
  /** By entity type: values that must be hidden, and how many have every letter and digit hidden. */
  readonly byType: ReadonlyMap<string, { readonly all: number; readonly hidden: number }>;
  /** "id: TYPE value" of each value that is not completely hidden. */
  readonly missed: readonly string[];
  /** "id: value" of each finding that touches no marked value. */
  readonly wrong: readonly string[];
  /** "id: value" of each finding that covers marked values and other words. */
  readonly wide: readonly string[];
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Compare the findings of `find` in each text with the marked values. */
export function scorePrompts(
  records: readonly PromptRecord[],
  find: (text: string) => readonly Range[],
): PromptScore {
  const byType = new Map<string, { all: number; hidden: number }>();
  const [missed, wrong, wide]: [string[], string[], string[]] = [[], [], []];
  let words = 0;
  for (const { id, text, spans } of records) {
    const found = find(text);
    words += text.match(WORD)?.length ?? 0;
    for (const span of spans.filter(({ type }) => type !== ANY)) {
      const count = byType.get(span.type) ?? { all: 0, hidden: 0 };
      byType.set(span.type, count);
      count.all++;
      const value = text.slice(span.start, span.end);
      if (isCovered(text, span, found)) count.hidden++;
      else missed.push(`${id}: ${span.type} ${value}`);
    }
    for (const span of found) {
      const told = `${id}: ${JSON.stringify(text.slice(span.start, span.end))}`;
      if (!spans.some((one) => one.start < span.end && span.start < one.end)) wrong.push(told);
      else if (!isCovered(text, span, spans)) wide.push(told);
    }
  }
  return { words, byType, missed, wrong, wide };
}

/** Whether each letter and digit of a range is inside one of `ranges`. */
function isCovered(text: string, { start, end }: Range, ranges: readonly Range[]): boolean {
  for (let at = start; at < end; at++) {
    const isInside = ranges.some((range) => range.start <= at && at < range.end);
    if (!isInside && /[\p{L}\p{N}]/u.test(text.charAt(at))) return false;
  }
  return true;
}

/** Share of hidden values, and false and too wide findings per thousand words. */
export function promptSums({ byType, words, wrong, wide }: PromptScore) {
  let [all, hidden] = [0, 0];
  for (const count of byType.values()) {
    all += count.all;
    hidden += count.hidden;
  }
  const perThousand = (list: readonly string[]) => (1000 * list.length) / words;
  return { all, hidden: hidden / all, wrong: perThousand(wrong), wide: perThousand(wide) };
}

/** Table of hidden values by entity type, "hidden of all", with a column for each of `PROMPT_PARTS`. */
export function promptTable(scores: readonly PromptScore[]): string {
  const types = [...new Set(scores.flatMap(({ byType }) => [...byType.keys()]))].sort();
  const cell = ({ byType }: PromptScore, type: string) => {
    const { all = 0, hidden = 0 } = byType.get(type) ?? {};
    return (all === 0 ? "-" : `${hidden} of ${all}`).padStart(12);
  };
  const row = (title: string, of: (one: PromptScore) => string) =>
    title.padEnd(30) + scores.map(of).join("");
  const last = (title: string, of: (one: ReturnType<typeof promptSums>) => string) =>
    row(title, (one) => of(promptSums(one)).padStart(12));
  return [
    "prompts, hidden by default".padEnd(30) + PROMPT_PARTS.map((one) => one.padStart(12)).join(""),
    ...types.map((type) => row(type, (one) => cell(one, type))),
    last("all, percent", ({ hidden }) => (100 * hidden).toFixed(1)),
    last("false positives / 1,000 words", ({ wrong }) => wrong.toFixed(2)),
    last("too wide / 1,000 words", ({ wide }) => wide.toFixed(2)),
  ].join("\n");
}
