// Names by which people introduce themselves, in every language that has words for it.

import { describe, expect, it } from "vitest";
import { labelledIdentifiers } from "../../../../src/detect/recognizer-list.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("names behind the phrase that gives one's own", () => {
  it.each([
    "Guten Tag, mein Name ist Dr. «Hüseyin Öztürk-Weiß» und ich rufe an. Ich heiße «Xu».",
    "Bonjour, je m'appelle «Zoé de Ky», et mon nom est «Lefèvre». Je m’appelle «J. R. Ba»",
    "Hola, me llamo «Íñigo Ñuño» y vivo aquí. Mi nombre es «Ana»",
    "Ciao, mi chiamo «Ciro Esposito». Il mio nome è «Xu».",
    "Olá, chamo-me «Íris do Ó». Meu nome é «Gil».",
    "Hallo, ik heet «Sjoerd van der Ploeg». Mijn naam is «Bo».",
    "Hej, jag heter «Åsa Öberg». Mitt namn är «Bo Ek».",
    "Dzień dobry, nazywam się «Łucja Żak». Mam na imię «Ola».",
    "Merhaba, benim adım «Çağla Şahin».",
    "salut, je m'appelle «zoé ky», et j'habite ici",
    "hola, me llamo «yésica paredes» y vivo aquí",
    "ciao, mi chiamo «ciro».",
    "hej, jag heter «åsa öberg» och bor här",
    "hallo, ich heiße «lea marie kunze»\nund wohne hier",
    "मेरा नाम «बलराम द्विवेदी» है।",
    "私の名前は«山下真綾»です。私の名前は«マイケル»です。",
    "我叫«王小明»，今年二十岁。她叫«张三»是学生。我的名字是«李雷»。名叫«马丁·路德»的人",
  ])("are found: %s", (marked) => {
    const { found, expected } = compare(labelledIdentifiers, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "Ich heiße Sie willkommen. Mein Name ist unwichtig. Mein Name, ist der da?",
    "Me llamó la atención. Me llamó la Policía. Je m'appelle comme lui.",
    "Mi chiamo fuori. Ik heet welkom. Jag heter något annat. Adım adım ilerledik.",
    "Mein Name ist der Wahnsinn. Ich heiße das Volk gut. Me llamo la Reina.",
    "ich heiße nicht so. ich heiße das gut. me llamo igual. mi chiamo così, je m'appelle pas comme ça. jag heter tvärtom mot honom",
    "mein name ist falsch geschrieben. mon nom est inconnu. il mio nome è lungo. me llamo a mí mismo",
    "मेरा नाम सूची में नहीं है। मेरा नाम क्या है",
    "私の名前は秘密です。名前は何ですか。名前はまだない。",
    "我叫他来。我叫了出租车。我叫外卖，他叫停。",
  ])("are no other words: %s", (text) => {
    expect(labelledIdentifiers.scan(text)).toEqual([]);
  });
});
