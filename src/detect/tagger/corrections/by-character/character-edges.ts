// Where names end in Japanese and Chinese, and which numbers are no addresses.

import { ADDRESS, PERSON, type Tagged } from "../../tags.ts";
import { GAP, type Tokens } from "../../tokens.ts";

/** Characters that parts of an address end with, or that stand before its postcode. */
const PARTS = /[都道府県省州市区區县縣郡町村镇鎮乡鄉路街巷弄里丁目地楼樓栋棟座〒]/;
/** Between the cells of a table, and between the names of a list. */
const COLUMN = /\t|[ \u3000]{2}/;
const SEPARATORS = /[,;|，；、]/;

/**
 * The names (by place, without overlap), each cut to its lines, and persons to their cells of a table and places in a list.
 * Addresses stay whole, but need a word of one: "契約番号 778451" is the number of a contract.
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
  const parts: Tagged[] = [];
  let first = name.from;
  const addUpTo = (to: number) => {
    if (to > first) parts.push({ ...name, from: first, to });
  };
  for (let i = first; i < name.to; i++) {
    const isPerson = name.type === PERSON;
    const isColumn = isPerson && i > first && COLUMN.test(text.slice(end[i - 1], start[i]));
    if ((gap[i] as number) >= GAP.newline || isColumn) {
      addUpTo(i);
      first = i;
    }
    if (isPerson && SEPARATORS.test(text.slice(start[i], end[i]))) {
      addUpTo(i);
      first = i + 1;
    }
  }
  addUpTo(name.to);
  return parts;
}
