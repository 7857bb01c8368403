// Where names end in Japanese and Chinese, and which numbers are no addresses.

import { ADDRESS, PERSON, type Tagged } from "../../tags.ts";
import { GAP, type Tokens } from "../../tokens.ts";

/** Characters that parts of an address end with, or that stand before its postcode. */
const PARTS = /[都道府県省州市区區县縣郡町村镇鎮乡鄉路街巷弄里丁目地楼樓栋棟座〒]/;
/** Between the cells of a table, and between the persons of a list. Other signs may be inside a name: "ジャン=ポール". */
const COLUMN = /\t|[ \u3000]{2}/;
const SEPARATOR = /[,;|/\\&+>→，；、｜／＆＋]/;
const SIGN = /^[\p{P}\p{S}]$/u;

/**
 * The names (by place, without overlap), each cut to its lines, and persons also to their cells of a table and places
 * in a list, without signs at their ends. Addresses stay whole, but need a word of one: "契約番号 778451" is the number of a
 * contract.
 */
export function withCharacterEdges(
  text: string,
  tokens: Tokens,
  names: readonly Tagged[],
): readonly Tagged[] {
  const { start, end } = tokens;
  return names.flatMap((name) => {
    const { from, to, type } = name;
    if (type === ADDRESS) return PARTS.test(text.slice(start[from], end[to - 1])) ? [name] : [];
    return partsOf(text, tokens, name);
  });
}

function partsOf(text: string, { gap, start, end }: Tokens, name: Tagged): readonly Tagged[] {
  const isPerson = name.type === PERSON;
  const isSign = (i: number) => isPerson && SIGN.test(text.slice(start[i], end[i]));
  const parts: Tagged[] = [];
  let from = name.from;
  const addUpTo = (end: number) => {
    let to = end;
    while (from < to && isSign(from)) from++;
    while (to > from && isSign(to - 1)) to--;
    if (to > from) parts.push({ ...name, from, to });
    from = end;
  };
  for (let i = from; i < name.to; i++) {
    const isColumn = isPerson && i > from && COLUMN.test(text.slice(end[i - 1], start[i]));
    const isCut = isPerson && SEPARATOR.test(text.slice(start[i], end[i]));
    if (i > from && (isColumn || isCut || (gap[i] as number) >= GAP.newline)) addUpTo(i);
  }
  addUpTo(name.to);
  return parts;
}
