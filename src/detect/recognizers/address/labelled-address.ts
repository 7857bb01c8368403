// ADDRESS: the content of address fields in forms in other languages than English, whatever it is: a whole line ("Anschrift:
// ..."), or in Hindi, Chinese, Japanese and Korean the text up to the next full stop.

import { FORM_SCORE } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { fitsAt, writtenAt } from "../../text/sticky.ts";

/** The rest of a line after its label; not e-mail or web addresses. */
const LINE = /[^\n\r|;@=<>{}"]{6,100}(?=[\n\r|;]|$)/y;
/** The same in quotes, as the value of a key in JSON. */
const QUOTED = /(?<=["'])[^\n\r|;@=<>{}"']{6,100}(?=["'])/y;
const IN_HINDI =
  /[\u0900-\u0963\u0966-\u097f][^\n\r|;।@=<>{}"]{4,100}?(?= (?:है|हैं)[ ।]|[\n\r|;।]|$)/y;
const IN_EAST_ASIAN =
  /[〒\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3][^\n\r|;；。，、@=<>{}"]{3,80}?(?=[\n\r|;；。，、]|, ?[\uac00-\ud7a3]{2,8} ?:|$)/y;
/** Characters that end the parts of Chinese and Japanese addresses. */
const PARTS = /[都道府県省州市区區县縣郡町村镇鎮乡鄉路街巷弄丁目番号號楼樓栋棟室座]/;
const LABEL_CHARS = 60;
/** The field refers to another place, or says that there is no address. */
const ELSEWHERE =
  /^(?:(?:siehe|wie|voir|non|ver|véase|vedi|come|não|zie|niet|se|inte|zob|patrz|nie|bkz)(?!\p{L})|(?:seite|page|página|pagina|sida|strona|sayfa) \d|[见見请請暂暫]|同上|未[填登入记記知定])/iu;
/** Memory addresses and program output. */
const PROGRAM = /[:：[\]]|\/\/|(?<![\p{L}\d])0x[\da-f]/iu;

/** Addresses after labels. */
export const labelledAddress: LabelRule = {
  name: "address",
  entityType: "ADDRESS",
  abroad: "address",
  read(text, at, _evidence, separator) {
    if (!separator.isAssigned) return null;
    const start = beforeNumberWord(text, at);
    const written = fieldAt(text, start).trimEnd();
    const isAddress = (/\d/.test(written) || PARTS.test(written)) && !ELSEWHERE.test(written);
    if (!isAddress || PROGRAM.test(written) || !/\p{L}{2}/u.test(written)) return null;
    return { start, end: start + written.length, score: FORM_SCORE, reason: "label of an address" };
  },
};

/** After a colon, what was read as a word of the label belongs to the address: "Adresse : No 12". */
const NUMBER_WORD = /[:=] ?(\p{L}{1,3}[.°º]? ?)$/u;

function beforeNumberWord(text: string, at: number): number {
  return at - (NUMBER_WORD.exec(text.slice(Math.max(0, at - 8), at))?.[1]?.length ?? 0);
}

function fieldAt(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (code >= 0x900 && code < 0x980) return writtenAt(IN_HINDI, text, at);
  if (code > 0x3000)
    return fitsAt(IN_EAST_ASIAN, text, at) ? writtenAt(IN_EAST_ASIAN, text, at) : "";
  return writtenAt(isLineStart(text, at) ? LINE : QUOTED, text, at);
}

/** Whether the line has only a label before `at`. */
function isLineStart(text: string, at: number): boolean {
  const line =
    text
      .slice(Math.max(0, at - LABEL_CHARS), at)
      .split("\n")
      .at(-1) ?? "";
  return line.length < LABEL_CHARS && /^[\s*•-]*[\p{L} .'’()-]*[ "]?[:=]\s*$/u.test(line);
}
