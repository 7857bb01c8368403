// Which language each stretch of a text is in. The sentences were written for this test, names and all.

import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../../src/detect/language/languages.ts";
import { stretchesOf } from "../../../src/detect/language/stretches.ts";
import { cases, fc } from "../../support/properties.ts";

const SENTENCES: Readonly<Record<Language, string>> = {
  en: "Please call Anna Weber back before noon, she is waiting for the papers.",
  de: "Bitte rufen Sie Frau Anna Weber noch heute zurück, sie wartet auf die Unterlagen.",
  fr: "Merci de rappeler Madame Claire Dubois avant midi, elle attend toujours les documents.",
  es: "Llame por favor a la señora Carmen Ruiz antes del mediodía, espera los documentos.",
  it: "Per favore richiami la signora Giulia Conti prima di mezzogiorno, aspetta i documenti.",
  pt: "Por favor ligue para a senhora Joana Matos antes do almoço, ela espera os documentos.",
  nl: "Wilt u mevrouw Sanne de Vries vandaag nog terugbellen, zij wacht op de stukken.",
  sv: "Var snäll och ring tillbaka till Karin Lund före lunch, hon väntar på handlingarna.",
  pl: "Proszę oddzwonić do pani Anny Nowak przed południem, czeka na dokumenty.",
  tr: "Lütfen öğleden önce Ayşe Yılmaz hanımı geri arayın, evrakları bekliyor.",
  hi: "कृपया दोपहर से पहले अनिता शर्मा को फ़ोन करें, वह काग़ज़ात का इंतज़ार कर रही हैं।",
  ja: "正午までに田中花子さんへ折り返しお電話ください、書類を待っています。",
  zh: "请在中午之前给王小红女士回电话，她在等文件。",
};
const FOREIGN = [
  "Перезвоните Анне до полудня.",
  "من فضلك اتصل بها قبل الظهر.",
  "정오 전에 전화해 주세요.",
];

/** Stretches as a reader sees them. */
const shown = (text: string, allowed?: readonly Language[]) =>
  stretchesOf(text, allowed).map(({ start, end, language }) => [language, text.slice(start, end)]);

const languagesOf = (text: string, allowed?: readonly Language[]) =>
  stretchesOf(text, allowed).map(({ language }) => language);

describe("a text in one language", () => {
  it.each(LANGUAGES)("is one stretch: %s", (language) => {
    expect(shown(SENTENCES[language])).toEqual([[language, SENTENCES[language]]]);
  });

  it.each(FOREIGN)("of a script without a model is in none: %s", (text) => {
    expect(shown(text)).toEqual([[null, text]]);
  });

  it.each([
    "Jürgen Müller",
    "Anna Weber\nTom Baker\nMaría García\nGiovanni Rossi\nGrace Lee",
    "ok, danke!",
    "12.5. 14:30",
    "",
    "2024-11-02T08:14:22Z INFO [worker-3] GET /de/konto?benutzer=hmueller 200 12ms",
    "const straße = await holeBenutzer(id_des_kunden);",
    "SELECT vorname, nachname FROM kunden WHERE plz = '10115';",
    "Müller GmbH & Co. KG, Hauptstraße 12, 10115 Berlin",
    "name;city\nJosé;São Paulo\nZoë;Köln",
    "The town of Świnoujście lies on the islands of Usedom and Wolin; see Straße der Jugend.",
    "his p\u0430ypal account, the \u03b2-carotene and 漢 alone",
  ])("stays English when nothing else is clear: %s", (text) => {
    expect(languagesOf(text)).toEqual(text === "" ? [] : ["en"]);
  });

  it("is the same with letters and marks apart, in capitals and full width", () => {
    expect(languagesOf(SENTENCES.fr.normalize("NFD"))).toEqual(["fr"]);
    expect(languagesOf(SENTENCES.de.toUpperCase())).toEqual(["de"]);
    const wide = SENTENCES.it.replace(/[a-z]/gi, (char) =>
      String.fromCharCode(char.charCodeAt(0) + 0xfee0),
    );
    expect(languagesOf(wide)).toEqual(["it"]);
  });
});

describe("a text in several languages", () => {
  it("changes at lines and sentences", () => {
    const { de, en, ja, pl } = SENTENCES;
    expect(shown(`${de}\n${de}\n\n${en}\n${ja}\n${pl}`)).toEqual([
      ["de", `${de}\n${de}\n\n`],
      ["en", `${en}\n`],
      ["ja", `${ja}\n`],
      ["pl", pl],
    ]);
    expect(shown(`${en} ${en} ${de} ${de} ${en}`)).toEqual([
      ["en", `${en} ${en}`],
      ["de", ` ${de} ${de}`],
      ["en", ` ${en}`],
    ]);
  });

  it("has its short lines in the language around them", () => {
    const lines = [
      "Anna Weber",
      SENTENCES.de,
      "OK",
      "Hauptstraße 12",
      "+49 30 123456",
      "John Smith",
    ];
    expect(languagesOf(lines.join("\n"))).toEqual(["de"]);
    expect(languagesOf(`東京都\n${SENTENCES.ja}\n株式会社山田商店\n`)).toEqual(["ja"]);
    expect(languagesOf("氏名:山下真綾 住所:横浜市中区 電話番号:なし")).toEqual(["ja"]);
    expect(languagesOf("群馬県前橋市 山田鉄工所 経理担当")).toEqual(["ja"]);
    expect(languagesOf(`北京市\n${SENTENCES.zh}\n`)).toEqual(["zh"]);
  });

  it("keeps Latin words in a sentence of another script that has a model", () => {
    expect(languagesOf("田中さんは昨日 Microsoft Teams の会議で話しました。")).toEqual(["ja"]);
    expect(languagesOf("अनिता शर्मा ने कल Microsoft Teams पर बैठक में बात की।")).toEqual(["hi"]);
  });

  it("gives a name in another script its own stretch, without the brackets around it", () => {
    expect(shown("The report was written by 田中太郎 (Tanaka) last week.")).toEqual([
      ["en", "The report was written by "],
      ["zh", "田中太郎"],
      ["en", " (Tanaka) last week."],
    ]);
    expect(shown("It was signed (अनिता शर्मा) at the end of the month.")[1]).toEqual([
      "hi",
      "अनिता शर्मा",
    ]);
    expect(shown("كتب John Smith هذا التقرير الطويل في الأسبوع الماضي")).toEqual([
      [null, "كتب "],
      ["en", "John Smith"],
      [null, " هذا التقرير الطويل في الأسبوع الماضي"],
    ]);
  });
});

it("no sentence without an end is cut inside a character", () => {
  const rare = `字${"𠀋".repeat(512)}`;
  expect(stretchesOf(`${rare} ${FOREIGN[0]}`)[0]?.end).toBe(rare.length + 1);
});

describe("languages that are fixed", () => {
  it("are chosen from, and a single one without looking", () => {
    expect(languagesOf(SENTENCES.de, ["fr", "de"])).toEqual(["de"]);
    expect(languagesOf(SENTENCES.de, ["en", "fr"])).not.toContain("de");
    expect(languagesOf("Jürgen Müller", ["de"])).toEqual(["de"]);
    expect(languagesOf("12.5.", ["de"])).toEqual(["de"]);
    expect(languagesOf(SENTENCES.ja, ["zh"])).toEqual(["zh"]);
    expect(languagesOf(SENTENCES.zh, ["en", "ja"])).toEqual(["ja"]);
  });

  it("leave other scripts to no model", () => {
    expect(languagesOf(`${SENTENCES.en}\n${SENTENCES.hi}`, ["en", "ja"])).toEqual(["en", null]);
    expect(languagesOf(SENTENCES.en, ["ja"])).toEqual([null]);
    expect(languagesOf(SENTENCES.en, [])).toEqual([null]);
  });
});

const parts = fc.oneof(
  fc.constantFrom(...Object.values(SENTENCES), ...FOREIGN),
  fc.constantFrom(
    ..."a ö 字 か 𠀋 अ я 한 \ud840 \udc0b \u0301 \u3099 \u00ad 😀 1 - . \n ( 」 。".split(" "),
    " ",
  ),
  fc.string({ unit: "binary" }),
);
const texts = fc.array(parts, { maxLength: 30 }).map((list) => list.join(""));
const allowed = fc.option(fc.subarray([...LANGUAGES]), { nil: undefined });

describe("stretches", () => {
  it("cover every text without gap or overlap, each unlike the one before, and split no character", () => {
    fc.assert(
      fc.property(texts, allowed, (text, languages) => {
        const stretches = stretchesOf(text, languages);
        expect(stretches.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        stretches.forEach(({ start, end, language }, i) => {
          expect(end).toBeGreaterThan(start);
          expect(start).toBe(stretches[i - 1]?.end ?? 0);
          expect(language).not.toBe(stretches[i - 1]?.language);
          if (language !== null) expect(languages ?? LANGUAGES).toContain(language);
          expect(
            /[\ud800-\udbff]$/.test(text.slice(0, start)) &&
              /^[\udc00-\udfff]/.test(text.slice(start)),
          ).toBe(false);
        });
      }),
      { numRuns: cases(2_000) },
    );
  });
});
