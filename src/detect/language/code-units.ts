// Classifies UTF-16 code units to find the language of a text: by script, or by what they are between words.

/** Kind of a code unit. Letters come last, by script. */
export const UNIT = {
  other: 0,
  blank: 1,
  newline: 2,
  /** Ends a sentence when a blank follows. */
  stop: 3,
  /** Ends a sentence in scripts without a blank after it. */
  fullStop: 4,
  /** Part of identifiers, addresses and code: a word that touches one is no evidence of a language. */
  code: 5,
  /** Combining marks and invisible characters: part of the word around them. */
  mark: 6,
  latin: 7,
  devanagari: 8,
  /** Kana, and Han that only Japanese writes. */
  kana: 9,
  han: 10,
  /** A letter of a script without a model. */
  foreign: 11,
} as const;

/** First and last code unit of each kind; later ranges override earlier ones. Blocks and scripts of Unicode 16. */
const RANGES: readonly (readonly [first: number, last: number, unit: number])[] = [
  [0x0250, 0x02af, UNIT.latin],
  [0x0300, 0x036f, UNIT.mark],
  [0x0370, 0x08ff, UNIT.foreign],
  [0x0900, 0x097f, UNIT.devanagari],
  [0x0964, 0x0965, UNIT.fullStop],
  [0x0966, 0x0970, UNIT.other],
  [0x0980, 0x1dff, UNIT.foreign],
  [0x1ab0, 0x1aff, UNIT.mark],
  [0x1dc0, 0x1dff, UNIT.mark],
  [0x1e00, 0x1eff, UNIT.latin],
  [0x1f00, 0x1fff, UNIT.foreign],
  [0x2000, 0x200a, UNIT.blank],
  [0x200b, 0x200f, UNIT.mark],
  [0x2026, 0x2026, UNIT.stop],
  [0x2028, 0x2029, UNIT.newline],
  [0x202a, 0x202e, UNIT.mark],
  [0x2060, 0x206f, UNIT.mark],
  [0x20d0, 0x20ff, UNIT.mark],
  [0x2c00, 0x2dff, UNIT.foreign],
  [0x2c60, 0x2c7f, UNIT.latin],
  [0x3000, 0x3000, UNIT.blank],
  [0x3002, 0x3002, UNIT.fullStop],
  [0x3005, 0x3007, UNIT.han],
  [0x3041, 0x3096, UNIT.kana],
  [0x309d, 0x309f, UNIT.kana],
  [0x30a1, 0x30fa, UNIT.kana],
  [0x30fc, 0x30ff, UNIT.kana],
  [0x3105, 0x312f, UNIT.han],
  [0x3131, 0x318e, UNIT.foreign],
  [0x31f0, 0x31ff, UNIT.kana],
  [0x3400, 0x4dbf, UNIT.han],
  [0x4e00, 0x9fff, UNIT.han],
  [0xa000, 0xd7ff, UNIT.foreign],
  [0xa720, 0xa7ff, UNIT.latin],
  [0xa8e0, 0xa8ff, UNIT.devanagari],
  // High surrogates of rare Han characters (planes 2 and 3).
  [0xd840, 0xd8bf, UNIT.han],
  [0xf900, 0xfaff, UNIT.han],
  [0xfb00, 0xfb06, UNIT.latin],
  [0xfb07, 0xfdff, UNIT.foreign],
  [0xfe00, 0xfe0f, UNIT.mark],
  [0xfe70, 0xfefc, UNIT.foreign],
  [0xfeff, 0xfeff, UNIT.mark],
  [0xff01, 0xff01, UNIT.fullStop],
  [0xff1f, 0xff1f, UNIT.fullStop],
  [0xff21, 0xff3a, UNIT.latin],
  [0xff41, 0xff5a, UNIT.latin],
  [0xff66, 0xff9d, UNIT.kana],
];

/** Below this code, letters are classified one by one, because other characters lie between them. */
const SINGLES = 0x250;

/** The most frequent characters that Japan simplified differently from China, or created. */
const JAPANESE_HAN =
  "々円発県戦関対実団権経売営鉄産気続様総変楽広駅挙転収録査撃込働済専継価検拠帰験増労図辺伝観沢満庁歳従歴帯薬毎" +
  "拝雑処単両弾廃拡譲抜戻壊険訳圧蔵縄掲栄払聴読桜駆恵稲浜畑峠枠斎渋塩滝笹辻";

const CODE_SIGNS = "0123456789_@/\\=<>#$%&+*~^|`{}[]";

const units = new Uint8Array(0x10000);
const folded = new Uint16Array(SINGLES);
fillTables();

function fillTables(): void {
  for (let code = 0; code < SINGLES; code++) {
    const char = String.fromCharCode(code);
    // "İ" in lower case is two code units; the first is the letter.
    folded[code] = char.toLowerCase().charCodeAt(0);
    if (/\p{Script=Latin}/u.test(char)) units[code] = UNIT.latin;
    else if (/[\n\r\v\f\u0085]/.test(char)) units[code] = UNIT.newline;
    else if (/\s/.test(char)) units[code] = UNIT.blank;
  }
  for (const sign of CODE_SIGNS) units[sign.charCodeAt(0)] = UNIT.code;
  for (const sign of ".!?;") units[sign.charCodeAt(0)] = UNIT.stop;
  units[0xad] = UNIT.mark;
  for (const [first, last, unit] of RANGES) units.fill(unit, first, last + 1);
  for (const char of JAPANESE_HAN) units[char.charCodeAt(0)] = UNIT.kana;
}

/** The `UNIT` of a code unit. */
export function unitOf(code: number): number {
  return units[code] as number;
}

/** Lower case of a Latin letter; full-width forms as ASCII. */
export function lowerOf(code: number): number {
  if (code < SINGLES) return folded[code] as number;
  if (code < 0xff21) return code;
  return code <= 0xff3a ? code - 0xff21 + 97 : code - 0xff41 + 97;
}
