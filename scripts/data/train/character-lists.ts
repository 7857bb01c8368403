// Names and words of several characters from the dictionaries of two word segmenters, jieba for Chinese and
// Sudachi for Japanese: the names of other texts, and the other words that texts consist of.

/** Lists of names and words of several characters, in scripts without blanks. */
export const CHARACTER_LISTS = ["persons", "places", "organizations", "words"] as const;

/** Name of a list. */
export type CharacterList = (typeof CHARACTER_LISTS)[number];

/** A name or word, and its list. */
type Entry = readonly [list: CharacterList, word: string];

const HAN = /^[\u3400-\u9fff]{2,5}$/;
const HAN_OR_KANA = /^[\u3041-\u309f\u30a1-\u30ff\u3400-\u9fff]{2,5}$/;
const SHORT_HAN = /^[\u3400-\u9fff]{2,4}$/;
const KATAKANA = /^[\u30a1-\u30ff]{3,5}$/;
const ANY_HAN = /[\u3400-\u9fff]/;

/** A person's name that occurs less often in jieba is usually from a single novel. */
const LEAST_SEEN = 12;
/** Number of most frequent words taken. */
const MOST_WORDS = 20_000;

const JIEBA_KINDS: Readonly<Record<string, CharacterList>> = {
  ...{ nr: "persons", nrt: "persons", nrfg: "persons" },
  ...{ ns: "places", nt: "organizations" },
};

/** Entries of jieba's dict.txt: one line per word with its frequency and part of speech. */
export function fromJieba(dictionary: string): Entry[] {
  const lines = dictionary.trimEnd().split("\n");
  const entries = lines.map((line) => line.split(" ") as [string, string, string]);
  const written = entries.filter(([word]) => HAN.test(word));
  const names = written.flatMap(([word, count, kind]): Entry[] => {
    const list = JIEBA_KINDS[kind];
    if (list === undefined) return [];
    return kind === "nr" && +count < LEAST_SEEN ? [] : [[list, word]];
  });
  const words = written
    .filter(([word, , kind]) => !(kind in JIEBA_KINDS) && kind !== "nz" && SHORT_HAN.test(word))
    .sort(([a, m], [b, n]) => +n - +m || (a < b ? -1 : 1))
    .slice(0, MOST_WORDS);
  return [...names, ...words.map(([word]): Entry => ["words", word])];
}

/** Entries of Sudachi's dictionary: one line per word with its part of speech in four levels, separated by tabs. */
export function fromSudachi(dictionary: string): Entry[] {
  return dictionary
    .trimEnd()
    .split("\n")
    .flatMap((line): Entry[] => {
      const [word = "", ...kind] = line.split("\t");
      const list = HAN_OR_KANA.test(word) ? sudachiList(word, kind) : null;
      return list === null ? [] : [[list, word]];
    });
}

function sudachiList(word: string, [first, second, third, fourth]: string[]): CharacterList | null {
  const isKatakana = KATAKANA.test(word);
  if (second === "固有名詞") {
    if (!isKatakana && !ANY_HAN.test(word)) return null;
    if (third === "地名") return "places";
    if (third !== "人名") return "organizations";
    const isName = fourth === "姓" || (fourth === "名" && word.length === 2) || isKatakana;
    return isName ? "persons" : null;
  }
  if (first !== "名詞" || second !== "普通名詞") return null;
  return isKatakana || (third !== "一般" && SHORT_HAN.test(word)) ? "words" : null;
}
