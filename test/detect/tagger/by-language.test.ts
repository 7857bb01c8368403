// The tagger with the models of all languages: which model reads which text, that each is loaded only when a text needs
// it, and unusual texts.
import { beforeAll, describe, expect, it } from "vitest";
import { runToEnd, type Steps } from "../../../src/core/steps.ts";
import { DEFAULT_DETECTION, type Detection, detected } from "../../../src/detect/detector.ts";
import type { Language } from "../../../src/detect/language/languages.ts";
import { type Recognizer, type Span, scanned } from "../../../src/detect/span.ts";
import { taggerByLanguage } from "../../../src/detect/tagger/by-language.ts";
import type { Group } from "../../../src/detect/tagger/groups.ts";
import { parseTaggerModel, type TaggerModel } from "../../../src/detect/tagger/model.ts";
import { shippedTagger } from "../../../src/detect/tagger/shipped-taggers.ts";
import { taggerRecognizer } from "../../../src/detect/tagger/tagger.ts";
import { inStretches } from "../../../src/platform/yield-to-callers.ts";
import { cases, fc } from "../../support/properties.ts";

const ENGLISH =
  "Yesterday Maria Jensen called Acme Ltd from Boston, she is waiting for the papers.";
const GERMAN = "Bitte rufen Sie Frau Anna Weber noch heute zurück, sie wartet auf die Unterlagen.";
const POLISH = "Proszę oddzwonić do pani Anny Nowak przed południem, czeka na dokumenty.";
const HINDI = "प्रधानमंत्री नरेंद्र मोदी ने कल दिल्ली में भाषण दिया।";
const JAPANESE = "昨日、𠮷田太郎さんは東京の会社の社員と会いました。";

const TAGGER = shippedTagger({ recall: 0 });
const ALL: Detection = {
  ...DEFAULT_DETECTION,
  recognizers: [...DEFAULT_DETECTION.recognizers, TAGGER],
};

const tagged = (text: string, tagger = TAGGER) => inStretches(scanned(tagger, text));
const found = (text: string) => inStretches(detected(text, ALL));
const shown = (text: string, spans: readonly Span[]) =>
  spans.map(({ start, end, language }) => [language, text.slice(start, end)]);

// To have all models takes the runner seconds.
beforeAll(async () => {
  await tagged([ENGLISH, GERMAN, POLISH, HINDI, JAPANESE].join("\n"));
}, 120_000);

async function englishModel(): Promise<TaggerModel> {
  return parseTaggerModel((await import("../../../models/tagger.bin")).default);
}

/** The English model in place of all, none of them loaded yet; `asked` says in which order they are. */
async function lazyModels() {
  const english = await englishModel();
  const loaded = new Map<Group, TaggerModel>();
  const asked: Group[] = [];
  const state = { asked, isBroken: false };
  const tagger = taggerByLanguage(
    {
      has: () => true,
      get: (group) => loaded.get(group) ?? null,
      async load(group) {
        asked.push(group);
        if (state.isBroken) throw new Error("no such model");
        loaded.set(group, english);
      },
    },
    { recall: 0 },
  );
  return { state, tagger };
}

describe("each stretch", () => {
  it("has names without the full stop of Hindi", async () => {
    const text = "नाम: बलराम द्विवेदी। पता: मकान नं. 205";
    expect(shown(text, await found(text))[0]?.[1]).toBe("बलराम द्विवेदी");
  });

  it.each([
    ["Merhaba Deniz,", "Deniz"],
    ["Kto to jest Róża?", "Róża"],
    ["Klient: Róża Zając", "Róża Zając"],
    ["Ciao Chiara,", "Chiara"],
    ["昨日花子と話しました。", "花子"],
    ["联系张志强", "张志强"],
  ])("of a short message has the name in it: %s", async (text, name) => {
    expect(shown(text, await found(text)).map(([, one]) => one)).toContain(name);
  });

  it("is read in its language, and what is found has its place in the whole text", async () => {
    const text = `${ENGLISH}\n${GERMAN}\n${HINDI}\n${JAPANESE}`;
    const all = shown(text, await found(text));
    const expected: [Language, string][] = [
      ["en", "Maria Jensen"],
      ["de", "Anna Weber"],
      ["hi", "नरेंद्र मोदी"],
      ["ja", "𠮷田太郎"],
    ];
    expect(all).toEqual(expect.arrayContaining(expected));
  });

  it("of English is read as by its model alone", async () => {
    const alone = taggerRecognizer(await englishModel(), { group: "en", recall: 0 });
    const texts = [
      ENGLISH,
      "Maria Jensen",
      "id,name\n7,Ann Lee\n",
      "Ann Lee (Acme Ltd.)\n".repeat(400),
    ];
    for (const text of texts) {
      const expected = alone.scan(text).map((span) => ({ ...span, language: "en" }));
      expect(expected).not.toEqual([]);
      expect(await tagged(text)).toEqual(expected);
    }
  });

  it("is in one of the languages that are fixed, and a script without one is not read", async () => {
    const english = shippedTagger({ recall: 0, languages: ["en"] });
    const german = await tagged(GERMAN, english);
    expect(german.every(({ language }) => language === "en")).toBe(true);
    expect(await tagged(HINDI, english)).toEqual([]);
    expect(await tagged(ENGLISH, shippedTagger({ recall: 0, languages: ["hi"] }))).toEqual([]);
  });

  it("is read as English where there is no other model, as in the core, whatever languages are fixed", async () => {
    const english = await englishModel();
    const core = {
      has: (group: Group) => group === "en",
      get: () => english,
      load: async () => {},
    };
    const alone = taggerRecognizer(english, { group: "en", recall: 0 });
    for (const languages of [undefined, ["de"], ["de", "en"]] as const) {
      const tagger = taggerByLanguage(core, { recall: 0, languages });
      const expected = alone.scan(GERMAN).map((span) => ({ ...span, language: "en" }));
      expect(await tagged(GERMAN, tagger)).toEqual(expected);
      expect(await tagged(HINDI, tagger)).toEqual([]);
    }
  });

  it.each([
    "Вчера Иван Петров звонил из Москвы, почта ivan@example.com, карта 4111 1111 1111 1111.",
    "어제 김철수 씨가 서울에서 전화했습니다. ivan@example.com 4111 1111 1111 1111",
    "אתמול דוד כהן התקשר מתל אביב. ivan@example.com 4111 1111 1111 1111",
    "สมชาย ใจดี โทรมาจากกรุงเทพ ivan@example.com 4111 1111 1111 1111",
    "Ο Γιάννης μένει στην Αθήνα. ivan@example.com 4111 1111 1111 1111",
  ])("of a script without a model has what rules find, and no name: %s", async (text) => {
    const spans = await found(text);
    expect(spans.map(({ entityType }) => entityType)).toEqual(["EMAIL_ADDRESS", "CREDIT_CARD"]);
  });

  it("from right to left leaves a Latin name its place", async () => {
    const text = "محمد علي Maria Jensen اتصل أمس من القاهرة";
    expect(shown(text, await found(text))).toEqual([["en", "Maria Jensen"]]);
  });
});

describe("parts of one text", () => {
  const ofParts = (parts: readonly string[]) =>
    inStretches(TAGGER.ofParts?.(parts) as Steps<readonly Recognizer[]>);

  /** What is found in each part, with its language. */
  async function inParts(parts: readonly string[]) {
    const own = await ofParts(parts);
    const all: ReturnType<typeof shown>[] = [];
    for (const [i, part] of parts.entries()) {
      all.push(shown(part, await tagged(part, own[i])));
    }
    return all;
  }
  it("are in the language of the whole, where a part alone says little", async () => {
    const parts = ["Gestern traf sich Frau ", " mit Herrn ", " aus der Abteilung für Einkauf."];
    expect((await tagged(parts[1] as string)).map(({ language }) => language)).toEqual(["en"]);
    expect(await inParts(parts)).toEqual([[], [], []]);
  });

  it("have nothing of a sentence that only ends in them", async () => {
    const parts = ["Yesterday she called ", ".\nHerr Karl ", ` sprach mit uns. ${GERMAN}`];
    expect((await inParts(parts))[1]?.map(([language]) => language)).toEqual(["de"]);
  });

  it("of English are read as each alone", async () => {
    const parts = ["Yesterday Maria Jensen called ", " of Acme Ltd from ", "", ", says Paul Lee."];
    const alone = await Promise.all(parts.map(async (part) => shown(part, await tagged(part))));
    expect(await inParts(parts)).toEqual(alone);
  });

  it("in Latin letters tell for themselves where the whole is in another script", async () => {
    const parts = ["昨日、", "Maria Jensen ", "さんは東京の会社の社員と会いました。"];
    expect((await inParts(parts))[1]).toEqual([["en", "Maria Jensen"]]);
  });

  it("cost time in proportion to the length of all, however many", {
    timeout: 15_000,
  }, async () => {
    for (const part of ["", "a", "Haus नरेंद्र maison 東京. "]) {
      const parts = Array.from({ length: 4 * MOST }, () => part);
      const own = await ofParts(parts);
      expect(own).toHaveLength(parts.length);
    }
  });
});

describe("a model", () => {
  it("is loaded when a text needs it, once, and no other", async () => {
    const { tagger, state } = await lazyModels();
    const { asked } = state;
    expect(asked).toEqual([]);
    await tagged(HINDI, tagger);
    expect(asked).toEqual(["hi"]);
    await tagged(`${HINDI}\n${JAPANESE}`, tagger);
    await tagged(HINDI, tagger);
    expect(asked).toEqual(["hi", "ja-zh"]);
  });

  it("that cannot be loaded fails each text that needs it, until it can", async () => {
    const { tagger, state } = await lazyModels();
    await tagged(ENGLISH, tagger);
    state.isBroken = true;
    expect(() => tagger.scan(HINDI)).toThrow("not loaded");
    await expect(tagged(`${ENGLISH}\n${HINDI}`, tagger)).rejects.toThrow("no such model");
    await expect(tagged(HINDI, tagger)).rejects.toThrow("no such model");
    expect(await tagged(ENGLISH, tagger)).not.toEqual([]);
    state.isBroken = false;
    await expect(tagged(HINDI, tagger)).resolves.toBeInstanceOf(Array);
  });
});

/** What texts are made of that change script and language at every turn. */
const UNITS = [
  ...["𠮷", "田", "さん", "は", "東京", "王小明", "。", "、", "मोदी ", "ने ", "\u0301", "\u093f"],
  ...[
    "😀",
    "👨‍👩‍👧",
    "𝒳",
    "Maria ",
    "Jensen",
    " ",
    "\n",
    "Müller ",
    "der ",
    "łódź ",
    "محمد ",
    "한",
    "٣",
    "１２３",
  ],
];

/** The longest text there is. */
const MOST = 64 * 1024;
const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));
const LINES =
  "正午までに田中花子さんへ折り返しお電話ください。\n请在中午之前给王小红女士回电话，他在北京等你们的文件。\n";

describe("odd texts", () => {
  it("have findings in order, apart, and never in the middle of a character", async () => {
    for (const text of [ENGLISH, GERMAN, POLISH, HINDI, JAPANESE]) await tagged(text);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...UNITS), { maxLength: 30 }), (units) => {
        const text = units.join("");
        let last = 0;
        for (const { start, end } of runToEnd(detected(text, ALL))) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end).isWellFormed()).toBe(true);
          last = end;
        }
      }),
      { numRuns: cases(2_400) },
    );
  });

  it.each([
    ["one ideograph", "王"],
    ["a mark without a letter", "\u0301"],
    ["full-width digits", "１２３ "],
    ["another script each word", "Haus नरेंद्र maison 東京 "],
    ["a Latin name in each Arabic word", "محمد Maria Jensen "],
  ])("cost time in proportion to their length: %s", { timeout: 30_000 }, async (_, unit) => {
    expect(await tagged(repeated(unit, 4 * MOST))).toBeInstanceOf(Array);
  });

  it("cost time in proportion to their length: another language each line", {
    timeout: 25_000,
  }, async () => {
    // Looking each stretch up from one end took half a minute and more.
    const spans = await tagged(repeated(LINES, 32 * MOST));
    expect(new Set(spans.map(({ language }) => language))).toEqual(new Set(["ja", "zh"]));
  });

  it("say what their parts cost, however short those are", async () => {
    const text = repeated("Haus नरेंद्र maison 東京 ", MOST);
    await tagged(text);
    const steps: unknown[] = [...scanned(TAGGER, text)];
    expect(steps.length).toBeGreaterThan(1_000);
    expect(steps.reduce((sum: number, cost) => sum + Number(cost), 0)).toBeGreaterThan(50);
  });

  it("say what rules over names cost, before them and in their middle", async () => {
    // In one step with the last names to be found they held the thread for 30 to 80 ms.
    const steps = [...scanned(TAGGER, repeated("Maria, ", MOST))].map(Number);
    expect(Math.min(...steps.slice(-2))).toBeGreaterThan(10);
  });
});
