// Which words in Katakana count as names without another name near them, and where they begin and end.

import { expect, it } from "vitest";
import {
  doubtOf,
  withWholeKatakana,
} from "../../../../../src/detect/tagger/corrections/by-character/katakana.ts";
import { LISTED } from "../../../../../src/detect/tagger/listed.ts";
import { ORGANIZATION, PERSON } from "../../../../../src/detect/tagger/tags.ts";
import { tokenize } from "../../../../../src/detect/tagger/tokens.ts";
import { lexiconOf } from "../../../../support/detect/character-lexicon.ts";

const { lexicon } = lexiconOf({
  ...{ マイケル: LISTED.persons, ポール: LISTED.persons | LISTED.words, フランス: LISTED.places },
  ...{ クリック: LISTED.words, ボタン: LISTED.words },
});

function doubt(text: string, name: string, type = PERSON): number {
  const from = text.indexOf(name);
  return doubtOf(
    text,
    tokenize(text, undefined, true),
    { from, to: from + name.length, type },
    lexicon,
  );
}

it("doubts words that lists have as everyday ones, and verbs, more than those that no list has", () => {
  const unknown = doubt("オコンナーが来た", "オコンナー");
  expect(unknown).toBeGreaterThan(0);
  expect(doubt("オコンナーが来た", "オコンナー", ORGANIZATION)).toBeGreaterThan(unknown);
  expect(doubt("ポールが来た", "ポール")).toBe(unknown);
  for (const word of ["クリック", "ダブルクリック", "ボタンバー"])
    expect(doubt(`${word}が来た`, word)).toBeGreaterThan(4 * unknown);
  for (const text of ["オコンナーして", "オコンナーする", "オコンナーされる"])
    expect(doubt(text, "オコンナー")).toBe(1);
});

it("doubts no listed name, no other script, and no part of a longer name", () => {
  expect(doubt("マイケルが来た", "マイケル")).toBe(0);
  expect(doubt("マイケルしか来ない", "マイケル")).toBe(0);
  expect(doubt("フランスへ", "フランス", ORGANIZATION)).toBe(0);
  expect(doubt("田中クリックが来た", "田中クリック")).toBe(0);
  expect(doubt("クリック・オコンナーが", "クリック")).toBe(0);
  expect(doubt("クリック・オコンナーが", "オコンナー")).toBe(0);
});

it("takes the whole word, and none of the next one", () => {
  const text = "東京のシュレーダーとマイケル・ムーアの車";
  const tokens = tokenize(text, undefined, true);
  const named = (...ranges: [number, number][]) =>
    withWholeKatakana(
      text,
      tokens,
      ranges.map(([from, to]) => ({ from, to, type: PERSON, margin: 1 })),
    ).map(({ from, to }) => text.slice(from, to));
  expect(named([4, 6])).toEqual(["シュレーダー"]);
  expect(named([3, 5], [6, 7])).toEqual(["シュレ", "ーダー"]);
  expect(named([0, 2], [11, 13], [16, 17])).toEqual(["東京", "マイケル", "ムーア"]);
});
