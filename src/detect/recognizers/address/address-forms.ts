// ADDRESS: Turkish, Colombian, Hindi, Chinese and Japanese forms, whose words come in another order than address-street.ts
// reads, or without blanks. Each is read from the house number: what must precede it and what may follow. Sources: UPU S42
// templates; PTT (Turkey), 4-72 (Colombia), India Post, Japan Post and China Post on how to write an address.

import { runToEnd, type Steps } from "../../../core/steps.ts";
import { type Recognizer, type Span, spansOf } from "../../span.ts";
import { codeAt, isDigit } from "../../text/chars.ts";
import { digitRunsOf } from "../../text/digit-runs.ts";
import { writtenAt } from "../../text/sticky.ts";

interface AddressForm {
  /** Matches the end of the text before the number. */
  readonly before: RegExp;
  /** Matches the number and the rest of the address. */
  readonly after: RegExp;
}

const TURKISH: AddressForm = {
  before:
    /(?:\p{Lu}[\p{L}.]{0,20} ?){1,6}(?<=[ .](?:Cad(?:desi|de|\.)?|Cd\.?|Sok(?:ak|ağı|\.)?|Sk\.?|Bulvarı|Bulv\.?|Blv\.?|Mah(?:allesi|alle|\.)?) ?),? ?No ?[:.]? ?$/u,
  after:
    /\d{1,4}(?:[/-]\d{1,4})?[A-Z]?(?:,? (?:D|Daire|Kat|K|İç Kapı No) ?[:.]? ?\d{1,4})*(?:,? \d{5})?(?:,? \p{Lu}\p{L}{2,20}(?: ?\/ ?\p{Lu}\p{L}{2,20})?)?/uy,
};

/** "Carrera 7 # 71-21": the street's number, that of the crossing street, and metres from it. */
const COLOMBIAN: AddressForm = {
  before:
    /(?<![\p{L}\p{N}])(?:Av(?:enida)?\.? )?(?:Calle|Carrera|Avenida|Diagonal|Transversal|Circular|(?:Cra|Cr|Kra|Kr|Cll|Cl|Dg|Diag|Tv|Transv|Av)\.?) \d{1,3} ?[A-Z]?(?: (?:Bis|Sur|Norte|Este|Oeste))? ?(?:#|N[°º]|Nr?o\.?) ?$/iu,
  after:
    /\d{1,3} ?[A-Z]?(?: (?:Bis|Sur|Norte|Este|Oeste))? ?- ?\d{1,3}(?!\d)(?:,? (?:[Aa]pto|[Aa]partamento|[Cc]asa|[Tt]orre|[Oo]ficina|[Pp]iso|[Ii]nterior|[Bb]loque)\.? ?[\dA-Z]{1,5})*(?:,? \p{Lu}\p{L}{2,20})?/uy,
};

const HINDI: AddressForm = {
  before: /(?:मकान|फ्लैट|फ़्लैट|प्लॉट|भवन|हाउस|घर) (?:नंबर|संख्या|नं|सं)\.? ?$/,
  after:
    /\d{1,5}(?:[/-][\dA-Z]{1,4})?[A-Z]?(?:, ?[\u0900-\u0963\u0970-\u097f. ]{2,30}){0,4}(?:[ ,-]{1,3}\d{6})?/y,
};

/** The excluded characters are words that precede an address in a sentence and do not belong to its first name. */
const CHINESE: AddressForm = {
  before:
    /(?:[^\P{sc=Han}在于於是为為至到住自从的和与及往]{2,7}(?:省|自治区|特别行政区))?(?:[^\P{sc=Han}在于於是为為至到住自从的和与及往]{2,6}市)?(?:[^\P{sc=Han}在于於是为為至到住自从的和与及往]{1,6}[区區县縣镇鎮乡鄉])?(?<=[市区區县縣镇鎮乡鄉])\p{sc=Han}{1,10}[路街道巷弄里村]$/u,
  after:
    /(?:\d{1,5}(?:[-－]\d{1,4})?(?:号|號|弄)(?:院)?|(?=[A-Za-z][座栋棟幢]))(?:[\dA-Za-z一二三四五六七八九十]{1,4}(?:号楼|號樓|栋|棟|幢|座|楼|樓|层|層|单元|單元|室|户)){0,4}(?:[ ,，]{1,2}\d{6}(?![\d.\p{L}]))?/uy,
};

const JAPANESE: AddressForm = {
  before:
    /(?:〒?\d{3}[-－]\d{4}[ \u3000]?)?(?:東京都|北海道|京都府|大阪府|[^\P{sc=Han}のはがにをと]{2,3}県)[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ーヶ々]{1,8}[市区町村郡][\p{sc=Han}\p{sc=Katakana}ーヶ々の]{0,12}$/u,
  after:
    /\d{1,4}(?:丁目|番地?)?(?:[-－の]?\d{1,4}(?:番地?|号)?){0,3}(?:番地?|号)?(?:[ \u3000][\p{sc=Han}\p{sc=Katakana}ーヶA-Za-z]{2,20} ?\d{1,4}(?:号室?|階)?)?(?![\d年月日円人名回件歳%])/uy,
};

const WINDOW_CHARS = 70;
/** Most characters of the names of province, city, district and street together. */
const EAST_ASIAN_CHARS = 32;
const STREET_SIGNS = "路街道巷弄里村";
const LETTERED = new RegExp(`(?<=[${STREET_SIGNS}])[A-Za-z](?=[座栋棟幢])`, "g");
const PREFECTURE = /[都道府県]/;
const PREFECTURE_CHARS = 22;
const SCORE = 0.8;
const DEVANAGARI = 0x900;
const FIRST_EAST_ASIAN = 0x2e80;
const NAMED_NUMBER = /No ?[:.]? ?$/;
const CROSSING = /(?:#|N[°º]|Nr?o\.?) ?$/i;

const spanAt = spansOf("address", "ADDRESS");

/** Recognizer of addresses in these forms. */
export const addressForms: Recognizer = {
  name: "address",
  entityTypes: ["ADDRESS"],
  scan: (text) => runToEnd(findForms(text)),
  steps: findForms,
};

/** Numbers tried in one step, and the most that a step costs: 50 us a number. */
const TRIED_IN_STEP = 256;
const STEP_COST = 16;

function* findForms(text: string): Steps<Span[]> {
  const spans: Span[] = [];
  let floor = 0;
  let tried = 0;
  for (const start of startsOf(text)) {
    if (start < floor) continue;
    for (const form of formsAt(text, start)) {
      if (++tried % TRIED_IN_STEP === 0) yield STEP_COST;
      const reach = form === CHINESE || form === JAPANESE ? EAST_ASIAN_CHARS : WINDOW_CHARS;
      const window = text.slice(Math.max(floor, start - reach), start);
      const before = form.before.exec(window)?.[0].length ?? 0;
      const after = before === 0 ? "" : writtenAt(form.after, text, start);
      if (after === "") continue;
      floor = start + after.length;
      spans.push(spanAt(start - before, floor, SCORE, "words of an address and number"));
      break;
    }
  }
  return spans;
}

/** Where a house number may begin, or the letter of a block that has no number: "街C座". */
function startsOf(text: string): readonly number[] {
  const numbers = digitRunsOf(text).map(({ start }) => start);
  const letters = Array.from(text.matchAll(LETTERED), ({ index }) => index);
  return letters.length === 0 ? numbers : [...numbers, ...letters].sort((a, b) => a - b);
}

/** The forms that the number at `start` may have, judged by the characters directly before it. */
function formsAt(text: string, start: number): readonly AddressForm[] {
  const code = codeAt(text, start - 1);
  if (code >= FIRST_EAST_ASIAN) {
    const isStreet = STREET_SIGNS.includes(text.charAt(start - 1));
    const isJapanese = PREFECTURE.test(text.slice(Math.max(0, start - PREFECTURE_CHARS), start));
    return isStreet ? [CHINESE] : isJapanese ? [JAPANESE] : [];
  }
  const before = text.slice(Math.max(0, start - 5), start);
  if (CROSSING.test(before)) return [TURKISH, COLOMBIAN];
  const isBlank = code === 32 || code === 46 || code === 58;
  if (!isBlank || isDigit(codeAt(text, start - 2))) return [];
  if (codeAt(text, start - 2) >= DEVANAGARI || codeAt(text, start - 3) >= DEVANAGARI)
    return [HINDI];
  return NAMED_NUMBER.test(before) ? [TURKISH] : [];
}
