// Persons that are recognized by a title where the model has found none.

import { describe, expect, it } from "vitest";
import { withHonoured } from "../../../src/detect/tagger/corrections/by-character/honoured-names.ts";
import { withTitledAbroad } from "../../../src/detect/tagger/corrections/titles-abroad.ts";
import { type Group, isByCharacter } from "../../../src/detect/tagger/groups.ts";
import { LISTED } from "../../../src/detect/tagger/listed.ts";
import { PERSON, type Tagged } from "../../../src/detect/tagger/tags.ts";
import { type Tokens, tokenize } from "../../../src/detect/tagger/tokens.ts";
import { lexiconOf } from "../../support/detect/character-lexicon.ts";
import { LEXICON } from "../../support/detect/given-findings.ts";

const MARGIN = 6;

const { lexicon } = lexiconOf({
  ...{ 田中: LISTED.persons, 鈴木: LISTED.persons, 山本: LISTED.persons },
  ...{ 高级: LISTED.words, 任课: LISTED.words, ドライバー: LISTED.words },
});

function titled(group: Group, text: string, tokens: Tokens, found: readonly Tagged[]) {
  return isByCharacter(group)
    ? withHonoured(text, tokens, found, { lexicon, margin: MARGIN })
    : withTitledAbroad(tokens, found, group, MARGIN, LEXICON);
}

function told(group: Group, text: string): string[] {
  const tokens = tokenize(text, undefined, isByCharacter(group));
  const names = titled(group, text, tokens, []);
  return names.map(({ from, to, type, margin }) => {
    expect([type, margin]).toEqual([PERSON, MARGIN]);
    return text.slice(tokens.start[from], tokens.end[to - 1]);
  });
}

describe("a title tells a name", () => {
  it.each([
    ["west", "Sehr geehrte Frau Dr. Öztürk-Weiß und Herr von Bülow", "Öztürk-Weiß|von Bülow"],
    ["west", "Mme Lefèvre, Mlle de Staël et Monsieur Zoé Ky", "Lefèvre|de Staël|Zoé Ky"],
    ["west", "M. Ky, MM. Zoé et Bo, Me Aÿ", "Ky|Zoé|Aÿ"],
    ["west", "la Sra. Dña. Íñiga Ñuño; don Ciro", "Íñiga Ñuño|Ciro"],
    [
      "west",
      "con el Dr. <i>Antúnez</i>, Frau <b>Ute von Thun</b>, Herr < Ek >",
      "Antúnez|Ute von Thun",
    ],
    ["west", "Gentile Sig.ra Xu e Dott.ssa Bo", "Xu|Bo"],
    ["west", "aan dhr. van der Ploeg en mevr. J. Smit", "van der Ploeg|J. Smit"],
    [
      "west",
      "Beste Joost,\nmijn zoon Wouter; hola Íñigo: su hijo Ciro\nuna hija. En casa\nHej Åsa!",
      "Joost|Wouter|Ciro|Åsa",
    ],
    ["pl-tr", "Szanowny Panie Żak, pani Łucja", "Żak|Łucja"],
    ["pl-tr", "Sayın Çağla Şahin; Ayşe Hanım ve Ali Bey", "Çağla Şahin|Ayşe|Ali"],
    ["hi", "श्री नाथ ने डॉ. मेहता से", "नाथ|मेहता"],
    ["ja-zh", "山田さんとマイケル・ムーア氏が", "山田|マイケル・ムーア"],
    ["ja-zh", "他对王先生说，李小明女士和周和平先生", "王|李小明|周和平"],
    ["ja-zh", "私は田中と申します", "田中"],
    ["ja-zh", "青空商事の田中でございます", "田中"],
    ["ja-zh", "オコンナーさんとプリヤ氏", "オコンナー|プリヤ"],
    ["ja-zh", "田中部長と鈴木先生が。山本様", "田中|鈴木|山本"],
    ["ja-zh", "请转告王经理和李老师", "王|李"],
  ] as const)("%s: %s", (group, text, expected) => {
    expect(told(group, text)).toEqual(expected.split("|"));
  });

  it.each([
    ["west", "Herr Präsident, Frau Ministerin! Der Don und die Donna. 5 mm. Der Herr der Ringe"],
    ["west", "Die Frau Gemahlin und der Herr Sohn. Herr Ober! Der Herr Hauptmann"],
    ["west", "Frau Bundeskanzlerin, Herr Kommissar; Herr talman, Fru statsråd"],
    ["west", "De beste Nederlandse film, Beste Nederlandse film van het jaar. Zoon Bakkerij"],
    ["west", "5 m. Paris, 3 mm. Lyon; il me Paris. M. le Président"],
    ["west", "Monsieur le Président, Madame la Commissaire, Monsieur Premier"],
    [
      "west",
      "Señor Vicepresidente, Signor Commissario, Senhora Deputada, Senhor Primeiro-Ministro",
    ],
    ["west", "Mijnheer de Voorzitter, mevrouw Voorzitster, heer Commissaris"],
    [
      "pl-tr",
      "Panie Marszałku! Panie Ministrze! Pani Przewodnicząca, Pani Poseł, Pana Premiera, Panie Pośle",
    ],
    ["pl-tr", "Sayın Cumhurbaşkanım, Sayın Milletvekilleri, Sayın Valim"],
    ["west", "le monsieur, la señora; Senhora Ministra; Dr. A"],
    ["pl-tr", "Sayın yetkili, Sayın Başkan; Pan Prezydent, Panie Marszałku, Panie Prezydencie"],
    ["hi", "श्री ने श्री के"],
    ["ja-zh", "ドライバーさん、バスドライバーさん、マーケティング部長"],
    ["ja-zh", "人事部長とお客様。高级经理和任课老师。商品でございます"],
    ["ja-zh", "看護師さん、皆さん、お母さん、同氏。第一夫人，先生们，高兴的太太，周末先生去了"],
  ] as const)("%s, and nothing else: %s", (group, text) => {
    expect(told(group, text)).toEqual([]);
  });

  it("takes the place of what was found for a part of it", () => {
    const text = "田中部長に";
    const tokens = tokenize(text, undefined, true);
    const found = [{ from: 0, to: 3, type: PERSON + 2, margin: 1 }];
    expect(titled("ja-zh", text, tokens, found)).toEqual([
      { from: 0, to: 2, type: PERSON, margin: MARGIN },
    ]);
  });

  it("leaves names alone that were found, and none begins in one", () => {
    const text = "Herr Max Muster";
    const tokens = tokenize(text);
    const found = [{ from: 1, to: 3, type: PERSON, margin: 1 }];
    expect(titled("west", text, tokens, found)).toEqual(found);
  });

  it.each(["Herr ", "Herr A-", "Sig.", "山田さん", "先生", "श्री "])(
    "costs time in proportion to the text: %j",
    (unit) => {
      for (const group of ["west", "hi", "ja-zh"] as const) told(group, unit.repeat(20_000));
    },
  );
});
