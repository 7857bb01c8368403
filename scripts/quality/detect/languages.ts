// Quality of names in languages other than English: in sources that the model has not seen, and in unseen
// documents of known sources.

import { LANGUAGES } from "../../../src/detect/language/languages.ts";
import { GROUPS, type Group } from "../../../src/detect/tagger/groups.ts";
import type { Report } from "../../run/cli/report.ts";
import { loadScorer, type Score } from "./benchmark.ts";
import { type Judged, judge } from "./calibration.ts";
import {
  type Fold,
  foldByDocument,
  foldsBySource,
  GENERATED,
  keptModel,
  type OtherGroup,
} from "./folds.ts";
import type { GoldSpan, LanguageRecord } from "./gold.ts";
import { predict } from "./predictions.ts";

const OTHER_GROUPS = Object.keys(GROUPS).filter((group): group is OtherGroup => group !== "en");

/** Findings in texts of all other languages, each by a model that has not seen it. */
export interface Unseen {
  readonly records: LanguageRecord[];
  readonly found: Map<string, { readonly id: string; readonly spans: GoldSpan[] }>;
  /** The tagger's findings, by group. */
  readonly judged: Map<Group, Judged[]>;
}

/** Search the texts. Missing models are trained first, up to half a minute each. */
export async function searchUnseen(
  report: Report,
  folder: string,
  by: "source" | "document",
): Promise<Unseen> {
  const unseen: Unseen = { records: [], found: new Map(), judged: new Map() };
  for (const group of OTHER_GROUPS) {
    const folds = by === "source" ? foldsBySource(folder, group) : [foldByDocument(folder, group)];
    for (const one of folds) {
      await report.step(
        `${group} without ${one.name}`,
        async () => searchFold(group, one, unseen),
        (records) => `${records} records`,
      );
    }
  }
  return unseen;
}

function searchFold(group: Group, { held, rest }: Fold, { records, found, judged }: Unseen) {
  const model = keptModel(group, rest, () => {});
  records.push(...held);
  for (const [id, spans] of predict(held, model, group)) found.set(id, spans);
  judged.set(group, [...(judged.get(group) ?? []), ...judge(held, model, group)]);
  return held.length;
}

/** One line per language: first texts written by people, then generated ones. */
export async function languageTable(folder: string, unseen: Unseen): Promise<string> {
  const score = await loadScorer(folder);
  const lines = [false, true].flatMap((isGenerated) => {
    const scores = LANGUAGES.filter((language) => language !== "en").flatMap((language) => {
      const list = unseen.records.filter(
        ({ lang, source }) => lang === language && (source === GENERATED) === isGenerated,
      );
      if (list.length === 0) return [];
      const wrong = falseFindings(list, unseen.found);
      const named = score(
        list.filter(({ spans }) => spans.length > 0),
        unseen.found,
      );
      return [lineOf(language, score(list, unseen.found), wrong, named)];
    });
    return [isGenerated ? "generated texts" : "texts that people wrote", ...scores];
  });
  return lines.join("\n");
}

function lineOf(
  language: string,
  { char, perType }: Score,
  wrong: number,
  { char: named }: Score,
): string {
  const percent = (share: number) => (100 * share).toFixed(1).padStart(5);
  const types = ["PERSON", "LOCATION", "ORGANIZATION"].map(
    (type) => `${type} ${percent(perType[type]?.overlap.f1 ?? 0)}`,
  );
  const masking = `masking recall ${percent(char.recall)}, precision ${percent(char.precision)} (of records with labels ${percent(named.precision)})`;
  return [language, masking, ...types, `false findings ${wrong.toFixed(2)}`].join("  ");
}

/**
 * Findings per thousand words in records without any entity. Only types that the record labels count: a date is not
 * false where only names are labelled. Words as in Unicode (UAX 29), from a dictionary in scripts without blanks.
 */
function falseFindings(records: readonly LanguageRecord[], found: Unseen["found"]): number {
  let words = 0;
  let findings = 0;
  for (const { id, lang, text, types } of records.filter(({ spans }) => spans.length === 0)) {
    words += wordsIn(lang, text);
    findings += found.get(id)?.spans.filter(({ type }) => types.includes(type)).length ?? 0;
  }
  return (1000 * findings) / Math.max(1, words);
}

/** Number of words of a text in a language, as in Unicode (UAX 29). */
export function wordsIn(language: string, text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenterOf(language).segment(text)) if (isWordLike) words++;
  return words;
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  const made = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: "word" });
  segmenters.set(language, made);
  return made;
}
