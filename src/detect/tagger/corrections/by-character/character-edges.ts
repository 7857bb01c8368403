// Where names end in Japanese and Chinese, and which numbers are no addresses.

import { ADDRESS, type Tagged } from "../../tags.ts";
import { GAP, type Tokens } from "../../tokens.ts";

/** Characters that parts of an address end with, or that stand before its postcode. */
const PARTS = /[都道府県省州市区區县縣郡町村镇鎮乡鄉路街巷弄里丁目地楼樓栋棟座〒]/;

/**
 * The names (by place, without overlap), each cut to its first line unless it is an address; no addresses without a word of one: "契約番号
 * 778451" is the number of a contract.
 */
export function withCharacterEdges(
  text: string,
  { gap, start, end }: Tokens,
  names: readonly Tagged[],
): readonly Tagged[] {
  return names.flatMap((name) => {
    const { from, to, type } = name;
    if (type === ADDRESS) return PARTS.test(text.slice(start[from], end[to - 1])) ? [name] : [];
    const parts: Tagged[] = [];
    let first = from;
    for (let i = from + 1; i < to; i++) {
      if ((gap[i] as number) < GAP.newline) continue;
      parts.push({ ...name, from: first, to: i });
      first = i;
    }
    return parts.length === 0 ? [name] : [...parts, { ...name, from: first }];
  });
}
